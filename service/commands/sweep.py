"""`etude sweep`: finds rows that are due and have no job, and wakes them."""

from __future__ import annotations

from importlib import import_module

import click


@click.command()
def sweep() -> None:
    """Wake what is due, every few seconds, until stopped. One is enough; two do no harm."""
    from service.commands.starting import start_part
    from service.commands.waiting import wait_for_database

    settings = start_part("sweep")
    wait_for_database(settings)
    # By name: the workers stand above the service, which does not import them.
    import_module("workers.sweep").run(settings)
