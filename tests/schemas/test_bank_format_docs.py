"""The reference of the format: its examples are real, and it leaves out no field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from schemas.bank import check_bank, json_schema

DOCS = Path(__file__).parents[2] / "docs" / "bank-format.md"
TEXT = DOCS.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```(yaml|json)\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


def test_the_first_two_examples_are_a_bank_and_its_topic():
    (_, main), (_, topic), *_ = EXAMPLES
    other = topic.replace("my-bank.scaling", "my-bank.systems").replace("loss-floor", "other")

    checked = check_bank(
        {"bank.yaml": main.encode(), "scaling.yaml": topic.encode(), "systems.yaml": other.encode()}
    )

    assert checked.issues == ()
    assert checked.bank is not None and [t.id for t in checked.bank.topics] == [
        "scaling",
        "systems",
    ]


@pytest.mark.parametrize("ending, example", EXAMPLES[2:])
def test_every_other_example_is_a_bank_by_itself(ending, example):
    checked = check_bank({f"example.{ending}": example.encode()})

    assert checked.issues == ()
    assert checked.bank is not None


@pytest.mark.parametrize("definition", ["Item", "NumericPart", "Tolerance", "Table", "Choices"])
def test_every_field_is_named_in_the_reference(definition):
    for field in json_schema()["$defs"][definition]["properties"]:
        assert re.search(rf"\b{field}\b", TEXT), field
