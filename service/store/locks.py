"""Locks by name that last as long as a transaction."""

from __future__ import annotations

import hashlib

from sqlalchemy import func, select

from service.store.database import Session


def try_lock(session: Session, name: str) -> bool:
    """Take the lock, or learn that another transaction holds it.

    On SQLite always True: whoever is in a transaction is there alone.
    """
    if session.dialect.name == "sqlite":
        return True
    query = select(func.pg_try_advisory_xact_lock(lock_number(name)))
    return bool(session.execute(query).scalar())


def lock_number(name: str) -> int:
    """64 bits, as PostgreSQL wants them."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)
