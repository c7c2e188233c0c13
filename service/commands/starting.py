"""How every command and every part of the service begins: settings, logging, connections."""

from __future__ import annotations

import os
import signal
from types import FrameType

import click

from service.settings import Settings, SettingsError


def read_settings() -> Settings:
    """The settings from the environment; all faults are told together, and end the command."""
    try:
        return Settings.from_env(os.environ)
    except SettingsError as error:
        faults = "\n".join(f"  {fault}" for fault in error.faults)
        raise click.ClickException(f"these settings cannot be used:\n{faults}") from error


def start_part(name: str) -> Settings:
    """Begin a long-running part: it logs, and leaves when the `etude up` above it is gone."""
    from service.logging import configure_logging
    from service.processes.lifeline import hold_lifeline

    # The first process of a container does not leave on SIGTERM unless it says how. Parts that
    # have something to finish put their own handler in this one's place.
    signal.signal(signal.SIGTERM, _leave)
    settings = read_settings()
    hold_lifeline(os.environ)
    configure_logging(settings.log_level, part=name)
    return settings


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)  # what a shell would report


def connect_once() -> Settings:
    """Begin a command that does one thing with the database and ends.

    The command ends with a clear message if the database is away or was never brought up to date.
    """
    from service import connections
    from service.errors import Unavailable
    from service.logging import configure_logging
    from service.store import database

    settings = read_settings()
    configure_logging("warning", part="command")
    connections.connect(settings)
    try:
        revision = database.schema_revision()
    except Unavailable as fault:
        raise click.ClickException(f"{fault} Is ETUDE_DATABASE_URL right?") from fault
    if revision is None:
        raise click.ClickException("the database is empty: run `etude migrate` (or `etude up`)")
    return settings
