"""`etude api`: the web server with its processes and threads."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from service.settings import Settings

_STOP_S = 2  # a request that takes longer than this is cut when the server is stopped
# granian's own lines go the way of all others: see service.logging. Its warnings are about the
# numbers of processes and threads, which the settings decide.
_LOG_CONFIG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "loggers": {"_granian": {"handlers": [], "level": "ERROR", "propagate": True}},
}


@click.command()
def api() -> None:
    """Serve the API and the pages on ETUDE_HOST and ETUDE_PORT until stopped.

    \b
    Example:
      ETUDE_HOST=0.0.0.0 ETUDE_DATABASE_URL=postgresql://etude@localhost/etude etude api
    """
    from service.commands.starting import start_part
    from service.commands.waiting import wait_for_database
    from service.connections import disconnect
    from service.processes.ports import PortTaken, check_port

    settings = start_part("api")
    try:
        check_port(settings.host, settings.port)
    except PortTaken as fault:
        raise click.ClickException(str(fault)) from fault
    _share_metrics(settings)
    # Imported before the web processes are forked: they share the memory and start at once.
    import service.app  # noqa: F401 (see the line above)

    wait_for_database(settings)
    disconnect()  # each web process connects by itself
    _serve(settings)


def _share_metrics(settings: Settings) -> None:
    """An empty folder in which the web processes add up their figures (for prometheus_client)."""
    folder = settings.data_dir / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _serve(settings: Settings) -> None:
    from granian.constants import HTTPModes, Interfaces
    from granian.log import LogLevels
    from granian.server import Server

    Server(
        "service.commands.api:make_app",
        factory=True,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=settings.api_workers,
        blocking_threads=settings.api_threads,
        http=HTTPModes.http1,
        websockets=False,
        respawn_failed_workers=True,
        respawn_interval=0.1,
        workers_kill_timeout=_STOP_S,
        log_level=LogLevels.error,
        log_dictconfig=_LOG_CONFIG,
    ).serve()


def make_app() -> Any:
    """The application of one web process (called in it)."""
    from service.app import create_app
    from service.logging import configure_logging
    from service.settings import Settings

    settings = Settings.from_env(os.environ)
    configure_logging(settings.log_level, part="api")
    return create_app(settings)
