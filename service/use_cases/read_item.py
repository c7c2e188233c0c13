"""One item, with what is served of it now."""

from __future__ import annotations

from dataclasses import dataclass

from question_bank.items import CompiledItem
from service import compiled as kept
from service.errors import ItemNotReady, NoSuchItem
from service.store import banks, revisions
from service.store.banks import ItemRow
from service.store.database import reading, retrying
from service.store.revisions import RevisionRow


@dataclass(frozen=True, slots=True)
class ItemFound:
    """`revision` and `compiled` are the current ones; None: no revision is published yet."""

    item: ItemRow
    revision: RevisionRow | None
    compiled: CompiledItem | None


@retrying
def read_item(name: str) -> ItemFound:
    """`name` like `llm-pretraining/loss-gap`. NoSuchItem."""
    with reading() as session:
        item = banks.get_item(session, name)
        if item is None:
            raise NoSuchItem(f"There is no item {name!r}.")
        revision = revisions.get_revision(session, item.revision_id) if item.revision_id else None
    return ItemFound(item, revision, kept.compiled_row(revision) if revision else None)


def read_ready_item(name: str) -> tuple[ItemRow, CompiledItem]:
    """An item that can be served. NoSuchItem, ItemNotReady."""
    found = read_item(name)
    if found.compiled is None:
        raise ItemNotReady(f"{name} has no published revision: its status is {found.item.status}.")
    return found.item, found.compiled
