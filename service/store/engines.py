"""How the two kinds of database are opened.

SQLite runs in WAL with `synchronous=FULL`: what is answered is on the disk. PostgreSQL is reached
through psycopg 3.
"""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event

from service.errors import TransactionLost
from service.settings import Settings

WAIT_MS = 2000  # longest wait for a lock, a connection of the pool, or the server
STATEMENT_MS = 30_000  # longest run of one statement on PostgreSQL


@dataclass(frozen=True, slots=True)
class Database:
    """A pool of connections in autocommit; `writing` is the same pool, but sends a BEGIN first.

    `turn` is held while writing; `driver_error` is what the driver raises.
    """

    pool: Engine
    writing: Engine
    turn: contextlib.AbstractContextManager[object]
    driver_error: type[Exception]


def open_database(settings: Settings) -> Database:
    """Connections are made when first needed."""
    return _open_sqlite(settings) if settings.is_sqlite else _open_postgresql(settings)


def _make_pool(
    settings: Settings, begin: Callable[[Any], None], **options: Any
) -> tuple[Engine, Engine]:
    """The pool, and the pool with transactions that begin so."""
    pool = create_engine(
        settings.database_url,
        # Ours to begin: a lone read then costs one round trip, and SQLite's writers lock at once.
        isolation_level="AUTOCOMMIT",
        pool_size=settings.database_pool,
        max_overflow=0,
        pool_timeout=WAIT_MS / 1000,
        **options,
    )
    event.listen(pool, "begin", _begin)
    return pool, pool.execution_options(begin=begin)


def _begin(connection: Connection) -> None:
    if begin := connection.get_execution_options().get("begin"):
        begin(connection.connection.cursor())


def _open_sqlite(settings: Settings) -> Database:
    pool, writing = _make_pool(settings, _begin_immediately)
    event.listen(pool, "connect", _prepare_sqlite)
    return Database(pool, writing, turn=_Turn(), driver_error=sqlite3.Error)


def _begin_immediately(cursor: sqlite3.Cursor) -> None:
    """Take the write lock at once: one that is taken later cannot be waited for.

    SQLite waits for another process by sleeping ever longer, up to 100 ms; under load it then
    comes too late again and again. So we look every millisecond.
    """
    until = time.monotonic() + WAIT_MS / 1000
    cursor.execute("PRAGMA busy_timeout = 0")
    try:
        while not _has_begun(cursor):
            if time.monotonic() > until:
                raise TransactionLost
            time.sleep(random.uniform(0.0005, 0.0015))
    finally:
        cursor.execute(f"PRAGMA busy_timeout = {WAIT_MS}")


def _has_begun(cursor: sqlite3.Cursor) -> bool:
    """False while another process writes."""
    try:
        cursor.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True


def _prepare_sqlite(connection: sqlite3.Connection, record: object) -> None:
    """Settings of one connection. The journal mode is the file's and set once, by `migrate`."""
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {WAIT_MS}")  # first: the next lines may meet a lock
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


class _Turn:
    """Writers of one process go in turn: SQLite's own waiting is by sleeping, and unfair."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        os.register_at_fork(after_in_child=self._renew)

    def _renew(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=WAIT_MS / 1000):
            raise TransactionLost

    def __exit__(self, *exception: object) -> None:
        self._lock.release()


def _open_postgresql(settings: Settings) -> Database:
    seconds = WAIT_MS // 1000
    options = f"-c timezone=UTC -c lock_timeout={WAIT_MS} -c statement_timeout={STATEMENT_MS}"
    pool, writing = _make_pool(
        settings,
        lambda cursor: cursor.execute("BEGIN"),
        connect_args={"connect_timeout": seconds, "options": options},
    )
    error: type[Exception] = pool.dialect.loaded_dbapi.Error
    return Database(pool, writing, turn=contextlib.nullcontext(), driver_error=error)
