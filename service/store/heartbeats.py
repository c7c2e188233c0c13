"""When a lasting process was last seen at work."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, Table, Text, insert, select, update

from service.store.columns import Moment, metadata
from service.store.database import Session
from service.store.rows import changed

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("name", Text, primary_key=True),
    Column("at", Moment, nullable=False),
)


def beat(session: Session, name: str, at: datetime) -> None:
    query = update(heartbeats).where(heartbeats.c.name == name)
    if not changed(session.execute(query.values(at=at))):
        session.execute(insert(heartbeats).values(name=name, at=at))


def last_beat(session: Session, name: str) -> datetime | None:
    return session.execute(select(heartbeats.c.at).where(heartbeats.c.name == name)).scalar()
