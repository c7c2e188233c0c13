"""Revisions: the states of an item, each for ever.

A revision never changes but for its status and its audit report. Two revisions with one grading
hash share one pool of variants.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import (
    JSON,
    Column,
    ForeignKey,
    Integer,
    ScalarSelect,
    Table,
    Text,
    UniqueConstraint,
    func,
    insert,
    select,
    update,
)

from service.store.columns import Moment, metadata
from service.store.database import Session
from service.store.rows import all_rows, one_or_none

RevisionStatus = Literal["checking", "published", "refused"]

revisions = Table(
    "item_revisions",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("item", ForeignKey("items.name"), nullable=False),
    Column("major", Integer, nullable=False),  # grows when grading changes
    Column("minor", Integer, nullable=False),  # grows when only texts change
    Column("grading_hash", Text, nullable=False),
    Column("text_hash", Text, nullable=False),
    Column("body", JSON, nullable=False),  # schemas.bank.dump_item
    Column("status", Text, nullable=False),
    Column("audit_report", JSON(none_as_null=True)),
    Column("created_at", Moment, nullable=False),
    UniqueConstraint("item", "major", "minor"),
)


@dataclass(frozen=True, slots=True)
class RevisionRow:
    """One state of an item, for ever."""

    id: int
    item: str
    major: int
    minor: int
    grading_hash: str
    text_hash: str
    body: Mapping[str, Any]
    status: RevisionStatus
    audit_report: Mapping[str, Any] | None
    created_at: datetime


def get_revision(session: Session, revision_id: int) -> RevisionRow | None:
    query = select(revisions).where(revisions.c.id == revision_id)
    return one_or_none(session, query, RevisionRow)


def revisions_by_id(session: Session, ids: Collection[int]) -> dict[int, RevisionRow]:
    query = select(revisions).where(revisions.c.id.in_(ids))
    return {row.id: row for row in all_rows(session, query, RevisionRow)}


def list_revisions(session: Session, item: str) -> list[RevisionRow]:
    """Newest first."""
    query = select(revisions).where(revisions.c.item == item)
    query = query.order_by(revisions.c.major.desc(), revisions.c.minor.desc())
    return all_rows(session, query, RevisionRow)


def add_revision(session: Session, values: Mapping[str, Any]) -> int:
    """The id of the new revision."""
    query = insert(revisions).values(**values).returning(revisions.c.id)
    revision_id: int = session.execute(query).scalar_one()
    return revision_id


def newest_published(item: str) -> ScalarSelect[Any]:
    """The id of an item's newest published revision, for use in a query."""
    query = select(func.max(revisions.c.id))
    return query.where(
        revisions.c.item == item, revisions.c.status == "published"
    ).scalar_subquery()


def refuse(session: Session, revision_id: int, report: Mapping[str, Any]) -> None:
    """The audit failed: what was current stays current."""
    set_status(session, revision_id, "refused", report)


def keep_report(session: Session, revision_id: int, report: Mapping[str, Any]) -> None:
    session.execute(
        update(revisions).where(revisions.c.id == revision_id).values(audit_report=report)
    )


def set_status(
    session: Session, revision_id: int, status: RevisionStatus, report: Mapping[str, Any] | None
) -> None:
    values: dict[str, Any] = {"status": status}
    if report is not None:
        values["audit_report"] = report
    session.execute(update(revisions).where(revisions.c.id == revision_id).values(**values))
