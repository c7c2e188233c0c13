"""Check a revision with many seeds before anybody meets it."""

from __future__ import annotations

from question_bank.audit import AuditReport, audit_item
from service.failpoints import hit
from service.settings import current_settings
from service.store import revisions
from service.store.database import retrying, transaction
from service.store.jobs import JobRow
from service.store.revisions import RevisionRow
from service.use_cases.ask_for_job import add_job, enqueue_after_commit
from service.use_cases.describe_item import content_of
from service.use_cases.do_job import as_job, finish_job
from service.use_cases.fill_pool import revision_of
from service.use_cases.publish_revision import publish, tell_revision


@as_job
def audit_revision(job: JobRow) -> None:
    """Publish the revision if its audit passes; else refuse it: what was current stays current."""
    revision, compiled = revision_of(job)
    report = audit_item(compiled, seeds=current_settings().audit_seeds)
    hit("audit_revision.audited")
    _decide(job, revision, report, content_of(compiled.item))


@retrying
def _decide(
    job: JobRow, revision: RevisionRow, report: AuditReport, content: dict[str, object]
) -> None:
    asked = []
    with transaction() as session:
        if report.passed:
            publish(session, revision, content, report=report.to_json(), actor="worker")
            asked.append(
                add_job(session, "fill_pool", revision.id, owner=job.owner, parent=job.parent)
            )
        else:
            revisions.refuse(session, revision.id, report.to_json())
            tell_revision(session, "revision.refused", revision, actor="worker")
        finish_job(session, job, {"passed": report.passed})
        hit("audit_revision.before_commit")
    enqueue_after_commit(asked)
