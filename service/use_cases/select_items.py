"""Which items a drill's selection means now."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from question_bank.drill import Selection, load_selection, order_items
from service import compiled as kept
from service.errors import SelectionEmpty, SelectionUnknown
from service.store import banks
from service.store.banks import ItemRow
from service.store.database import Session


def select_items(
    session: Session, selection: Mapping[str, Any], seed: str
) -> list[tuple[ItemRow, Fraction]]:
    """The items of one attempt in its order, each with its points. SelectionEmpty.

    The same seed gives the same order. Items that are not ready are left out.
    """
    chosen = load_selection(selection)
    ready = {row.name: row for row in _selected(session, chosen) if row.status == "published"}
    names = order_items(chosen, list(ready), seed)
    if not names:
        raise SelectionEmpty
    return [(ready[name], _points(session, ready[name])) for name in names]


def check_selection(session: Session, selection: Selection) -> None:
    """SelectionUnknown for ids that no bank has; SelectionEmpty if nothing is ready."""
    rows = _selected(session, selection)
    known = {row.name for row in rows} | {f"{row.bank_id}/{row.topic}" for row in rows}
    if unknown := [id for id in (*selection.items, *selection.topics) if id not in known]:
        raise SelectionUnknown(f"No bank has: {', '.join(unknown)}.", unknown=unknown)
    if not any(row.status == "published" for row in rows):
        raise SelectionEmpty


def _selected(session: Session, selection: Selection) -> list[ItemRow]:
    """Named items as they are listed, then those of topics in the bank's order; each once."""
    named = banks.list_items(session, names=selection.items) if selection.items else []
    place = {name: index for index, name in enumerate(selection.items)}
    rows = sorted(named, key=lambda row: place[row.name])
    for topic in selection.topics:
        bank, _, topic_id = topic.partition("/")
        found = banks.list_items(session, bank=bank, topic=topic_id)
        rows += sorted(found, key=lambda row: row.position)
    return list({row.name: row for row in rows}.values())


def _points(session: Session, row: ItemRow) -> Fraction:
    """Of the current revision: the points of its parts, times its weight."""
    assert row.revision_id is not None
    item = kept.compiled_revision(session, row.revision_id).item
    return Fraction(item.points) * Fraction(item.weight)
