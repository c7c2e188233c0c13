"""Which items there are."""

from __future__ import annotations

from functools import partial

from service.store import banks
from service.store.banks import ItemRow
from service.store.database import reading, retrying
from service.use_cases.paging import Page, page_of


@retrying
def list_items(
    *,
    bank: str | None = None,
    topic: str | None = None,
    cursor: str | None = None,
    limit: int = 50,
) -> Page[ItemRow]:
    """Items by name, of one bank or topic if given."""
    lister = partial(banks.list_items, bank=bank, topic=topic)
    return page_of(lister, lambda item: item.name, cursor=cursor, limit=limit)


@retrying
def list_topic_items(bank: str, topic: str) -> list[ItemRow]:
    """The items of a topic that can be practised, in the bank's order."""
    with reading() as session:
        found = banks.list_items(session, bank=bank, topic=topic, only_ready=True)
    return sorted(found, key=lambda item: item.position)
