"""The database of a process: its engine, its transactions, what its faults mean.

SQLite runs in WAL with `synchronous=FULL`: what is answered is on the disk. PostgreSQL is reached
through psycopg 3. Transactions are READ COMMITTED there: races are settled by unique keys and
conditional updates, never by hope.
"""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.errors import TransactionLost, Unavailable
from service.lru import forget_all
from service.settings import Settings
from service.store.faults import is_broken, meaning_of

Session = Connection  # what store functions take first

WAIT_MS = 2000  # longest wait for a lock, a connection of the pool, or the server
STATEMENT_MS = 30_000  # longest run of one statement on PostgreSQL
TRIES = 5
PAUSE_S = 0.02  # the first pause between tries; doubled each time, with full jitter


@dataclass(frozen=True, slots=True)
class _Database:
    """A pool of connections in autocommit; `writing` is the same pool, but sends a BEGIN first.

    `turn` is held while writing; `driver_error` is what the driver raises.
    """

    pool: Engine
    writing: Engine
    turn: contextlib.AbstractContextManager[object]
    driver_error: type[Exception]


_database: _Database | None = None


def connect(settings: Settings) -> None:
    """Say where the database is. Connections are opened when first needed."""
    global _database
    dispose()
    forget_all()
    make = _make_sqlite if settings.is_sqlite else _make_postgresql
    _database = make(settings)


def dispose() -> None:
    """Close every connection of the pool."""
    global _database
    if _database is not None:
        _database.pool.dispose()
    _database = None


def close_idle() -> None:
    """Close the connections nobody uses; new ones are opened when needed."""
    _connected().pool.dispose()


def _forget_inherited() -> None:
    """A forked process must not speak on its parent's connections, nor close them."""
    if _database is not None:
        _database.pool.dispose(close=False)


os.register_at_fork(after_in_child=_forget_inherited)


def _connected() -> _Database:
    if _database is None:
        raise RuntimeError("no database yet: call service.connections.connect(settings) first")
    return _database


def is_sqlite() -> bool:
    return _connected().pool.dialect.name == "sqlite"


# --- transactions -----------------------------------------------------------------------------


@contextlib.contextmanager
def transaction() -> Iterator[Session]:
    """One transaction that may write: commits on leaving, rolls back on an exception.

    TransactionLost if it lost a race (`retrying` runs the use case again); Unavailable if the
    database is away, full, or did not answer in time.
    """
    database = _connected()
    with _telling_faults(database), database.turn, database.writing.begin() as session:
        yield session


@contextlib.contextmanager
def reading() -> Iterator[Session]:
    """A connection for reading only; each statement sees what is committed when it starts."""
    database = _connected()
    with _telling_faults(database), database.pool.connect() as session:
        yield session


P = ParamSpec("P")
R = TypeVar("R")


def retrying(use_case: Callable[P, R]) -> Callable[P, R]:
    """Run a use case again, from its start, when its transaction lost a race: up to 5 tries.

    For functions that leave nothing behind when their transaction is rolled back.
    """

    @wraps(use_case)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        for lost in range(TRIES - 1):
            try:
                return use_case(*args, **kwargs)
            except TransactionLost:
                time.sleep(random.uniform(0, PAUSE_S * 2**lost))
        return use_case(*args, **kwargs)

    return run


@contextlib.contextmanager
def _telling_faults(database: _Database) -> Iterator[None]:
    try:
        yield
    except PoolTimeout as fault:
        raise Unavailable from fault
    except (DBAPIError, database.driver_error) as fault:
        if is_broken(fault):
            database.pool.dispose()  # the other connections are as dead: open new ones
        meaning = meaning_of(fault)
        if meaning is None:
            raise
        raise meaning from fault


# --- the two kinds ----------------------------------------------------------------------------


def _open(
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


def _begin(session: Session) -> None:
    if begin := session.get_execution_options().get("begin"):
        begin(session.connection.cursor())


def _make_sqlite(settings: Settings) -> _Database:
    pool, writing = _open(settings, _begin_immediately)
    event.listen(pool, "connect", _prepare_sqlite)
    return _Database(pool, writing, turn=_Turn(), driver_error=sqlite3.Error)


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


def _make_postgresql(settings: Settings) -> _Database:
    seconds = WAIT_MS // 1000
    options = f"-c timezone=UTC -c lock_timeout={WAIT_MS} -c statement_timeout={STATEMENT_MS}"
    pool, writing = _open(
        settings,
        lambda cursor: cursor.execute("BEGIN"),
        connect_args={"connect_timeout": seconds, "options": options},
    )
    error: type[Exception] = pool.dialect.loaded_dbapi.Error
    return _Database(pool, writing, turn=contextlib.nullcontext(), driver_error=error)


# --- the schema -------------------------------------------------------------------------------


def migrate() -> None:
    """Bring the schema to the newest revision. Safe to call from several processes at once."""
    if schema_revision() == newest_revision():
        return
    from service.store.migrations.run import upgrade

    if is_sqlite():
        # Kept in the file. Doing this on each connect would make processes that start together
        # meet a lock.
        with reading() as session:
            session.exec_driver_sql("PRAGMA journal_mode = WAL")
    with transaction() as session:
        session.execute(text("SELECT 1"))
        if not is_sqlite():
            session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
        upgrade(session)


_MIGRATION_LOCK = 0x4574756465


def schema_revision() -> str | None:
    """The revision the database is at; None if it has no schema yet."""
    with reading() as session:
        if not session.dialect.has_table(session, "alembic_version"):
            return None
        return session.execute(text("SELECT version_num FROM alembic_version")).scalar()


def newest_revision() -> str | None:
    """The revision this version of the service needs."""
    from service.store.migrations.run import head

    return head()
