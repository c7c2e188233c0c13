"""Submissions: every response that was graded.

`submission_facts`, `take_try` and `add_submission` are on the path every submission takes.
"""

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
    ForeignKeyConstraint,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    bindparam,
    insert,
    select,
    update,
)

from service.store.attempts import AttemptItemRow, attempt_items, attempts
from service.store.columns import Exactly, Moment, metadata
from service.store.database import Session
from service.store.prepared import Prepared
from service.store.rows import all_rows, one_or_none
from service.store.variants import variants

submissions = Table(
    "submissions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("attempt_id", Text, nullable=False),
    Column("n", Integer, nullable=False),
    Column("draw", Integer, nullable=False),
    Column("try_number", Integer, nullable=False),  # from 1, on this variant
    Column("revision_id", Integer, nullable=False),
    Column("variant_id", Integer, nullable=False),
    Column("lang", Text, nullable=False),
    Column("responses", JSON, nullable=False),  # as typed
    Column("outcome", JSON, nullable=False),
    Column("score", Exactly, nullable=False),  # in [0, 1]
    Column("is_late", Boolean, nullable=False),
    Column("submitted_at", Moment, nullable=False),
    UniqueConstraint("attempt_id", "n", "draw", "try_number"),
    ForeignKeyConstraint(["attempt_id", "n"], ["attempt_items.attempt_id", "attempt_items.n"]),
)


@dataclass(frozen=True, slots=True)
class SubmissionRow:
    """One graded response, kept. `outcome` is the JSON of question_bank's Outcome."""

    id: str
    attempt_id: str
    n: int
    draw: int
    try_number: int
    revision_id: int
    variant_id: int
    lang: str
    responses: Mapping[str, Any]
    outcome: Mapping[str, Any]
    score: Fraction
    is_late: bool
    submitted_at: datetime


@dataclass(frozen=True, slots=True)
class SubmissionFacts:
    """What grading one response must know, in one read. `owner` and `state` are the attempt's."""

    owner: str
    state: Literal["open", "finished"]
    policy: str
    lang: str
    deadline_at: datetime | None
    item: str
    revision_id: int
    weight: Fraction
    variant_id: int | None
    variant_state: Literal["ready", "quarantined"] | None
    draw: int
    tries_used: int
    streak: int
    graded: int
    score: Fraction | None


_facts = Prepared(
    select(
        attempts.c.owner,
        attempts.c.state,
        attempts.c.policy,
        attempts.c.lang,
        attempts.c.deadline_at,
        attempt_items.c.item,
        attempt_items.c.revision_id,
        attempt_items.c.weight,
        attempt_items.c.variant_id,
        variants.c.state.label("variant_state"),
        attempt_items.c.draw,
        attempt_items.c.tries_used,
        attempt_items.c.streak,
        attempt_items.c.graded,
        attempt_items.c.score,
    )
    .select_from(
        attempt_items.join(attempts, attempts.c.id == attempt_items.c.attempt_id).outerjoin(
            variants, variants.c.id == attempt_items.c.variant_id
        )
    )
    .where(
        attempt_items.c.attempt_id == bindparam("attempt_id"), attempt_items.c.n == bindparam("n")
    )
)


def submission_facts(session: Session, attempt_id: str, n: int) -> SubmissionFacts | None:
    columns = _facts.columns(session, {"attempt_id": attempt_id, "n": n})
    return SubmissionFacts(*columns) if columns else None


_take_try = Prepared(
    update(attempt_items)
    .where(
        attempt_items.c.attempt_id == bindparam("of_attempt"),
        attempt_items.c.n == bindparam("of_n"),
        attempt_items.c.draw == bindparam("seen_draw"),
        attempt_items.c.tries_used == bindparam("seen_tries"),
        attempt_items.c.is_open,
    )
    .values(
        tries_used=attempt_items.c.tries_used + 1,
        streak=bindparam("new_streak"),
        graded=attempt_items.c.graded + 1,
        score=bindparam("new_score"),
        last=bindparam("new_last"),
        draft=None,
    )
)


def take_try(session: Session, after: AttemptItemRow, seen: SubmissionFacts) -> bool:
    """Use one try, if the item is still as it was `seen` and open; else False."""
    values = {
        "of_attempt": after.attempt_id,
        "of_n": after.n,
        "seen_draw": seen.draw,
        "seen_tries": seen.tries_used,
        "new_streak": after.streak,
        "new_score": after.score,
        "new_last": after.last,
    }
    return _take_try.run(session, values) == 1


_add_submission = Prepared(insert(submissions))


def add_submission(session: Session, row: SubmissionRow) -> None:
    _add_submission.run(session, {name: getattr(row, name) for name in SubmissionRow.__slots__})


def get_submission(session: Session, submission_id: str) -> SubmissionRow | None:
    query = select(submissions).where(submissions.c.id == submission_id)
    return one_or_none(session, query, SubmissionRow)


def submissions_of(session: Session, attempt_id: str) -> list[SubmissionRow]:
    """All of an attempt, by item and then in the order they were made."""
    query = select(submissions).where(submissions.c.attempt_id == attempt_id)
    order = (submissions.c.n, submissions.c.draw, submissions.c.try_number)
    return all_rows(session, query.order_by(*order), SubmissionRow)


def last_submission(session: Session, attempt_id: str, n: int, draw: int) -> SubmissionRow | None:
    """The newest submission to the given variant of an item."""
    query = select(submissions).where(
        submissions.c.attempt_id == attempt_id, submissions.c.n == n, submissions.c.draw == draw
    )
    query = query.order_by(submissions.c.try_number.desc()).limit(1)
    return one_or_none(session, query, SubmissionRow)
