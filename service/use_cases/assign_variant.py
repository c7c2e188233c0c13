"""Which variant a learner gets: from the pool, without giving any twice in a drill.

The drill counts the variants it gives out. The count is the place in a keyed permutation of the
pool's ranks, so that each is given once before any is given again, in an order nobody can guess.
"""

from __future__ import annotations

import hashlib
import math

from question_bank.items import CompiledItem
from service import compiled as kept
from service.clock import utc_now
from service.errors import GeneratorFailed, TransactionLost
from service.store import attempts, drills, variants
from service.store.attempts import AttemptItemRow, AttemptRow
from service.store.database import Session
from service.store.revisions import RevisionRow, get_revision
from service.store.variants import PoolKey
from service.use_cases.fill_pool import draw_batch, keep_batch, pool_of

ON_THE_SPOT = 50  # seeds tried while a learner waits


def assign_variant(session: Session, attempt: AttemptRow, item: AttemptItemRow) -> int:
    """Put the next variant before the learner, in the caller's transaction; its id.

    A pool that holds too few gets one computed on the spot. GeneratorFailed if there is none.
    """
    revision = get_revision(session, item.revision_id)
    assert revision is not None
    variant_id = _choose(session, attempt, item, revision)
    if not attempts.give_variant(session, item, variant_id, drawn_at=utc_now()):
        raise TransactionLost  # another call just gave one: look again
    return variant_id


def _choose(
    session: Session, attempt: AttemptRow, item: AttemptItemRow, revision: RevisionRow
) -> int:
    key = pool_of(revision)
    place = drills.next_place(session, attempt.drill_id, item.item)
    met = attempts.variants_given(session, attempt, item.item)
    pool = variants.get_pool(session, key)
    is_enough = pool is not None and (place < pool.size or pool.is_complete)
    if pool is not None and pool.size and is_enough:
        rank = permuted(place, pool.size, key=f"{attempt.drill_id} {item.item}")
        row = variants.variant_of_rank(session, key, rank)
        if row is not None and row.state == "ready" and row.id not in met:
            return row.id
    return (
        (is_enough and _first_unmet(session, key, met, after=place))
        or _compute(session, key, kept.compiled_row(revision))
        or _first_unmet(session, key, set(), after=place)
        or _no_variant(item.item)
    )


def _first_unmet(session: Session, key: PoolKey, met: set[int], *, after: int) -> int | None:
    """The first ready variant the learner has not met, from a place that differs each time."""
    ready = [variant_id for _, variant_id in variants.ready_ranks(session, key)]
    if not ready:
        return None
    start = after % len(ready)
    turned = ready[start:] + ready[:start]
    return next((variant_id for variant_id in turned if variant_id not in met), None)


def _compute(session: Session, key: PoolKey, compiled: CompiledItem) -> int | None:
    """One more variant, kept as the workers keep theirs; None if none is found in a few seeds."""
    pool = variants.open_pool(session, key)
    known = variants.known_prompts(session, key)
    seeds = range(pool.next_seed, pool.next_seed + ON_THE_SPOT)
    grown = keep_batch(session, pool, draw_batch(compiled, seeds, known, 1))
    variants.change_pool(session, grown)
    for rank in reversed(range(pool.size, grown.size)):
        row = variants.variant_of_rank(session, key, rank)
        if row is not None and row.state == "ready":
            return row.id
    return None


def _no_variant(item: str) -> int:
    raise GeneratorFailed(f"No variant of {item} can be drawn just now.")


def permuted(place: int, size: int, *, key: str) -> int:
    """The `place`-th rank (taken round after `size`) of a permutation of 0 .. size - 1."""
    digest = hashlib.sha256(key.encode()).digest()
    factor = int.from_bytes(digest[:8]) % size or 1
    while math.gcd(factor, size) != 1:
        factor += 1
    return (place * factor + int.from_bytes(digest[8:16])) % size
