"""Audits: what passes is served, what fails is refused and says why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from service import connections
from service.settings import Settings
from service.store import audit_log
from service.store.database import reading
from service.use_cases.ask_for_job import ask_for_job
from service.use_cases.audit_revision import audit_revision
from service.use_cases.fill_pool import fill_pool
from service.use_cases.load_bank import load_bank
from service.use_cases.read_operation import read_operation
from service.use_cases.rebuild_revision import rebuild_revision
from tests.service.use_cases.samples import (
    DOUBLE,
    FAIR,
    PICK,
    UNFAIR,
    item_row,
    job_row,
    jobs_of,
    newest_revision,
    pool,
)


@pytest.fixture(autouse=True)
def quick_audits(database: object, settings: Settings) -> Iterator[None]:
    connections.connect(replace(settings, audit_seeds=100, pool_size=60))
    yield
    connections.disconnect()


def load_and_audit(files: dict[str, bytes]) -> str:
    """The operation of a load whose audits are done."""
    operation = load_bank(files, actor="cli").operation
    assert operation is not None
    for job in jobs_of(operation):
        audit_revision(job.id)
    return operation


def test_revision_that_passes_is_published_with_its_report_and_filled() -> None:
    operation = load_and_audit(FAIR)

    revision = newest_revision(DOUBLE)
    assert item_row(DOUBLE).status == revision.status == "published"
    assert revision.audit_report is not None
    assert revision.audit_report["passed"]
    fills = [job for job in jobs_of(operation) if job.kind == "fill_pool"]
    assert [job.state for job in fills] == ["due", "due"]
    assert read_operation(operation).state == "running"
    for job in fills:
        fill_pool(job.id)
    assert read_operation(operation).state == "done"
    assert read_operation(operation).done == 4


def test_revision_that_fails_is_refused_with_its_report() -> None:
    operation = load_and_audit(UNFAIR)

    assert item_row(DOUBLE).status == "refused"
    assert item_row(PICK).status == "published"
    report = newest_revision(DOUBLE).audit_report
    assert report is not None and not report["passed"]
    results = [job.result for job in jobs_of(operation) if job.kind == "audit_revision"]
    assert {"passed": False} in results


def test_refused_revision_leaves_the_one_before_in_use() -> None:
    load_and_audit(FAIR)
    before = item_row(DOUBLE)

    load_and_audit(UNFAIR)

    after = item_row(DOUBLE)
    assert newest_revision(DOUBLE).status == "refused"
    assert (after.status, after.version) == ("published", "1.0")
    assert after.revision_id == before.revision_id


def test_refused_revision_is_tried_again_when_it_is_loaded_again() -> None:
    load_and_audit(UNFAIR)

    report = load_bank(UNFAIR, actor="cli")

    assert report.unchanged == [DOUBLE, PICK]
    assert [job.kind for job in jobs_of(report.operation)] == ["audit_revision"]


def test_decisions_stand_in_the_audit_log() -> None:
    load_and_audit(UNFAIR)

    with reading() as session:
        told = {(row.action, row.subject, row.actor) for row in audit_log.list_rows(session)}

    assert ("revision.refused", DOUBLE, "worker") in told
    assert ("revision.published", PICK, "worker") in told


def test_rebuilt_revision_has_a_new_report_and_a_whole_pool() -> None:
    load_bank(FAIR, actor="cli", trusted=True)
    assert newest_revision(DOUBLE).audit_report is None
    job = ask_for_job("rebuild_revision", DOUBLE, actor="cli")

    rebuild_revision(job.id)

    assert job_row(job.id).result == {"ready": 60}
    assert newest_revision(DOUBLE).audit_report is not None
    assert len(pool(DOUBLE)) == 60
