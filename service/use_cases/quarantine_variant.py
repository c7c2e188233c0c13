"""Withdraw a variant: nobody is graded against it any more, and another takes its place."""

from __future__ import annotations

from service.clock import utc_now
from service.errors import NotFound
from service.store import audit_log, banks, variants
from service.store.database import Session, retrying, transaction
from service.store.variants import PoolKey, VariantRow
from service.use_cases.ask_for_job import add_job, enqueue_after_commit


@retrying
def quarantine_variant(variant_id: int, reason: str, *, actor: str) -> None:
    """Learners who have it before them are offered a fresh one. NotFound."""
    asked = []
    with transaction() as session:
        variant = variants.get_variant(session, variant_id)
        if variant is None:
            raise NotFound(f"There is no variant {variant_id}.")
        if withdraw(session, variant, reason, actor=actor):
            item = banks.get_item(session, variant.item)
            if item is not None and item.revision_id is not None:
                asked.append(add_job(session, "fill_pool", item.revision_id, owner=actor))
    enqueue_after_commit(asked)


def withdraw(session: Session, variant: VariantRow, reason: str, *, actor: str) -> bool:
    """False if it was withdrawn before. The pool is open again for another."""
    if not variants.quarantine(session, variant.id, reason):
        return False
    variants.reopen_pool(session, PoolKey(variant.item, variant.grading_hash))
    audit_log.append(
        session,
        at=utc_now(),
        actor=actor,
        action="variant.quarantined",
        subject=variant.item,
        details={"variant": variant.id, "seed": variant.seed, "reason": reason},
    )
    return True
