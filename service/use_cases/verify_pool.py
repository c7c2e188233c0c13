"""Compute a pool's variants again and compare: after a change of the engine or of Python.

Nothing is overwritten. A variant that comes out otherwise is withdrawn, and told in the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from question_bank.items import CompiledItem
from question_bank.variants import NoVariant, draw_variant, dump_variant
from service.store import variants
from service.store.database import Session, reading, retrying, transaction
from service.store.jobs import JobRow
from service.store.variants import PoolKey, VariantRow
from service.use_cases.ask_for_job import add_job, enqueue_after_commit
from service.use_cases.check_variant import check_variant
from service.use_cases.do_job import as_job, finish_job, tell_progress
from service.use_cases.fill_pool import pool_of, revision_of
from service.use_cases.quarantine_variant import withdraw

BATCH = 200
MOST_TOLD = 100  # differences listed in the result


@dataclass(slots=True)
class Verified:
    """What a comparison found; `differences` tells variant, seed and what is wrong."""

    compared: int = 0
    withdrawn: int = 0
    differences: list[Mapping[str, Any]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {
            "compared": self.compared,
            "withdrawn": self.withdrawn,
            "differences": self.differences[:MOST_TOLD],
        }


@as_job
def verify_pool(job: JobRow) -> None:
    """Compare every ready variant of the revision's pool; withdrawn ones are replaced."""
    revision, compiled = revision_of(job)
    key = pool_of(revision)
    found = verify(job, compiled, key)
    _end(job, key, found)


def verify(job: JobRow, compiled: CompiledItem, key: PoolKey) -> Verified:
    """Withdraw what differs, batch by batch."""
    found = Verified()
    after_rank = -1
    while rows := _batch(key, after_rank):
        faults = [
            (row, fault)
            for row in rows
            if row.state == "ready" and (fault := fault_of(compiled, row))
        ]
        _keep(job, key, faults, done=rows[-1].rank + 1)
        found.compared += len(rows)
        found.withdrawn += len(faults)
        found.differences += [
            {"variant": row.id, "seed": row.seed, "fault": fault} for row, fault in faults
        ]
        after_rank = rows[-1].rank
    return found


def fault_of(compiled: CompiledItem, row: VariantRow) -> str | None:
    """What is wrong with a kept variant, seen by the engine of today."""
    try:
        variant = draw_variant(compiled, row.seed)
    except NoVariant:
        return "its seed has no variant any more"
    today = dump_variant(variant)
    differing = sorted(name for name in today if today[name] != row.body.get(name))
    if differing:
        return f"its seed now gives other {', '.join(differing)}"
    return check_variant(compiled, variant)


@retrying
def _batch(key: PoolKey, after_rank: int) -> Sequence[VariantRow]:
    with reading() as session:
        return variants.list_variants(session, key, after_rank=after_rank, limit=BATCH)


@retrying
def _keep(job: JobRow, key: PoolKey, faults: list[tuple[VariantRow, str]], *, done: int) -> None:
    with transaction() as session:
        for row, fault in faults:
            withdraw(session, row, fault, actor="worker")
        tell_progress(session, job, done=done, total=_size(session, key))


def _size(session: Session, key: PoolKey) -> int:
    pool = variants.get_pool(session, key)
    return pool.size if pool else 0


@retrying
def _end(job: JobRow, key: PoolKey, found: Verified) -> None:
    asked = []
    with transaction() as session:
        if found.withdrawn:
            asked.append(
                add_job(session, "fill_pool", int(job.subject), owner=job.owner, parent=job.parent)
            )
        finish_job(session, job, found.as_json())
    enqueue_after_commit(asked)
