"""What was answered to a request with an Idempotency-Key, kept to be answered again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    JSON,
    Column,
    Integer,
    Table,
    Text,
    bindparam,
    delete,
    func,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from service.store.columns import Moment, metadata
from service.store.database import Session
from service.store.locks import lock_number
from service.store.prepared import Prepared
from service.store.rows import one_or_none

answers = Table(
    "idempotency",
    metadata,
    Column("caller", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("fingerprint", Text, nullable=False),  # SHA-256 of what was asked, hex
    Column("status", Integer),  # None while the transaction that answers is running
    Column("headers", JSON(none_as_null=True)),
    Column("body", Text),
    Column("created_at", Moment, nullable=False, index=True),
)


@dataclass(frozen=True, slots=True)
class AnswerRow:
    caller: str
    key: str
    fingerprint: str
    status: int | None
    headers: Mapping[str, str] | None
    body: str | None
    created_at: datetime


# A key whose lock another transaction holds is being answered just now: insert nothing, wait for
# nothing. SQLite needs no lock: writers go one by one, so the first answer is there to be read.
_claim = Prepared(
    sqlite.insert(answers).on_conflict_do_nothing(),
    on_postgresql=postgresql.insert(answers)
    .from_select(
        [column.name for column in answers.c],
        select(*(bindparam(column.name, type_=column.type) for column in answers.c)).where(
            func.pg_try_advisory_xact_lock(bindparam("lock"))
        ),
    )
    .on_conflict_do_nothing(),
)


def claim(session: Session, row: AnswerRow) -> bool:
    """Keep a key for this transaction, with its answer if that is known already.

    False: the key has its row, or (PostgreSQL) another transaction is answering it.
    """
    values = {name: getattr(row, name) for name in AnswerRow.__slots__}
    values["lock"] = lock_number(f"{row.caller}\n{row.key}")
    return _claim.run(session, values) == 1


def get_answer(session: Session, caller: str, key: str) -> AnswerRow | None:
    query = select(answers).where(answers.c.caller == caller, answers.c.key == key)
    return one_or_none(session, query, AnswerRow)


def release(session: Session, caller: str, key: str) -> None:
    """Forget a key whose request changed nothing."""
    session.execute(delete(answers).where(answers.c.caller == caller, answers.c.key == key))


def keep_answer(session: Session, row: AnswerRow) -> None:
    """Fill in the answer of a claimed key."""
    query = update(answers).where(answers.c.caller == row.caller, answers.c.key == row.key)
    session.execute(query.values(status=row.status, headers=row.headers, body=row.body))


def has_older(session: Session, before: datetime) -> bool:
    query = select(answers.c.key).where(answers.c.created_at < before).limit(1)
    return session.execute(query).first() is not None


def delete_older(session: Session, before: datetime, *, limit: int) -> int:
    """Forget answers given before a moment, at most `limit` of them; how many."""
    old = select(answers.c.caller, answers.c.key).where(answers.c.created_at < before).limit(limit)
    found = session.execute(old).all()
    if found:
        here = tuple_(answers.c.caller, answers.c.key).in_([tuple(row) for row in found])
        session.execute(delete(answers).where(here))
    return len(found)
