"""What a fault of the database means to whoever asked: try again, come back later, or our mistake.

Faults come as SQLAlchemy's errors or, from prepared statements, as the driver's own.
"""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError

from service.errors import TransactionLost, Unavailable

# Serialization failure, deadlock, lock not available (lock_timeout).
_LOST_STATES = {"40001", "40P01", "55P03"}
# The server ends the connection: by an administrator, after a crash, while it starts.
_ENDED_STATES = {"57P01", "57P02", "57P03", "57P05"}
# Connection exception, insufficient resources (disk, memory, connections), operator intervention
# (statement_timeout too), system error.
_AWAY_CLASSES = {"08", "53", "57", "58"}
_AWAY_CODES = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
}


def meaning_of(fault: Exception) -> Unavailable | None:
    """TransactionLost, Unavailable, or None for a mistake of ours."""
    cause = fault.orig if isinstance(fault, DBAPIError) else fault
    if isinstance(cause, sqlite3.Error):
        return _meaning_of_sqlite(cause)
    state = _state_of(cause)
    if state in _LOST_STATES:
        return TransactionLost()
    if is_broken(fault):
        # A connection that broke in a statement did nothing. One that broke in COMMIT (no
        # statement) may have done it all: only the caller's idempotency key can tell.
        in_commit = isinstance(fault, DBAPIError) and not fault.statement
        return Unavailable() if in_commit else TransactionLost()
    if state[:2] in _AWAY_CLASSES or (not state and _name_of(cause) in _AWAY_NAMES):
        return Unavailable()
    return None


def is_broken(fault: Exception) -> bool:
    """Whether the server's end of the connection is gone, and that of its neighbours with it."""
    if isinstance(fault, DBAPIError):
        return fault.connection_invalidated
    state = _state_of(fault)
    return state in _ENDED_STATES or (not state and _name_of(fault) == "OperationalError")


_AWAY_NAMES = {"OperationalError", "InterfaceError"}  # the driver could not reach the server


def _state_of(cause: BaseException | None) -> str:
    """SQLSTATE of a psycopg error; empty where the server did not speak."""
    return str(getattr(cause, "sqlstate", None) or "")


def _name_of(cause: BaseException | None) -> str:
    return type(cause).__name__


def _meaning_of_sqlite(fault: sqlite3.Error) -> Unavailable | None:
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF  # the low byte: the primary code
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return TransactionLost()
    return Unavailable() if code in _AWAY_CODES else None
