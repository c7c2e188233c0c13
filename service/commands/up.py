"""`etude up`: the whole service on one machine, from nothing, with one command."""

from __future__ import annotations

import os
import signal
import sys
import time
from types import FrameType

import click

from service.commands.starting import read_settings
from service.commands.welcome import welcome
from service.processes.data_folder import FolderInUse, locked, make_private
from service.processes.parts import PREPARE, local_environment, start_first, start_second
from service.processes.ports import PortTaken, check_port
from service.processes.readiness import readiness
from service.processes.supervisor import PartFailed, Supervisor
from service.processes.valkey import NoValkey, ValkeyFailed
from service.settings import Settings

_SLOW_S = 20.0  # not ready after this long: say what is missing
_LOOK_S = 0.1  # between two looks at the parts


@click.command()
def up() -> None:
    """Start the whole service on this machine; Ctrl-C stops it.

    Makes the data folder, brings the database up to date, starts Valkey (or uses
    ETUDE_REDIS_URL), the API, a worker for each queue and the sweeper, loads the bundled bank,
    and starts again what ends by itself.

    \b
    Examples:
      etude up
      ETUDE_PORT=8080 ETUDE_DATA_DIR=~/etude etude up
      ETUDE_DATABASE_URL=postgresql://etude@localhost/etude etude up
    """
    settings = read_settings()
    try:
        make_private(settings.data_dir)
        with locked(settings.data_dir):
            check_port(settings.host, settings.port)
            _run(settings)
    except (FolderInUse, PortTaken, NoValkey, ValkeyFailed, PartFailed) as fault:
        raise click.ClickException(str(fault)) from fault


def _run(settings: Settings) -> None:
    """Start everything, say when it is ready, and look after it until asked to stop."""
    stop = StopRequest()
    began = time.monotonic()
    supervisor = Supervisor(local_environment(settings, os.environ), _say)
    try:
        start_first(supervisor, settings)
        _get_ready(supervisor, settings, stop, began)
        while not stop.is_asked:
            supervisor.tend()
            time.sleep(_LOOK_S)
    finally:
        _say("stopping")
        supervisor.stop()


def _get_ready(supervisor: Supervisor, settings: Settings, stop: StopRequest, began: float) -> None:
    """Return when the service is ready and has said so, or when asked to stop."""
    is_slow = False
    while not stop.is_asked:
        supervisor.tend()
        waited_s = time.monotonic() - began
        missing = "the bundled bank" if supervisor.has(PREPARE) else readiness(settings)
        if missing is None:
            start_second(supervisor)
            click.echo(welcome(settings, ready_after_s=waited_s))
            return
        if waited_s > _SLOW_S and not is_slow:
            _say(f"not ready after {waited_s:.0f} s, still waiting for {missing}")
            is_slow = True
        time.sleep(_LOOK_S / 4)


class StopRequest:
    """Becomes true with Ctrl-C, SIGTERM, or the end of the terminal."""

    def __init__(self) -> None:
        self.is_asked = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.is_asked = True


def _say(message: str) -> None:
    print(f"etude: {message}", file=sys.stderr, flush=True)
