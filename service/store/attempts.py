"""Attempts, their items, and the variants they were given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    insert,
    select,
    update,
)

from service.store.columns import Exactly, Moment, metadata
from service.store.conflicts import insert_or_ignore
from service.store.database import Session
from service.store.rows import all_rows, changed, one_or_none

attempts = Table(
    "attempts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("drill_id", ForeignKey("drills.id"), nullable=False),
    Column("owner", Text, nullable=False),  # a client's id; "" for a visitor of the pages
    Column("learner", Text, nullable=False),
    Column("number", Integer, nullable=False),  # the learner's first attempt is 1
    Column("policy", Text, nullable=False),  # JSON, as it was at the start
    Column("lang", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("deadline_at", Moment, index=True),
    Column("finished_at", Moment),
    Column("given", Exactly),  # points, once finished
    Column("maximum", Exactly, nullable=False),
    UniqueConstraint("drill_id", "owner", "learner", "number"),
)

attempt_items = Table(
    "attempt_items",
    metadata,
    Column("attempt_id", ForeignKey("attempts.id"), primary_key=True),
    Column("n", Integer, primary_key=True),  # from 1, in the drill's order
    Column("item", Text, nullable=False),
    Column("revision_id", ForeignKey("item_revisions.id"), nullable=False),
    Column("weight", Exactly, nullable=False),  # points of this item in the drill
    Column("variant_id", ForeignKey("variants.id")),  # None until first looked at
    Column("draw", Integer, nullable=False),  # how many variants were given so far
    Column("tries_used", Integer, nullable=False),  # on this variant
    Column("streak", Integer, nullable=False),  # right in a row, on fresh variants
    Column("graded", Integer, nullable=False),  # responses so far, on all variants
    Column("score", Exactly),  # what counts of them, in [0, 1]; None: none yet
    Column("last", Exactly),  # the score of the last
    Column("is_open", Boolean, nullable=False),  # the attempt's state, where a submission meets it
    Column("draft", JSON(none_as_null=True)),
    Column("draft_seq", Integer, nullable=False),
)

# Every variant an attempt was given, in order.
draws = Table(
    "draws",
    metadata,
    Column("attempt_id", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("draw", Integer, primary_key=True),  # from 1
    Column("variant_id", ForeignKey("variants.id"), nullable=False),
    Column("drawn_at", Moment, nullable=False),
    ForeignKeyConstraint(["attempt_id", "n"], ["attempt_items.attempt_id", "attempt_items.n"]),
)


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """One learner's run through one drill. `given` and `maximum` in points."""

    id: str
    drill_id: str
    owner: str
    learner: str
    number: int
    policy: str
    lang: str
    state: Literal["open", "finished"]
    started_at: datetime
    deadline_at: datetime | None
    finished_at: datetime | None
    given: Fraction | None
    maximum: Fraction


@dataclass(frozen=True, slots=True)
class AttemptItemRow:
    """The n-th item of an attempt as it stands."""

    attempt_id: str
    n: int
    item: str
    revision_id: int
    weight: Fraction
    variant_id: int | None
    draw: int
    tries_used: int
    streak: int
    graded: int
    score: Fraction | None
    last: Fraction | None
    is_open: bool
    draft: Mapping[str, Any] | None
    draft_seq: int


# --- attempts ---------------------------------------------------------------------------------


def add_attempt(session: Session, row: AttemptRow) -> bool:
    """Keep a new attempt; False if the learner's attempt of that number is there already."""
    return insert_or_ignore(session, attempts, {c.name: getattr(row, c.name) for c in attempts.c})


def get_attempt(session: Session, attempt_id: str) -> AttemptRow | None:
    return one_or_none(session, select(attempts).where(attempts.c.id == attempt_id), AttemptRow)


def attempts_of_learner(
    session: Session, drill_id: str, owner: str, learner: str
) -> list[AttemptRow]:
    """In the order they were started."""
    query = select(attempts).where(
        attempts.c.drill_id == drill_id,
        attempts.c.owner == owner,
        attempts.c.learner == learner,
    )
    return all_rows(session, query.order_by(attempts.c.number), AttemptRow)


def has_attempts(session: Session, drill_id: str) -> bool:
    query = select(attempts.c.id).where(attempts.c.drill_id == drill_id).limit(1)
    return session.execute(query).first() is not None


def close_attempt(
    session: Session, attempt_id: str, *, given: Fraction, finished_at: datetime
) -> bool:
    """Finish an open attempt; False if it was finished before."""
    query = update(attempts).where(attempts.c.id == attempt_id, attempts.c.state == "open")
    values = {"state": "finished", "given": given, "finished_at": finished_at}
    return changed(session.execute(query.values(**values)))


def close_items(session: Session, attempt_id: str) -> None:
    """No submission is taken any more. Waits for those under way, which then count."""
    query = update(attempt_items).where(attempt_items.c.attempt_id == attempt_id)
    session.execute(query.values(is_open=False))


def past_deadline(session: Session, now: datetime, *, limit: int) -> list[AttemptRow]:
    """Open attempts whose deadline has passed, longest ago first."""
    query = select(attempts).where(attempts.c.deadline_at < now, attempts.c.state == "open")
    return all_rows(session, query.order_by(attempts.c.deadline_at).limit(limit), AttemptRow)


# --- items of an attempt ----------------------------------------------------------------------


def add_items(session: Session, rows: list[AttemptItemRow]) -> None:
    names = [column.name for column in attempt_items.c]
    session.execute(
        insert(attempt_items), [{name: getattr(row, name) for name in names} for row in rows]
    )


def get_items(session: Session, attempt_id: str) -> list[AttemptItemRow]:
    query = select(attempt_items).where(attempt_items.c.attempt_id == attempt_id)
    return all_rows(session, query.order_by(attempt_items.c.n), AttemptItemRow)


def get_attempt_item(session: Session, attempt_id: str, n: int) -> AttemptItemRow | None:
    return one_or_none(
        session, select(attempt_items).where(*_item_is(attempt_id, n)), AttemptItemRow
    )


def give_variant(
    session: Session, item: AttemptItemRow, variant_id: int, *, drawn_at: datetime
) -> bool:
    """Put the next variant before the learner; False if another call just did."""
    query = update(attempt_items).where(
        *_item_is(item.attempt_id, item.n),
        attempt_items.c.draw == item.draw,
        attempt_items.c.is_open,
    )
    values = {"variant_id": variant_id, "draw": item.draw + 1, "tries_used": 0, "draft": None}
    if not changed(session.execute(query.values(**values))):
        return False
    keys = {"attempt_id": item.attempt_id, "n": item.n, "draw": item.draw + 1}
    session.execute(insert(draws).values(**keys, variant_id=variant_id, drawn_at=drawn_at))
    return True


def variants_given(session: Session, attempt: AttemptRow, item: str) -> set[int]:
    """Ids of the variants of an item that the learner met in any attempt at the drill."""
    query = (
        select(draws.c.variant_id)
        .join(attempts, attempts.c.id == draws.c.attempt_id)
        .join(
            attempt_items,
            (attempt_items.c.attempt_id == draws.c.attempt_id) & (attempt_items.c.n == draws.c.n),
        )
        .where(
            attempts.c.drill_id == attempt.drill_id,
            attempts.c.owner == attempt.owner,
            attempts.c.learner == attempt.learner,
            attempt_items.c.item == item,
        )
    )
    return set(session.execute(query).scalars())


def keep_draft(
    session: Session, attempt_id: str, n: int, draft: Mapping[str, Any], *, seq: int | None
) -> bool:
    """Keep what the learner has not sent yet; False if a newer draft is kept, or all is closed.

    `seq` None: newer than what is kept.
    """
    query = update(attempt_items).where(*_item_is(attempt_id, n), attempt_items.c.is_open)
    if seq is None:
        query = query.values(draft=draft, draft_seq=attempt_items.c.draft_seq + 1)
    else:
        query = query.where(attempt_items.c.draft_seq < seq).values(draft=draft, draft_seq=seq)
    return changed(session.execute(query))


def _item_is(attempt_id: str, n: int) -> tuple[Any, Any]:
    return attempt_items.c.attempt_id == attempt_id, attempt_items.c.n == n
