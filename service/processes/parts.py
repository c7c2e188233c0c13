"""The parts of a service on one machine, and how each is started."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from service.processes.supervisor import Part, Supervisor
from service.processes.valkey import socket_url, stop_left_behind, valkey_command
from service.settings import Settings

QUEUES = ("variants", "audits")
PREPARE = "prepare"  # done once: there is nothing to work on before


def local_environment(settings: Settings, environ: Mapping[str, str]) -> dict[str, str]:
    """What the parts of `etude up` find in their environment: ours, and where Valkey is."""
    return {
        **environ,
        "ETUDE_DATA_DIR": str(settings.data_dir),
        "ETUDE_REDIS_URL": settings.redis_url or socket_url(settings.data_dir / "valkey.sock"),
    }


def start_first(supervisor: Supervisor, settings: Settings) -> None:
    """Start what a first answer needs. The API waits by itself for the database to be prepared."""
    if settings.redis_url is None:
        supervisor.start(_valkey(settings))
    supervisor.start(Part(PREPARE, _etude("prepare"), is_once=True))
    supervisor.start(Part("api", _etude("api")))


def start_second(supervisor: Supervisor) -> None:
    """Start what works in the background; later, so that it does not slow the first down."""
    for queue in QUEUES:
        supervisor.start(Part(f"worker {queue}", _etude("worker", queue)))
    supervisor.start(Part("sweep", _etude("sweep")))


def _etude(*words: str) -> list[str]:
    # -P: a folder named like one of our packages, where `etude up` was called, is not ours.
    return [sys.executable, "-P", "-m", "service.cli", *words]


def _valkey(settings: Settings) -> Part:
    folder = settings.data_dir / "valkey"
    socket = settings.data_dir / "valkey.sock"
    folder.mkdir(mode=0o700, exist_ok=True)
    command = valkey_command(folder, socket=socket)
    stop_left_behind(socket)
    return Part("valkey", command, log=folder / "valkey.log", stops_last=True)
