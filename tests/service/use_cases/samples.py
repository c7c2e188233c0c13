"""Banks for the tests of use cases: a small one, and what an author might change in it."""

from __future__ import annotations

from collections.abc import Mapping

from service.store import banks, jobs, revisions, variants
from service.store.banks import ItemRow
from service.store.database import reading
from service.store.jobs import JobRow
from service.store.revisions import RevisionRow
from service.store.variants import PoolKey, VariantRow
from tests.service.api.small_bank import BANK, SMALL_BANK, TOPIC

DOUBLE, PICK = "small/double", "small/pick"


def changed_bank(*changes: tuple[str, str]) -> Mapping[str, bytes]:
    """The small bank with texts of its topic replaced: (old, new) pairs."""
    topic = TOPIC
    for old, new in changes:
        assert old in topic
        topic = topic.replace(old, new)
    return {"bank.yaml": BANK.encode(), "numbers.yaml": topic.encode()}


# A typing slip in a solution; another tolerance; an item taken out.
OTHER_TEXT = changed_bank(("7 has no divisor", "Seven has no divisor"))
OTHER_GRADING = changed_bank(("tol: {abs: 0.5}", "tol: {abs: 0.25}"))
WITHOUT_PICK = {
    "bank.yaml": BANK.encode(),
    "numbers.yaml": TOPIC[: TOPIC.index("  - id: pick")].encode(),
}
# As it stands the audit refuses the first item: its second key is the number it gives.
FAIR = changed_bank(('bytes: "a*1024"', 'bytes: "a*1536"'), ("bytes: 1263616", "bytes: 1895424"))
UNFAIR = SMALL_BANK


def item_row(name: str) -> ItemRow:
    with reading() as session:
        found = banks.get_item(session, name)
    assert found is not None
    return found


def newest_revision(name: str) -> RevisionRow:
    with reading() as session:
        return revisions.list_revisions(session, name)[0]


def job_row(job_id: str) -> JobRow:
    with reading() as session:
        found = jobs.get_job(session, job_id)
    assert found is not None
    return found


def jobs_of(operation: str | None) -> list[JobRow]:
    assert operation is not None
    with reading() as session:
        return jobs.parts_of(session, operation)


def pool(name: str) -> list[VariantRow]:
    """All variants of an item's newest revision."""
    revision = newest_revision(name)
    key = PoolKey(name, revision.grading_hash)
    with reading() as session:
        return variants.list_variants(session, key, after_rank=-1, limit=10_000)
