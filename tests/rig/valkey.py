"""A real Valkey for the tests, started by the same launcher that `etude up` uses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen

import redis

from service.processes.lifeline import start_tied
from service.processes.valkey import socket_url, valkey_command, wait_for_valkey
from tests.rig.folders import short_folder


@dataclass(slots=True)
class ValkeyServer:
    """One server; `stop` and `start` it again to see how the service takes that."""

    folder: Path
    process: Popen[bytes] | None = None

    @property
    def socket(self) -> Path:
        return self.folder / "valkey.sock"

    @property
    def url(self) -> str:
        """The form that ETUDE_REDIS_URL takes."""
        return socket_url(self.socket)

    def start(self) -> None:
        log = self.folder / "valkey.log"
        self.process = start_tied(valkey_command(self.folder, socket=self.socket), log=log)
        wait_for_valkey(self.process, socket=self.socket, log=log)

    def stop(self) -> None:
        """Kill it, as a crash would; its append-only file stays."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def flush(self) -> None:
        with redis.Redis.from_url(self.url) as client:
            client.flushall()


@contextmanager
def running_valkey() -> Iterator[ValkeyServer]:
    """A fresh, empty server; gone when the block is left."""
    with short_folder() as folder:
        server = ValkeyServer(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
