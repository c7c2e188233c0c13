"""The pools: every item's variants, computed ahead, checked, ranked. A row never changes but for
its state.

A pool belongs to an item and a grading hash, so a change of texts keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    func,
    insert,
    select,
    update,
)

from service.store.columns import Moment, metadata
from service.store.conflicts import insert_or_ignore
from service.store.database import Session
from service.store.rows import all_rows, changed, one_or_none

pools = Table(
    "pools",
    metadata,
    Column("item", Text, primary_key=True),
    Column("grading_hash", Text, primary_key=True),
    Column("size", Integer, nullable=False),  # ranks given out: 0 .. size - 1
    Column("next_seed", Integer, nullable=False),
    Column("barren", Integer, nullable=False),  # seeds since the last that gave a new variant
    Column("is_complete", Boolean, nullable=False),
)

variants = Table(
    "variants",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("item", Text, nullable=False),
    Column("grading_hash", Text, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("seed", Text, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("body", JSON, nullable=False),  # question_bank.variants.dump_variant
    Column("prompt_hash", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("reason", Text),  # why it was quarantined
    Column("created_at", Moment, nullable=False),
    UniqueConstraint("item", "grading_hash", "rank"),
    UniqueConstraint("item", "grading_hash", "seed"),
    UniqueConstraint("item", "grading_hash", "prompt_hash"),
)


@dataclass(frozen=True, slots=True)
class PoolKey:
    """Which pool: an item and the grading hash of its revision."""

    item: str
    grading_hash: str


@dataclass(frozen=True, slots=True)
class PoolRow:
    """Size and progress of a pool. Complete: it needs no more, or the item has no more."""

    item: str
    grading_hash: str
    size: int
    next_seed: int
    barren: int
    is_complete: bool

    @property
    def key(self) -> PoolKey:
        return PoolKey(self.item, self.grading_hash)


@dataclass(frozen=True, slots=True)
class VariantRow:
    """One variant: `body` is its frozen truth; `rank` its place in the pool, from 0."""

    id: int
    item: str
    grading_hash: str
    rank: int
    seed: str
    draws: int
    body: Mapping[str, Any]
    prompt_hash: str
    state: Literal["ready", "quarantined"]
    reason: str | None
    created_at: datetime


def open_pool(session: Session, key: PoolKey) -> PoolRow:
    """The pool, made if new, locked against others until the transaction ends."""
    query = select(pools).where(*_pool_is(key)).with_for_update()
    if pool := one_or_none(session, query, PoolRow):
        return pool
    new = {"size": 0, "next_seed": 1, "barren": 0, "is_complete": False}
    insert_or_ignore(session, pools, {"item": key.item, "grading_hash": key.grading_hash, **new})
    pool = one_or_none(session, query, PoolRow)
    assert pool is not None
    return pool


def get_pool(session: Session, key: PoolKey) -> PoolRow | None:
    return one_or_none(session, select(pools).where(*_pool_is(key)), PoolRow)


def change_pool(session: Session, pool: PoolRow) -> None:
    values = {name: getattr(pool, name) for name in ("size", "next_seed", "barren", "is_complete")}
    session.execute(update(pools).where(*_pool_is(pool.key)).values(**values))


def reopen_pool(session: Session, key: PoolKey) -> None:
    """The pool lost a variant: it is to be filled again."""
    session.execute(update(pools).where(*_pool_is(key)).values(is_complete=False, barren=0))


def add_variants(session: Session, rows: list[dict[str, Any]]) -> None:
    if rows:
        session.execute(insert(variants), rows)


def get_variant(session: Session, variant_id: int) -> VariantRow | None:
    return one_or_none(session, select(variants).where(variants.c.id == variant_id), VariantRow)


def is_quarantined(session: Session, variant_id: int) -> bool:
    query = select(variants.c.state).where(variants.c.id == variant_id)
    return bool(session.execute(query).scalar_one() == "quarantined")


def variant_of_rank(session: Session, key: PoolKey, rank: int) -> VariantRow | None:
    query = select(variants).where(*_variant_of(key), variants.c.rank == rank)
    return one_or_none(session, query, VariantRow)


def ready_count(session: Session, key: PoolKey) -> int:
    query = select(func.count()).select_from(variants)
    return session.execute(query.where(*_variant_of(key), variants.c.state == "ready")).scalar_one()


def ready_ranks(session: Session, key: PoolKey) -> list[tuple[int, int]]:
    """(rank, id) of the variants that may be given out."""
    query = select(variants.c.rank, variants.c.id).where(*_variant_of(key))
    rows = session.execute(query.where(variants.c.state == "ready").order_by(variants.c.rank))
    return [(row.rank, row.id) for row in rows]


def known_prompts(session: Session, key: PoolKey) -> set[str]:
    query = select(variants.c.prompt_hash).where(*_variant_of(key))
    return set(session.execute(query).scalars())


def list_variants(
    session: Session, key: PoolKey, *, after_rank: int, limit: int
) -> list[VariantRow]:
    query = select(variants).where(*_variant_of(key), variants.c.rank > after_rank)
    return all_rows(session, query.order_by(variants.c.rank).limit(limit), VariantRow)


def quarantine(session: Session, variant_id: int, reason: str) -> bool:
    """Withdraw a variant; False if it was withdrawn before."""
    query = update(variants).where(variants.c.id == variant_id, variants.c.state == "ready")
    return changed(session.execute(query.values(state="quarantined", reason=reason)))


def _pool_is(key: PoolKey) -> tuple[Any, Any]:
    return pools.c.item == key.item, pools.c.grading_hash == key.grading_hash


def _variant_of(key: PoolKey) -> tuple[Any, Any]:
    return variants.c.item == key.item, variants.c.grading_hash == key.grading_hash
