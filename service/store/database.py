"""The database of a process: its transactions, and its schema.

Transactions are READ COMMITTED on PostgreSQL: races are settled by unique keys and conditional
updates, never by hope.
"""

from __future__ import annotations

import contextlib
import os
import random
import time
from collections.abc import Callable, Iterator
from functools import wraps
from typing import ParamSpec, TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.errors import TransactionLost, Unavailable
from service.lru import forget_all
from service.settings import Settings
from service.store.engines import Database, open_database
from service.store.faults import is_broken, meaning_of

Session = Connection  # what store functions take first

TRIES = 5
PAUSE_S = 0.02  # the first pause between tries; doubled each time, with full jitter

_database: Database | None = None


def connect(settings: Settings) -> None:
    """Say where the database is. Connections are opened when first needed."""
    global _database
    dispose()
    forget_all()
    _database = open_database(settings)


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


def _connected() -> Database:
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
def _telling_faults(database: Database) -> Iterator[None]:
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
