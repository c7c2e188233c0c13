"""Drills: which items, under which policy; and how many variants each has given out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import JSON, Column, ForeignKey, Integer, Table, Text, insert, select, update

from service.store.columns import Moment, metadata
from service.store.conflicts import insert_or_ignore
from service.store.database import Session
from service.store.rows import all_rows, changed, one_or_none

drills = Table(
    "drills",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False, index=True),  # a client's id; "" for everybody's
    Column("topic", Text, unique=True),  # "bank/topic" of a practice open to anyone
    Column("title", JSON, nullable=False),
    Column("policy", JSON, nullable=False),
    Column("selection", JSON, nullable=False),
    Column("state", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
)

# How many variants of an item a drill has given out: the next learner's place in the pool.
assignments = Table(
    "assignments",
    metadata,
    Column("drill_id", ForeignKey("drills.id"), primary_key=True),
    Column("item", Text, primary_key=True),
    Column("count", Integer, nullable=False),
)


@dataclass(frozen=True, slots=True)
class DrillRow:
    """A drill. `policy` and `selection` are the JSON of question_bank.drill's values."""

    id: str
    owner: str
    topic: str | None
    title: Mapping[str, str]
    policy: Mapping[str, Any]
    selection: Mapping[str, Any]
    state: Literal["open", "closed"]
    revision: int
    created_at: datetime
    updated_at: datetime


def add_drill(session: Session, drill: DrillRow) -> None:
    session.execute(insert(drills).values(_values(drill)))


def get_drill(session: Session, drill_id: str) -> DrillRow | None:
    return one_or_none(session, select(drills).where(drills.c.id == drill_id), DrillRow)


def get_topic_drill(session: Session, topic: str) -> DrillRow | None:
    return one_or_none(session, select(drills).where(drills.c.topic == topic), DrillRow)


def add_topic_drill(session: Session, drill: DrillRow) -> None:
    """Keep the practice drill of a topic, unless somebody just did."""
    insert_or_ignore(session, drills, _values(drill))


def list_drills(session: Session, owner: str, *, after: str, limit: int) -> list[DrillRow]:
    query = select(drills).where(drills.c.owner == owner, drills.c.id > after)
    return all_rows(session, query.order_by(drills.c.id).limit(limit), DrillRow)


def change_drill(session: Session, drill: DrillRow, *, seen_revision: int) -> bool:
    """Change a drill if it is still as the caller saw it; its revision grows by one."""
    values = {**_values(drill), "revision": seen_revision + 1}
    query = update(drills).where(drills.c.id == drill.id, drills.c.revision == seen_revision)
    return changed(session.execute(query.values(**values)))


def _values(drill: DrillRow) -> dict[str, Any]:
    return {column.name: getattr(drill, column.name) for column in drills.c}


def next_place(session: Session, drill_id: str, item: str) -> int:
    """Count one more variant given out; the number of those before it, from 0."""
    insert_or_ignore(session, assignments, {"drill_id": drill_id, "item": item, "count": 0})
    query = update(assignments).where(
        assignments.c.drill_id == drill_id, assignments.c.item == item
    )
    taken: int = session.execute(
        query.values(count=assignments.c.count + 1).returning(assignments.c.count)
    ).scalar_one()
    return taken - 1
