"""How a checked bank is kept, in the transaction of whoever loads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from question_bank.items import CompiledItem
from question_bank.model import Bank, Topic
from schemas.bank import CheckedBank, dump_item
from service.clock import utc_now
from service.ids import OPERATION, new_id
from service.store import audit_log, banks, jobs
from service.store.banks import BankRow
from service.store.database import Session
from service.store.jobs import JobKind, JobRow
from service.store.revisions import RevisionRow
from service.use_cases.ask_for_job import add_job
from service.use_cases.describe_item import content_of, place_of
from service.use_cases.import_report import ImportReport, is_same, latest_revisions
from service.use_cases.publish_revision import publish


def keep_bank(
    session: Session, checked: CheckedBank, report: ImportReport, *, actor: str, trusted: bool
) -> tuple[ImportReport, list[JobRow]]:
    """Keep the bank, its items and their new revisions; the jobs that are to follow the commit.

    The report comes back with the operation that those jobs make up, if there are any.
    """
    assert checked.bank is not None
    _keep_bank(session, checked.bank, report)
    pending = [
        revision
        for revision in _keep_items(session, checked.compiled, report)
        if revision.status != "published"
    ]
    if trusted:
        compiled = {one.item.name: one for one in checked.compiled}
        for revision in pending:
            content = content_of(compiled[revision.item].item)
            publish(session, revision, content, report=None, actor=actor)
    _tell(session, report, actor)
    return _ask(session, report, pending, "fill_pool" if trusted else "audit_revision", actor)


def _keep_items(
    session: Session, compiled: Sequence[CompiledItem], report: ImportReport
) -> list[RevisionRow]:
    """The newest revision of each item, new where it changed."""
    known = banks.items_of_bank(session, report.bank)
    latest = latest_revisions(session, known)
    kept = []
    for position, one in enumerate(compiled):
        name = one.item.name
        if name in known:
            banks.change_item(session, name, place_of(one.item, position))
        else:
            _add_item(session, one, position)
        before = latest.get(name)
        if before is None or not is_same(one, before):
            kept.append(_add_revision(session, one, before))
            continue
        if known[name].revision_id == before.id:
            banks.change_item(session, name, content_of(one.item))
        kept.append(before)
    banks.mark_absent(session, report.absent)
    return kept


def _keep_bank(session: Session, bank: Bank, report: ImportReport) -> None:
    now = utc_now()
    known = banks.get_bank(session, bank.id)
    row = BankRow(
        id=bank.id,
        title=dict(bank.title),
        summary=dict(bank.summary),
        languages=list(bank.languages),
        topics=[_topic(topic) for topic in bank.topics],
        licence=bank.licence,
        revision=known.revision if known else 1,
        created_at=known.created_at if known else now,
        updated_at=known.updated_at if known else now,
    )
    if known is None:
        banks.add_bank(session, row)
    elif row != known or report.added or report.changed or report.absent:
        banks.change_bank(session, replace(row, revision=known.revision + 1, updated_at=now))


def _topic(topic: Topic) -> dict[str, object]:
    return {"id": topic.id, "title": dict(topic.title), "summary": dict(topic.summary)}


def _add_item(session: Session, one: CompiledItem, position: int) -> None:
    facts = {"bank_id": one.item.bank, "revision_id": None, "latest_id": None}
    place, content = place_of(one.item, position), content_of(one.item)
    banks.add_item(session, one.item.name, {**facts, **place, **content})


def _add_revision(session: Session, one: CompiledItem, before: RevisionRow | None) -> RevisionRow:
    """A new revision: the first number grows with the grading, the second with the texts."""
    if before is None:
        major, minor = 1, 0
    elif before.grading_hash == one.grading_hash:
        major, minor = before.major, before.minor + 1
    else:
        major, minor = before.major + 1, 0
    values: dict[str, Any] = {
        "item": one.item.name,
        "major": major,
        "minor": minor,
        "grading_hash": one.grading_hash,
        "text_hash": one.text_hash,
        "body": dump_item(one.item),
        "status": "checking",
        "audit_report": None,
        "created_at": utc_now(),
    }
    return RevisionRow(id=banks.add_revision(session, values), **values)


def _ask(
    session: Session,
    report: ImportReport,
    pending: Sequence[RevisionRow],
    kind: JobKind,
    actor: str,
) -> tuple[ImportReport, list[JobRow]]:
    """One job for each revision that is not served yet (one that was refused is tried again)."""
    if not pending:
        return report, []
    report = replace(report, operation=new_id(OPERATION))
    _keep_operation(session, report, actor)
    asked = [
        add_job(session, kind, revision.id, owner=actor, parent=report.operation)
        for revision in pending
    ]
    return report, asked


def _keep_operation(session: Session, report: ImportReport, actor: str) -> None:
    """The load itself is done with this transaction; the parts of the operation follow."""
    assert report.operation is not None
    now = utc_now()
    job = jobs.new_job("load_bank", report.bank, job_id=report.operation, owner=actor, now=now)
    result = {name: value for name, value in asdict(report).items() if name != "warnings"}
    jobs.add_job(session, replace(job, state="done", result=result, finished_at=now))


def _tell(session: Session, report: ImportReport, actor: str) -> None:
    counts = {
        "added": len(report.added),
        "changed": len(report.changed),
        "unchanged": len(report.unchanged),
        "absent": len(report.absent),
    }
    audit_log.append(
        session,
        at=utc_now(),
        actor=actor,
        action="bank.imported",
        subject=report.bank,
        details=counts,
    )
