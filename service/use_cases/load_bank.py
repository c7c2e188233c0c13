"""Load a bank: all of it or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from question_bank.items import CompiledItem
from question_bank.model import BankError
from schemas.bank import CheckedBank, check_bank
from service.errors import ImportRunning
from service.failpoints import hit
from service.store import banks, locks
from service.store.banks import ItemRow
from service.store.database import Session, retrying, transaction
from service.store.jobs import JobRow
from service.store.revisions import RevisionRow
from service.use_cases.answer_once import Once, claim_key, keep_answer
from service.use_cases.ask_for_job import enqueue_after_commit
from service.use_cases.import_report import ImportReport, is_same, latest_revisions
from service.use_cases.keep_bank import keep_bank


def load_bank(
    files: Mapping[str, bytes],
    *,
    actor: str,
    dry_run: bool = False,
    trusted: bool = False,
    once: Once | None = None,
) -> ImportReport:
    """BankError with every issue: nothing is stored then. ImportRunning.

    `trusted`: audited elsewhere, published at once. Else a revision is published when its audit
    passes. `actor` is who loads: a client's id, or "cli".
    """
    checked = check_bank(files)
    if checked.bank is None:
        raise BankError(checked.errors)
    return _load(checked, actor=actor, dry_run=dry_run, trusted=trusted, once=once)


@retrying
def _load(
    checked: CheckedBank, *, actor: str, dry_run: bool, trusted: bool, once: Once | None
) -> ImportReport:
    asked: list[JobRow] = []
    assert checked.bank is not None
    with transaction() as session:
        claim_key(session, once)
        if not locks.try_lock(session, f"load_bank {checked.bank.id}"):
            raise ImportRunning
        report = _compare(session, checked)
        if not dry_run:
            report = replace(report, is_dry_run=False)
            report, asked = keep_bank(session, checked, report, actor=actor, trusted=trusted)
        keep_answer(session, once, report)
        hit("load_bank.before_commit")
    enqueue_after_commit(asked)
    return report


def _compare(session: Session, checked: CheckedBank) -> ImportReport:
    """What would change. Same grading and texts: unchanged, whatever else is told of the item."""
    assert checked.bank is not None
    known = banks.items_of_bank(session, checked.bank.id)
    latest = latest_revisions(session, known)
    groups: dict[str, list[str]] = {"added": [], "changed": [], "unchanged": []}
    for one in checked.compiled:
        groups[_fate(one, known, latest)].append(one.item.name)
    present = {one.item.name for one in checked.compiled}
    return ImportReport(
        bank=checked.bank.id,
        added=groups["added"],
        changed=groups["changed"],
        unchanged=groups["unchanged"],
        absent=[name for name, row in known.items() if row.is_present and name not in present],
        warnings=checked.issues,
        operation=None,
        is_dry_run=True,
    )


def _fate(
    one: CompiledItem, known: Mapping[str, ItemRow], latest: Mapping[str, RevisionRow]
) -> str:
    name = one.item.name
    if name not in known or not known[name].is_present:
        return "added"
    return "unchanged" if is_same(one, latest.get(name)) else "changed"
