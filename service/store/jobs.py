"""Work to be done later: one row is one job. Redis only carries its id.

A job is claimed with a lease and a fence, a number that grows with each claim. A write of a worker
whose lease was taken over finds another fence and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import (
    JSON,
    Column,
    Index,
    Integer,
    Table,
    Text,
    and_,
    func,
    or_,
    select,
    text,
    update,
)

from service.store.columns import Moment, metadata
from service.store.conflicts import insert_or_ignore
from service.store.database import Session
from service.store.rows import all_rows, changed, one_or_none

JobKind = Literal["load_bank", "fill_pool", "audit_revision", "rebuild_revision", "verify_pool"]
JobState = Literal["due", "running", "done", "failed"]
_UNDONE = text("state IN ('due', 'running')")

jobs = Table(
    "jobs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("subject", Text, nullable=False),  # the id of an item's revision, or a bank's id
    Column("parent", Text, index=True),  # the operation this is a part of
    Column("owner", Text, nullable=False),  # who asked for it
    Column("state", Text, nullable=False),
    Column("done", Integer, nullable=False),  # progress: done of total
    Column("total", Integer, nullable=False),
    Column("lease_until", Moment),
    Column("fence", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("nudges", Integer, nullable=False),  # messages sent to the queue
    Column("nudged_at", Moment),  # the last of them; None: the sweep is to send one
    Column("next_at", Moment, nullable=False),
    Column("error", Text),
    Column("result", JSON(none_as_null=True)),
    Column("created_at", Moment, nullable=False),
    Column("finished_at", Moment),
    # One undone job of a kind on a subject: asking again is harmless.
    Index(
        "uq_jobs_undone",
        "kind",
        "subject",
        unique=True,
        sqlite_where=_UNDONE,
        postgresql_where=_UNDONE,
    ),
    Index("ix_jobs_state_next_at", "state", "next_at"),
)


@dataclass(frozen=True, slots=True)
class JobRow:
    """One piece of work and how far it is."""

    id: str
    kind: JobKind
    subject: str
    parent: str | None
    owner: str
    state: JobState
    done: int
    total: int
    lease_until: datetime | None
    fence: int
    tries: int
    nudges: int
    nudged_at: datetime | None
    next_at: datetime
    error: str | None
    result: Mapping[str, Any] | None
    created_at: datetime
    finished_at: datetime | None


def add_job(session: Session, row: JobRow) -> JobRow:
    """Keep a job; the one that is there already if the same work is undone."""
    values = {column.name: getattr(row, column.name) for column in jobs.c}
    if insert_or_ignore(session, jobs, values):
        return row
    undone = and_(jobs.c.kind == row.kind, jobs.c.subject == row.subject, _UNDONE)
    # It may have ended since the insert: then this one is kept after all.
    return one_or_none(session, select(jobs).where(undone), JobRow) or add_job(session, row)


def get_job(session: Session, job_id: str) -> JobRow | None:
    return one_or_none(session, select(jobs).where(jobs.c.id == job_id), JobRow)


def parts_of(session: Session, parent: str) -> list[JobRow]:
    """The jobs an operation is made of, oldest first."""
    query = select(jobs).where(jobs.c.parent == parent).order_by(jobs.c.created_at, jobs.c.id)
    return all_rows(session, query, JobRow)


# --- claiming and doing -----------------------------------------------------------------------


def claim(session: Session, job_id: str, *, now: datetime, lease_until: datetime) -> JobRow | None:
    """Take a job that is due or whose lease lapsed; None if it is done, held or not due yet."""
    query = (
        update(jobs)
        .where(jobs.c.id == job_id, _free(now))
        .values(
            state="running",
            lease_until=lease_until,
            fence=jobs.c.fence + 1,
            tries=jobs.c.tries + 1,
        )
        .returning(jobs)
    )
    return one_or_none(session, query, JobRow)


def _free(now: datetime) -> Any:
    is_due = and_(jobs.c.state == "due", jobs.c.next_at <= now)
    has_lapsed = and_(jobs.c.state == "running", jobs.c.lease_until < now)
    return or_(is_due, has_lapsed)


def tell_progress(session: Session, job: JobRow, *, done: int, total: int) -> bool:
    """False if another worker holds the job now."""
    return _change(session, job, {"done": done, "total": total})


def renew(session: Session, job: JobRow, *, lease_until: datetime) -> bool:
    """Hold the job longer; False if another worker holds it now, or it is done."""
    return _change(session, job, {"lease_until": lease_until})


def finish(session: Session, job: JobRow, *, result: Mapping[str, Any], now: datetime) -> bool:
    """Mark a job done, in the transaction of its result; False if another worker holds it now."""
    values = {"state": "done", "result": result, "error": None, "finished_at": now}
    return _change(session, job, {**values, "done": jobs.c.total, "lease_until": None})


def put_off(session: Session, job: JobRow, *, error: str, next_at: datetime) -> bool:
    """A try failed: the job is due again later."""
    values = {"state": "due", "error": error, "next_at": next_at, "lease_until": None}
    return _change(session, job, {**values, "nudged_at": None})


def give_up(session: Session, job: JobRow, *, error: str, now: datetime) -> bool:
    """The last try failed."""
    values = {"state": "failed", "error": error, "finished_at": now, "lease_until": None}
    return _change(session, job, values)


def _change(session: Session, job: JobRow, values: Mapping[str, Any]) -> bool:
    query = update(jobs).where(
        jobs.c.id == job.id, jobs.c.fence == job.fence, jobs.c.state == "running"
    )
    return changed(session.execute(query.values(**values)))


# --- the sweep --------------------------------------------------------------------------------


def unattended(
    session: Session, *, now: datetime, nudged_before: datetime, limit: int
) -> list[JobRow]:
    """Jobs that are due, or whose lease lapsed, with no fresh nudge; longest waiting first."""
    has_no_nudge = or_(jobs.c.nudged_at.is_(None), jobs.c.nudged_at < nudged_before)
    query = select(jobs).where(_free(now), has_no_nudge)
    return all_rows(session, query.order_by(jobs.c.next_at).limit(limit), JobRow)


def note_nudge(session: Session, job: JobRow, *, now: datetime) -> None:
    """Count one more message, unless another sweep just did."""
    query = update(jobs).where(jobs.c.id == job.id, jobs.c.nudges == job.nudges)
    session.execute(query.values(nudges=job.nudges + 1, nudged_at=now))


def oldest_due(session: Session) -> datetime | None:
    """Since when the longest waiting job is due."""
    query = select(func.min(jobs.c.next_at)).where(jobs.c.state == "due")
    return session.execute(query).scalar()


def count_by_state(session: Session) -> dict[tuple[str, str], int]:
    """(kind, state) -> number of jobs."""
    query = select(jobs.c.kind, jobs.c.state, func.count()).group_by(jobs.c.kind, jobs.c.state)
    return {(kind, state): count for kind, state, count in session.execute(query)}


def new_job(
    kind: JobKind,
    subject: str,
    *,
    job_id: str,
    owner: str,
    now: datetime,
    parent: str | None = None,
) -> JobRow:
    """A job that is due at once."""
    return JobRow(
        id=job_id, kind=kind, subject=subject, parent=parent, owner=owner, state="due",
        done=0, total=0, lease_until=None, fence=0, tries=0, nudges=1, nudged_at=now, next_at=now,
        error=None, result=None, created_at=now, finished_at=None,
    )  # fmt: skip
