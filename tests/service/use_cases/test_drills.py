"""Drills: made, changed by whoever saw the newest state, never under running attempts."""

from __future__ import annotations

from typing import Any

import pytest

from question_bank.drill import Policy, Selection
from service.errors import (
    DrillHasAttempts,
    IfMatchMissing,
    InvalidText,
    NoSuchDrill,
    NoSuchTopic,
    RevisionStale,
    SelectionEmpty,
    SelectionUnknown,
)
from service.store import audit_log
from service.store.clients import ClientRow
from service.store.database import reading
from service.store.drills import DrillRow
from service.use_cases.create_drill import create_drill
from service.use_cases.list_drills import list_drills
from service.use_cases.load_bank import load_bank
from service.use_cases.open_topic_drill import open_topic_drill
from service.use_cases.read_attempt import read_attempt
from service.use_cases.read_drill import read_drill
from service.use_cases.start_attempt import start_attempt
from service.use_cases.update_drill import update_drill
from tests.service.api.small_bank import SMALL_BANK
from tests.service.use_cases.playing import begin, make_client, make_drill
from tests.service.use_cases.samples import DOUBLE, PICK, WITHOUT_PICK


@pytest.fixture
def client(database: object) -> ClientRow:
    load_bank(SMALL_BANK, actor="cli", trusted=True)
    return make_client()


def change(client: ClientRow, drill: DrillRow, **changes: Any) -> DrillRow:
    """The drill with something changed, by somebody who has just read it."""
    asked: dict[str, Any] = {
        "title": drill.title,
        "policy": Policy(),
        "selection": Selection((DOUBLE,)),
        "if_match": drill.revision,
    }
    return update_drill(drill.id, client=client, **{**asked, **changes})


def test_drill_is_read_as_it_was_made(client: ClientRow) -> None:
    drill = make_drill(client, DOUBLE, PICK, mode="exam")

    assert read_drill(drill.id, client=client) == drill
    assert drill.policy["mode"] == "exam"
    assert drill.selection["items"] == [DOUBLE, PICK]


def test_drills_of_others_are_not_there(client: ClientRow) -> None:
    drill = make_drill(client)
    other = make_client("another site")

    with pytest.raises(NoSuchDrill):
        read_drill(drill.id, client=other)
    assert list_drills(client=other).rows == []


def test_list_goes_on_where_the_page_before_ended(client: ClientRow) -> None:
    made = {make_drill(client).id for _ in range(5)}

    first = list_drills(client=client, limit=3)
    second = list_drills(client=client, limit=3, cursor=first.next_cursor)

    assert (len(first.rows), len(second.rows)) == (3, 2)
    assert second.next_cursor is None
    assert {drill.id for drill in (*first.rows, *second.rows)} == made


def test_whole_topics_can_be_chosen(client: ClientRow) -> None:
    drill = create_drill(
        {"en": "All"}, Policy(), Selection(topics=("small/numbers",)), client=client
    )

    attempt = start_attempt(drill.id, learner="u1", client=client).attempt

    items = read_attempt(attempt.id, client=client).items
    assert [item.item for item in items] == [DOUBLE, PICK]


def test_unknown_items_and_topics_are_refused_by_name(client: ClientRow) -> None:
    chosen = Selection((DOUBLE, "small/nothing"), ("small/nowhere",))

    with pytest.raises(SelectionUnknown, match="small/nothing, small/nowhere"):
        create_drill({"en": "A drill"}, Policy(), chosen, client=client)


def test_absent_items_are_no_choice(client: ClientRow) -> None:
    load_bank(WITHOUT_PICK, actor="cli", trusted=True)

    with pytest.raises(SelectionEmpty):
        make_drill(client, PICK)


@pytest.mark.parametrize("title", [{}, {"en": ""}, {"en": "x" * 201}, {"en": "a\nb"}])
def test_drill_needs_a_title_that_can_be_shown(client: ClientRow, title: dict[str, str]) -> None:
    with pytest.raises(InvalidText):
        create_drill(title, Policy(), Selection((DOUBLE,)), client=client)


def test_change_is_kept_with_the_next_revision(client: ClientRow) -> None:
    drill = make_drill(client)

    changed = change(client, drill, title={"en": "Another"}, policy=Policy(tries=2))

    assert changed.revision == 2
    assert read_drill(drill.id, client=client) == changed
    assert changed.title == {"en": "Another"}


def test_change_of_what_one_has_not_seen_is_refused(client: ClientRow) -> None:
    drill = make_drill(client)
    change(client, drill)

    with pytest.raises(RevisionStale):
        change(client, drill)
    with pytest.raises(IfMatchMissing):
        change(client, drill, if_match=None)


def test_items_stay_once_there_are_attempts_but_the_policy_may_change(client: ClientRow) -> None:
    drill = make_drill(client)
    attempt = begin(client, drill)

    with pytest.raises(DrillHasAttempts):
        change(client, drill, selection=Selection((PICK,)))
    change(client, drill, policy=Policy(tries=1))

    assert read_attempt(attempt, client=client).policy.tries is None


def test_drill_of_another_client_cannot_be_changed(client: ClientRow) -> None:
    with pytest.raises(NoSuchDrill):
        change(make_client("another site"), make_drill(client))


def test_changes_stand_in_the_audit_log(client: ClientRow) -> None:
    drill = make_drill(client)
    change(client, drill, title={"en": "Another"})

    with reading() as session:
        last = audit_log.list_rows(session)[-1]

    assert (last.action, last.subject, last.actor) == ("drill.changed", drill.id, client.key_id)
    assert last.details["title"] == {"before": {"en": "A drill"}, "after": {"en": "Another"}}


# --- practice open to anyone ---------------------------------------------------------------------


def test_topic_is_open_to_anyone(client: ClientRow) -> None:
    drill = open_topic_drill("small", "numbers")

    assert open_topic_drill("small", "numbers").id == drill.id
    assert read_drill(drill.id, client=None) == drill
    assert (drill.title["en"], drill.policy["mode"]) == ("Numbers", "practice")


def test_open_practice_follows_the_bank(client: ClientRow) -> None:
    before = open_topic_drill("small", "numbers")
    load_bank(WITHOUT_PICK, actor="cli", trusted=True)

    after = open_topic_drill("small", "numbers")

    assert after.selection["items"] == [DOUBLE]
    assert (after.id, after.revision) == (before.id, before.revision + 1)


def test_unknown_topic_is_not_there(client: ClientRow) -> None:
    for bank, topic in [("small", "nowhere"), ("none", "numbers")]:
        with pytest.raises(NoSuchTopic):
            open_topic_drill(bank, topic)


def test_open_practice_is_nobodys_to_change(client: ClientRow) -> None:
    with pytest.raises(NoSuchDrill):
        change(client, open_topic_drill("small", "numbers"))
