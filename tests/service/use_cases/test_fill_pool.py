"""Pools: filled in batches, each variant once, broken ones replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from question_bank.variants import load_variant
from service import connections
from service.clock import utc_now
from service.settings import Settings
from service.store import revisions, variants
from service.store.database import transaction
from service.use_cases.ask_for_job import ask_for_job
from service.use_cases.fill_pool import fill_pool
from service.use_cases.load_bank import load_bank
from service.use_cases.quarantine_variant import quarantine_variant
from service.use_cases.verify_pool import verify_pool
from tests.service.api.small_bank import SMALL_BANK
from tests.service.use_cases.samples import DOUBLE, OTHER_TEXT, PICK, job_row, jobs_of, pool

SIZE = 250


@pytest.fixture(autouse=True)
def small_pools(database: object, settings: Settings) -> None:
    """Pools of 250: more than two batches."""
    connections.connect(replace(settings, pool_size=SIZE))


def load_and_fill(files: Mapping[str, bytes] = SMALL_BANK) -> None:
    report = load_bank(files, actor="cli", trusted=True)
    for job in jobs_of(report.operation):
        fill_pool(job.id)


def test_pool_is_filled_to_its_size_with_distinct_variants() -> None:
    load_and_fill()

    rows = pool(DOUBLE)
    assert len(rows) == SIZE
    assert [row.rank for row in rows] == list(range(SIZE))
    assert len({row.prompt_hash for row in rows}) == SIZE
    assert {row.state for row in rows} == {"ready"}


def test_item_with_fewer_variants_gets_all_it_has() -> None:
    load_and_fill()

    assert len(pool(PICK)) == 1


def test_job_tells_its_progress_and_result() -> None:
    report = load_bank(SMALL_BANK, actor="cli", trusted=True)
    job = jobs_of(report.operation)[0]

    fill_pool(job.id)

    done = job_row(job.id)
    assert done.state == "done"
    assert (done.done, done.total) == (SIZE, SIZE)
    assert done.result == {"ready": SIZE}


def test_job_done_twice_adds_nothing() -> None:
    load_and_fill()
    again = ask_for_job("fill_pool", DOUBLE, actor="cli")

    fill_pool(again.id)
    fill_pool(again.id)

    assert len(pool(DOUBLE)) == SIZE


def test_kept_variant_reads_back_as_it_was_drawn() -> None:
    load_and_fill()

    row = pool(DOUBLE)[17]

    variant = load_variant(row.body)
    assert (variant.seed, variant.revision, variant.item) == (row.seed, row.grading_hash, DOUBLE)


def test_changed_texts_keep_the_pool() -> None:
    load_and_fill()
    before = pool(PICK)

    load_and_fill(OTHER_TEXT)

    assert pool(PICK) == before


def test_withdrawn_variant_is_replaced() -> None:
    load_and_fill()
    broken = pool(DOUBLE)[3]

    quarantine_variant(broken.id, "its prompt misleads", actor="cli")
    fill_pool(ask_for_job("fill_pool", DOUBLE, actor="cli").id)

    rows = pool(DOUBLE)
    assert sum(row.state == "ready" for row in rows) == SIZE
    assert [row.reason for row in rows if row.state == "quarantined"] == ["its prompt misleads"]


def test_untouched_pool_is_verified_without_differences() -> None:
    load_and_fill()
    job = ask_for_job("verify_pool", DOUBLE, actor="cli")

    verify_pool(job.id)

    assert job_row(job.id).result == {"compared": SIZE, "withdrawn": 0, "differences": []}


def test_variant_that_comes_out_otherwise_is_withdrawn_and_told_never_overwritten() -> None:
    load_and_fill()
    row = pool(DOUBLE)[5]
    other = {**row.body, "values": {**row.body["values"], "twice": "1"}}
    with transaction() as session:
        session.execute(
            variants.variants.update().where(variants.variants.c.id == row.id).values(body=other)
        )
    job = ask_for_job("verify_pool", DOUBLE, actor="cli")

    verify_pool(job.id)

    result = job_row(job.id).result
    assert result is not None
    assert result["differences"] == [
        {"variant": row.id, "seed": row.seed, "fault": "its seed now gives other values"}
    ]
    kept = pool(DOUBLE)[5]
    assert (kept.state, kept.body) == ("quarantined", other)


def test_failing_job_is_put_off_with_its_error() -> None:
    report = load_bank(SMALL_BANK, actor="cli", trusted=True)
    job = jobs_of(report.operation)[0]
    with transaction() as session:
        session.execute(revisions.revisions.update().values(body={"id": "broken"}))
    before = utc_now()

    fill_pool(job.id)

    put_off = job_row(job.id)
    assert put_off.state == "due"
    assert put_off.next_at > before
    assert put_off.error
