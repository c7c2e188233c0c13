"""What a load of a bank did, and how it tells whether an item changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from question_bank.items import CompiledItem
from question_bank.model import Issue
from service.store import revisions
from service.store.banks import ItemRow
from service.store.database import Session
from service.store.revisions import RevisionRow


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What a load did, or with `dry_run` would do: names of items.

    `operation`: the id of what audits and fills the new revisions; None if there is
    nothing to do, and for a dry run.
    """

    bank: str
    added: Sequence[str]
    changed: Sequence[str]
    unchanged: Sequence[str]
    absent: Sequence[str]
    warnings: Sequence[Issue]
    operation: str | None
    is_dry_run: bool


def is_same(one: CompiledItem, revision: RevisionRow | None) -> bool:
    """Whether an item grades and reads as its newest revision does."""
    if revision is None:
        return False
    return (revision.grading_hash, revision.text_hash) == (one.grading_hash, one.text_hash)


def latest_revisions(session: Session, known: Mapping[str, ItemRow]) -> dict[str, RevisionRow]:
    """The newest revision of each item, published or not."""
    ids = [row.latest_id for row in known.values() if row.latest_id is not None]
    return {row.item: row for row in revisions.revisions_by_id(session, ids).values()}
