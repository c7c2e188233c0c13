"""Items to a store and back: nothing is lost, nothing else is needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import question_bank
from question_bank.model import BankError, Item
from schemas.bank import dump_item, load_bank, load_item
from tests.schemas.banks import WHOLE
from tests.schemas.items import ITEMS

BUNDLED = Path(question_bank.__file__).parent / "banks" / "llm_pretraining"


def through_a_store(item: Item) -> Item:
    """As a database gives it back: through JSON text, the order of maps forgotten."""
    return load_item(json.loads(json.dumps(dump_item(item), sort_keys=True)))


def test_every_item_of_the_bundled_bank_comes_back_as_it_was():
    bank = load_bank({file.name: file.read_bytes() for file in BUNDLED.glob("*.yaml")})

    for item in bank.items:
        assert through_a_store(item) == item
        assert list(through_a_store(item).derive) == list(item.derive)
        assert list(through_a_store(item).functions) == list(item.functions)


def test_what_is_stored_is_json_with_numbers_as_text():
    bank = load_bank({"bank.json": json.dumps(WHOLE).encode()})

    stored = dump_item(bank.items[0])

    assert stored["constants"] == {"k": "2.5"}
    assert stored["references"][0]["title"] == "A paper"
    assert json.loads(json.dumps(stored)) == stored


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(ITEMS)
def test_any_item_comes_back_as_it_was(item):
    assert through_a_store(item) == item


# --- what is wrong --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "field, value, path",
    [
        ("derive", [["a", 5]], "derive.a"),
        ("title", "x", "title"),
        ("bank", None, "bank"),
        ("colour", "red", "colour"),
        ("params", {"a": {"choice": "x"}}, "params.a.choice"),
    ],
)
def test_a_tree_that_is_no_item_is_refused_with_its_path(field, value, path):
    bank = load_bank({"bank.json": json.dumps(WHOLE).encode()})

    with pytest.raises(BankError) as error:
        load_item({**dump_item(bank.items[0]), field: value})

    assert [issue.path for issue in error.value.issues] == [path]
