"""Items: read, previewed, graded without keeping anything."""

from __future__ import annotations

import pytest

from question_bank.model import ResponseError
from service.errors import CursorInvalid, GeneratorFailed, ItemNotReady, NoSuchItem
from service.use_cases.grade_once import grade_once
from service.use_cases.list_items import list_items
from service.use_cases.load_bank import load_bank
from service.use_cases.preview_item import preview_item
from service.use_cases.read_item import read_item
from tests.service.api.small_bank import SMALL_BANK
from tests.service.use_cases.samples import DOUBLE, PICK


@pytest.fixture(autouse=True)
def loaded(database: object) -> None:
    load_bank(SMALL_BANK, actor="cli", trusted=True)


def test_item_is_read_with_its_current_revision() -> None:
    found = read_item(DOUBLE)

    assert found.revision is not None and found.compiled is not None
    assert found.item.interactions == ["numeric"]
    assert found.item.version == "1.0"
    assert found.compiled.grading_hash == found.revision.grading_hash


def test_unknown_item_is_not_there() -> None:
    with pytest.raises(NoSuchItem):
        read_item("small/nothing")


def test_items_come_in_pages() -> None:
    first = list_items(limit=1)
    second = list_items(limit=1, cursor=first.next_cursor)

    assert [row.name for row in (*first.rows, *second.rows)] == [DOUBLE, PICK]
    assert second.next_cursor is None


@pytest.mark.parametrize("cursor", ["%", "é", "////", "AAAA"])
def test_cursor_that_is_not_ours_is_refused(cursor: str) -> None:
    with pytest.raises(CursorInvalid):
        list_items(cursor=cursor)


def test_preview_shows_the_same_variant_for_the_same_seed() -> None:
    once = preview_item(DOUBLE, seeds=["s1", "s2"], canonical=True, lang="en")
    again = preview_item(DOUBLE, seeds=["s1"])

    assert [one.seed for one in once.variants] == [None, "s1", "s2"]
    assert once.variants[1].variant == again.variants[0].variant
    assert once.variants[0].variant.values["twice"] == 2468


def test_item_without_published_figures_has_no_canonical_variant() -> None:
    with pytest.raises(GeneratorFailed):
        preview_item(PICK, canonical=True)


def test_graded_once_and_nothing_kept() -> None:
    graded = grade_once(DOUBLE, {"twice": "2468", "bytes": "1234 KiB"}, canonical=True)

    assert (graded.outcome.given, graded.outcome.maximum) == (3, 3)
    assert graded.explanation.solution_html


def test_unreadable_part_is_in_the_outcome() -> None:
    graded = grade_once(DOUBLE, {"twice": "two", "bytes": "5"}, seed="s1")

    assert not graded.outcome.is_graded
    assert graded.outcome.parts[0].verdict == "unreadable"


def test_unknown_part_is_refused() -> None:
    with pytest.raises(ResponseError):
        grade_once(DOUBLE, {"nothing": "1"}, seed="s1")


def test_item_under_audit_is_not_ready() -> None:
    fresh = {name: content.replace(b"small", b"fresh", 1) for name, content in SMALL_BANK.items()}
    fresh["numbers.yaml"] = SMALL_BANK["numbers.yaml"].replace(b"small.numbers", b"fresh.numbers")
    load_bank(fresh, actor="cli")

    with pytest.raises(ItemNotReady, match="checking"):
        preview_item("fresh/double", seeds=["s1"])
