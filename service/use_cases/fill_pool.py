"""Compute an item's variants ahead: drawn, checked, told apart, kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from question_bank.items import CompiledItem
from question_bank.variants import NoVariant, draw_variant, dump_variant, prompt_hash
from service import compiled as kept
from service.clock import utc_now
from service.failpoints import hit
from service.settings import current_settings
from service.store import revisions, variants
from service.store.database import Session, reading, retrying, transaction
from service.store.jobs import JobRow
from service.store.revisions import RevisionRow
from service.store.variants import PoolKey, PoolRow
from service.use_cases.check_variant import check_variant
from service.use_cases.do_job import as_job, finish_job, tell_progress

BATCH = 100  # seeds tried in one transaction
# An item has no more variants when this many seeds, or four times its variants, gave none.
BARREN = 200


@as_job
def fill_pool(job: JobRow) -> None:
    """Fill the pool of a revision (the job's subject). Killed half-way, it goes on from there."""
    revision, compiled = revision_of(job)
    hit("fill_pool.claimed")
    fill(job, compiled, pool_of(revision))
    end_job(job, pool_of(revision))


def fill(job: JobRow, compiled: CompiledItem, key: PoolKey) -> None:
    """Add batches until the pool is complete."""
    while not _add_batch(job, compiled, key).is_complete:
        hit("fill_pool.committed")


@retrying
def end_job(job: JobRow, key: PoolKey) -> None:
    with transaction() as session:
        finish_job(session, job, {"ready": variants.ready_count(session, key)})
        hit("fill_pool.before_done")


@retrying
def revision_of(job: JobRow) -> tuple[RevisionRow, CompiledItem]:
    """The revision that is the job's subject."""
    with reading() as session:
        revision = revisions.get_revision(session, int(job.subject))
    assert revision is not None, f"job {job.id}: no revision {job.subject}"
    return revision, kept.compiled_row(revision)


def pool_of(revision: RevisionRow) -> PoolKey:
    return PoolKey(revision.item, revision.grading_hash)


# --- one batch ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawn:
    """What came of one seed: a new variant, or nothing (none possible, or known already)."""

    seed: int
    variant: dict[str, Any] | None  # columns of a row, but for its rank


@retrying
def _add_batch(job: JobRow, compiled: CompiledItem, key: PoolKey) -> PoolRow:
    """Draw outside the transaction, keep inside; drawn again if the pool grew meanwhile."""
    with transaction() as session:
        seen = variants.open_pool(session, key)
    with reading() as session:
        known = variants.known_prompts(session, key)
        ready = variants.ready_count(session, key)
    missing = current_settings().pool_size - ready
    batch = draw_batch(compiled, range(seen.next_seed, seen.next_seed + BATCH), known, missing)
    hit("fill_pool.drawn")
    with transaction() as session:
        pool = variants.open_pool(session, key)
        if pool.next_seed == seen.next_seed:
            pool = keep_batch(session, pool, batch)
        ready = variants.ready_count(session, key)
        pool = replace(pool, is_complete=_is_complete(pool, ready))
        variants.change_pool(session, pool)
        tell_progress(session, job, done=ready, total=max(ready, _wanted(pool, ready)))
        hit("fill_pool.before_commit")
    return pool


def draw_batch(
    compiled: CompiledItem, seeds: Iterable[int], known: set[str], most: int
) -> list[Drawn]:
    """Try seeds in turn until `most` new variants are found; `known` prompts are not new."""
    seen = set(known)
    batch: list[Drawn] = []
    for seed in seeds:
        if most <= 0:
            break
        drawn = Drawn(seed, _new_variant(compiled, str(seed), seen))
        batch.append(drawn)
        most -= drawn.variant is not None and drawn.variant["state"] == "ready"
    return batch


def _new_variant(compiled: CompiledItem, seed: str, seen: set[str]) -> dict[str, Any] | None:
    try:
        variant = draw_variant(compiled, seed)
    except NoVariant:
        return None
    prompt = prompt_hash(compiled, variant)
    if prompt in seen:
        return None
    seen.add(prompt)
    reason = check_variant(compiled, variant)
    state: Literal["ready", "quarantined"] = "quarantined" if reason else "ready"
    return {
        "seed": seed,
        "draws": variant.draws,
        "body": dump_variant(variant),
        "prompt_hash": prompt,
        "state": state,
        "reason": reason,
    }


def keep_batch(session: Session, pool: PoolRow, batch: list[Drawn]) -> PoolRow:
    """Add what was drawn to an open pool (locked by this transaction); the pool after that."""
    now = utc_now()
    new = [drawn.variant for drawn in batch if drawn.variant is not None]
    whose = {"item": pool.item, "grading_hash": pool.grading_hash, "created_at": now}
    ranked = enumerate(new, start=pool.size)
    variants.add_variants(session, [{**row, **whose, "rank": rank} for rank, row in ranked])
    barren = pool.barren
    for drawn in batch:
        barren = 0 if drawn.variant is not None else barren + 1
    next_seed = batch[-1].seed + 1 if batch else pool.next_seed
    return replace(pool, size=pool.size + len(new), next_seed=next_seed, barren=barren)


def _is_complete(pool: PoolRow, ready: int) -> bool:
    return ready >= current_settings().pool_size or pool.barren >= max(BARREN, 4 * pool.size)


def _wanted(pool: PoolRow, ready: int) -> int:
    return ready if pool.is_complete else current_settings().pool_size
