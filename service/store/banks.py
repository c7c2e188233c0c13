"""Banks and their items. An item points to its current, published revision."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    Table,
    Text,
    insert,
    select,
    update,
)

from service.store import revisions
from service.store.columns import Moment, metadata
from service.store.database import Session
from service.store.revisions import RevisionRow, RevisionStatus
from service.store.rows import all_rows, changed, one_or_none

ItemStatus = Literal["checking", "published", "refused", "absent"]

banks = Table(
    "banks",
    metadata,
    Column("id", Text, primary_key=True),
    Column("title", JSON, nullable=False),
    Column("summary", JSON, nullable=False),
    Column("languages", JSON, nullable=False),
    Column("topics", JSON, nullable=False),  # [{"id", "title", "summary"}] in the bank's order
    Column("licence", Text),
    Column("revision", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
)

items = Table(
    "items",
    metadata,
    Column("name", Text, primary_key=True),  # "llm-pretraining/loss-gap"
    Column("bank_id", ForeignKey("banks.id"), nullable=False, index=True),
    Column("topic", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("title", JSON, nullable=False),
    Column("difficulty", Text, nullable=False),
    Column("tags", JSON, nullable=False),
    Column("interactions", JSON, nullable=False),  # kinds of the parts, each once
    Column("points", Text, nullable=False),
    Column("is_present", Boolean, nullable=False),  # False: the bank's newest file lacks it
    Column("revision_id", Integer),  # the current revision: published
    Column("latest_id", Integer),  # the newest revision: may be checking or refused
)


@dataclass(frozen=True, slots=True)
class BankRow:
    """A bank as last loaded. `revision` grows with every load that changed something."""

    id: str
    title: Mapping[str, str]
    summary: Mapping[str, str]
    languages: Sequence[str]
    topics: Sequence[Mapping[str, Any]]
    licence: str | None
    revision: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item with what its current revision says of itself; `revision_id` None: none is ready."""

    name: str
    bank_id: str
    topic: str
    position: int
    title: Mapping[str, str]
    difficulty: str
    tags: Sequence[str]
    interactions: Sequence[str]
    points: str
    is_present: bool
    revision_id: int | None
    latest_id: int | None
    major: int | None  # of the current revision
    minor: int | None
    latest_status: RevisionStatus | None

    @property
    def status(self) -> ItemStatus:
        if not self.is_present:
            return "absent"
        return "published" if self.revision_id else (self.latest_status or "checking")

    @property
    def version(self) -> str | None:
        """Of the current revision: `2.1`; the second number grows when only texts change."""
        return f"{self.major}.{self.minor}" if self.revision_id else None


# --- banks ------------------------------------------------------------------------------------


def get_bank(session: Session, bank_id: str) -> BankRow | None:
    return one_or_none(session, select(banks).where(banks.c.id == bank_id), BankRow)


def list_banks(session: Session, *, after: str, limit: int) -> list[BankRow]:
    query = select(banks).where(banks.c.id > after).order_by(banks.c.id).limit(limit)
    return all_rows(session, query, BankRow)


def add_bank(session: Session, bank: BankRow) -> None:
    session.execute(insert(banks).values(_bank_values(bank)))


def change_bank(session: Session, bank: BankRow) -> None:
    session.execute(update(banks).where(banks.c.id == bank.id).values(_bank_values(bank)))


def _bank_values(bank: BankRow) -> dict[str, Any]:
    return {column.name: getattr(bank, column.name) for column in banks.columns}


# --- items ------------------------------------------------------------------------------------


_current = revisions.revisions.alias("current")
_latest = revisions.revisions.alias("latest")
_items = select(
    items,
    _current.c.major,
    _current.c.minor,
    _latest.c.status.label("latest_status"),
).select_from(
    items.outerjoin(_current, _current.c.id == items.c.revision_id).outerjoin(
        _latest, _latest.c.id == items.c.latest_id
    )
)


def get_item(session: Session, name: str) -> ItemRow | None:
    return one_or_none(session, _items.where(items.c.name == name), ItemRow)


def list_items(
    session: Session,
    *,
    bank: str | None = None,
    topic: str | None = None,
    names: Collection[str] | None = None,
    after: str = "",
    limit: int | None = None,
    only_ready: bool = False,
) -> list[ItemRow]:
    """Items by name; all filters given must hold."""
    query = _items.where(items.c.name > after).order_by(items.c.name).limit(limit)
    if bank is not None:
        query = query.where(items.c.bank_id == bank)
    if topic is not None:
        query = query.where(items.c.topic == topic)
    if names is not None:
        query = query.where(items.c.name.in_(names))
    if only_ready:
        query = query.where(items.c.is_present, items.c.revision_id.is_not(None))
    return all_rows(session, query, ItemRow)


def items_of_bank(session: Session, bank_id: str) -> dict[str, ItemRow]:
    query = _items.where(items.c.bank_id == bank_id)
    return {item.name: item for item in all_rows(session, query, ItemRow)}


def add_item(session: Session, name: str, facts: Mapping[str, Any]) -> None:
    session.execute(insert(items).values(name=name, **facts))


def change_item(session: Session, name: str, facts: Mapping[str, Any]) -> None:
    session.execute(update(items).where(items.c.name == name).values(**facts))


def mark_absent(session: Session, names: Collection[str]) -> None:
    session.execute(update(items).where(items.c.name.in_(names)).values(is_present=False))


def add_revision(session: Session, values: Mapping[str, Any]) -> int:
    """Keep the newest revision of an item; its id."""
    revision_id = revisions.add_revision(session, values)
    session.execute(
        update(items).where(items.c.name == values["item"]).values(latest_id=revision_id)
    )
    return revision_id


def publish(session: Session, revision: RevisionRow, report: Mapping[str, Any] | None) -> bool:
    """Make a revision the current one of its item, unless a newer one is; False if it is not."""
    revisions.set_status(session, revision.id, "published", report)
    newest = revisions.newest_published(revision.item)
    query = update(items).where(items.c.name == revision.item, newest == revision.id)
    return changed(session.execute(query.values(revision_id=revision.id)))
