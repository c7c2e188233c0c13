"""Who changed what, and when: rows that are only added, each carrying the hash of the one before.

A row taken out or changed breaks the chain; `first_break` finds it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Integer, Table, Text, func, insert, select

from service.store.columns import Moment, metadata
from service.store.database import Session
from service.store.rows import all_rows

audit_log = Table(
    "audit_log",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),  # 1, 2, 3: no gaps
    Column("at", Moment, nullable=False),
    Column("actor", Text, nullable=False),  # a key's id, "cli", "worker", "visitor"
    Column("action", Text, nullable=False),  # "key.created", "bank.imported", ...
    Column("subject", Text, nullable=False),
    Column("details", JSON, nullable=False),
    Column("previous_hash", Text, nullable=False),
    Column("hash", Text, nullable=False, unique=True),
)

START = "0" * 64
_CHAIN_LOCK = 0x45747564  # any number that no other lock uses


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One change. `hash` covers all the other fields."""

    number: int
    at: datetime
    actor: str
    action: str
    subject: str
    details: Mapping[str, Any]
    previous_hash: str
    hash: str


def append(
    session: Session,
    *,
    at: datetime,
    actor: str,
    action: str,
    subject: str,
    details: Mapping[str, Any],
) -> None:
    """Add a row at the end of the chain, in the transaction of what it tells."""
    if session.dialect.name == "postgresql":
        # Two transactions must not both follow the same row.
        session.execute(select(func.pg_advisory_xact_lock(_CHAIN_LOCK)))
    last = session.execute(
        select(audit_log.c.number, audit_log.c.hash).order_by(audit_log.c.number.desc()).limit(1)
    ).one_or_none()
    number, previous = (last.number + 1, last.hash) if last else (1, START)
    told = {
        "number": number,
        "at": at,
        "actor": actor,
        "action": action,
        "subject": subject,
        "details": details,
        "previous_hash": previous,
    }
    session.execute(insert(audit_log).values(**told, hash=_hash_of(told)))


def list_rows(session: Session, *, after: int = 0, limit: int = 200) -> list[AuditRow]:
    query = select(audit_log).where(audit_log.c.number > after).order_by(audit_log.c.number)
    return all_rows(session, query.limit(limit), AuditRow)


def first_break(session: Session) -> int | None:
    """The number of the first row that does not follow from the one before; None if all do."""
    previous, expected = START, 1
    for row in all_rows(session, select(audit_log).order_by(audit_log.c.number), AuditRow):
        told = {name: getattr(row, name) for name in AuditRow.__slots__ if name != "hash"}
        follows = row.number == expected and row.previous_hash == previous
        if not follows or row.hash != _hash_of(told):
            return row.number
        previous, expected = row.hash, expected + 1
    return None


def _hash_of(told: Mapping[str, Any]) -> str:
    text = json.dumps({**told, "at": told["at"].isoformat()}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
