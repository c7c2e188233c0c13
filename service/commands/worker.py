"""`etude worker QUEUE`: one worker process for one queue."""

from __future__ import annotations

from importlib import import_module

import click

from service.processes.parts import QUEUES


@click.command()
@click.argument("queue", type=click.Choice(QUEUES))
def worker(queue: str) -> None:
    """Work through one queue until stopped. It listens to one queue only, so that none is lost.

    \b
    Example:
      ETUDE_REDIS_URL=redis://localhost:6379/0 etude worker variants
    """
    from service.commands.starting import start_part
    from service.commands.waiting import wait_for_database

    settings = start_part(f"worker-{queue}")
    wait_for_database(settings)
    # By name: the workers stand above the service, which does not import them.
    import_module("workers.run").run(settings, queue)
