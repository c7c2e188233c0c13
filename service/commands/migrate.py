"""`etude migrate`: bring the database to the schema of this version."""

from __future__ import annotations

import click


@click.command()
@click.option(
    "--wait",
    "wait_s",
    default=0,
    show_default=True,
    type=click.IntRange(0, 3600),
    help="How many seconds to wait for a database that does not answer yet.",
)
def migrate(wait_s: int) -> None:
    """Bring the database up to date. Safe to run twice, and while the service runs.

    \b
    Example:
      ETUDE_DATABASE_URL=postgresql://etude@localhost/etude etude migrate --wait 60
    """
    from service import connections
    from service.commands.starting import start_part
    from service.store import database

    connections.connect(start_part("migrate"))
    migrate_when_there(wait_s)
    click.echo(f"the database is at revision {database.schema_revision()}")


def migrate_when_there(wait_s: float) -> None:
    """Migrate as soon as the database answers; ends the command if it does not in time."""
    from service.errors import Unavailable
    from service.processes.waiting import NotThere, wait_for
    from service.store import database

    def is_migrated() -> bool:
        try:
            database.migrate()
        except Unavailable:
            return False
        return True

    try:
        wait_for("the database", is_migrated, timeout_s=wait_s)
    except NotThere as fault:
        raise click.ClickException(f"{fault}. Is ETUDE_DATABASE_URL right?") from fault
