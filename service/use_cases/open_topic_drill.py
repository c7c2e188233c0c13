"""The practice of a topic that is open to anyone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from question_bank.drill import Policy, Selection, dump_policy, dump_selection
from service.clock import utc_now
from service.errors import NoSuchTopic, SelectionEmpty
from service.ids import DRILL, new_id
from service.store import banks, drills
from service.store.banks import BankRow
from service.store.database import Session, retrying, transaction
from service.store.drills import DrillRow

OPEN_ITEMS = 5  # of a topic, for anyone to practise


@retrying
def open_topic_drill(bank: str, topic: str) -> DrillRow:
    """The practice of a topic's first five items, made when it is first asked for.

    It follows the bank: when other items come first, attempts that start later get those.
    NoSuchTopic; SelectionEmpty while none of the items is ready.
    """
    name = f"{bank}/{topic}"
    with transaction() as session:
        title = _title(banks.get_bank(session, bank), topic)
        selection = dump_selection(_first_items(session, bank, topic))
        known = drills.get_topic_drill(session, name)
        if known is None:
            drills.add_topic_drill(session, _new(name, title, selection))
        elif (known.title, known.selection) != (title, selection):
            changed = replace(known, title=title, selection=selection, updated_at=utc_now())
            drills.change_drill(session, changed, seen_revision=known.revision)
        found = drills.get_topic_drill(session, name)
    assert found is not None
    return found


def _title(bank: BankRow | None, topic: str) -> Mapping[str, str]:
    for told in bank.topics if bank else ():
        if told["id"] == topic:
            title: Mapping[str, str] = told["title"]
            return title
    raise NoSuchTopic


def _first_items(session: Session, bank: str, topic: str) -> Selection:
    ready = banks.list_items(session, bank=bank, topic=topic, only_ready=True)
    if not ready:
        raise SelectionEmpty
    first = sorted(ready, key=lambda item: item.position)[:OPEN_ITEMS]
    return Selection(items=[item.name for item in first])


def _new(name: str, title: Mapping[str, str], selection: dict[str, object]) -> DrillRow:
    now = utc_now()
    return DrillRow(
        id=new_id(DRILL),
        owner="",
        topic=name,
        title=title,
        policy=dump_policy(Policy()),
        selection=selection,
        state="open",
        revision=1,
        created_at=now,
        updated_at=now,
    )
