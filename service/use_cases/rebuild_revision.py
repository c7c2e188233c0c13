"""Bring a revision's pool and audit report in line with the engine of today."""

from __future__ import annotations

from question_bank.audit import audit_item
from service.settings import current_settings
from service.store import revisions, variants
from service.store.database import retrying, transaction
from service.store.jobs import JobRow
from service.use_cases.do_job import as_job
from service.use_cases.fill_pool import end_job, fill, pool_of, revision_of
from service.use_cases.verify_pool import verify


@as_job
def rebuild_revision(job: JobRow) -> None:
    """Audit anew, withdraw variants that come out otherwise, and fill the pool up again.

    What learners were graded against stays as it was.
    """
    revision, compiled = revision_of(job)
    if compiled.grading_hash != revision.grading_hash:
        raise ValueError(
            f"{revision.item}: this engine gives it another grading hash; import the bank again"
        )
    report = audit_item(compiled, seeds=current_settings().audit_seeds)
    _keep_report(revision.id, report.to_json())
    verify(job, compiled, pool_of(revision))
    _reopen(job)
    fill(job, compiled, pool_of(revision))
    end_job(job, pool_of(revision))


@retrying
def _keep_report(revision_id: int, report: dict[str, object]) -> None:
    with transaction() as session:
        revisions.keep_report(session, revision_id, report)


@retrying
def _reopen(job: JobRow) -> None:
    revision, _ = revision_of(job)
    with transaction() as session:
        variants.reopen_pool(session, pool_of(revision))
