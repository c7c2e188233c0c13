"""Transactions: what is kept, what is rolled back, what a fault of the database means."""

from __future__ import annotations

import sqlite3
from types import ModuleType
from typing import Any

import psycopg.errors
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from service.clock import utc_now
from service.errors import TransactionLost, Unavailable
from service.settings import Settings
from service.store import heartbeats
from service.store.database import TRIES, reading, retrying, transaction


def test_transaction_is_kept_on_leaving(database: ModuleType) -> None:
    now = utc_now()

    with transaction() as session:
        heartbeats.beat(session, "test", now)

    with reading() as session:
        assert heartbeats.last_beat(session, "test") == now


def test_transaction_is_rolled_back_on_an_exception(database: ModuleType) -> None:
    with pytest.raises(ZeroDivisionError), transaction() as session:
        heartbeats.beat(session, "test", utc_now())
        _ = 1 / 0

    with reading() as session:
        assert heartbeats.last_beat(session, "test") is None


@pytest.mark.parametrize(
    "fault",
    [
        psycopg.errors.SerializationFailure("could not serialize"),
        psycopg.errors.DeadlockDetected("deadlock"),
        psycopg.errors.LockNotAvailable("lock timeout"),
        sqlite3.OperationalError("database is locked"),
    ],
)
def test_lost_race_is_run_again_until_it_succeeds(database: ModuleType, fault: Exception) -> None:
    runs = []

    @retrying
    def use_case() -> int:
        runs.append(1)
        with transaction():
            if len(runs) < TRIES:
                raise _from_driver(fault)
        return len(runs)

    assert use_case() == TRIES


def test_race_lost_too_often_is_unavailable(database: ModuleType) -> None:
    runs = []

    @retrying
    def use_case() -> None:
        runs.append(1)
        with transaction():
            raise _from_driver(psycopg.errors.DeadlockDetected("deadlock"))

    with pytest.raises(Unavailable):
        use_case()
    assert len(runs) == TRIES


@pytest.mark.parametrize(
    "fault",
    [
        psycopg.errors.DiskFull("no space"),
        psycopg.errors.AdminShutdown("terminating"),
        psycopg.errors.TooManyConnections("too many"),
        psycopg.OperationalError("connection refused"),
    ],
)
def test_server_in_trouble_is_unavailable(database: ModuleType, fault: Exception) -> None:
    with pytest.raises(Unavailable), transaction():
        raise _from_driver(fault)


def test_mistake_of_ours_is_not_hidden(database: ModuleType) -> None:
    with pytest.raises(Exception, match="no_such_table"), transaction() as session:
        session.execute(text("SELECT * FROM no_such_table"))


def test_exhausted_pool_is_unavailable(database: ModuleType) -> None:
    with pytest.raises(Unavailable), reading():
        raise PoolTimeout("QueuePool limit reached")


def test_written_in_full_before_the_answer(database: ModuleType, settings: Settings) -> None:
    if not settings.is_sqlite:
        pytest.skip("PostgreSQL's own default")
    with reading() as session:
        assert session.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert session.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL


def test_cut_connection_is_unavailable_once_and_then_healed(
    database: ModuleType, settings: Settings
) -> None:
    if settings.is_sqlite:
        pytest.skip("a file has no server to lose")
    with pytest.raises(Unavailable), transaction() as session:
        session.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    @retrying
    def use_case() -> Any:
        with reading() as session:
            return session.execute(text("SELECT 1")).scalar()

    assert use_case() == 1


def _from_driver(fault: Exception) -> OperationalError:
    """As SQLAlchemy hands a driver's error on."""
    if isinstance(fault, sqlite3.Error):
        fault.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return OperationalError("SELECT 1", {}, fault)


def test_transaction_lost_is_a_kind_of_unavailable() -> None:
    assert issubclass(TransactionLost, Unavailable)
    assert TransactionLost.status == 503
