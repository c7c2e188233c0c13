"""The JSON Schema of bank files: it accepts what we read, and refuses the usual slips."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

import question_bank
from schemas.bank import json_schema
from tests.schemas.banks import ADD, PICK, WHOLE, changed

BUNDLED = Path(question_bank.__file__).parent / "banks" / "llm_pretraining"
VALIDATOR = Draft202012Validator(json_schema())


class EditorLoader(yaml.SafeLoader):
    """YAML as editors read it for JSON Schema: dates stay text."""


EditorLoader.yaml_implicit_resolvers = {
    sign: [(tag, pattern) for tag, pattern in rules if not tag.endswith(":timestamp")]
    for sign, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def complaints(data: Any) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(data)]


def test_the_schema_is_a_valid_schema():
    Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("file", sorted(BUNDLED.glob("*.yaml")), ids=lambda file: file.stem)
def test_the_bundled_bank_fits_the_schema(file):
    data = yaml.load(file.read_text(encoding="utf-8"), EditorLoader)

    assert complaints(data) == []


def test_a_bank_in_one_file_fits_the_schema():
    assert complaints(WHOLE) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"bank": {}},
        {"topics": []},
        {"bank.colour": 1},
        {f"{ADD}.derve": {}},
        {f"{ADD}.title": "Add"},
        {f"{ADD}.separate": "maybe"},
        {f"{ADD}.difficulty": "hardest"},
        {f"{ADD}.constants": {"k": "010"}},
        {f"{ADD}.params.a": {"pick": [1]}},
        {f"{ADD}.answers.0.tol": {"abs": -1}},
        {f"{ADD}.answers.0.unit": "bite"},
        {f"{PICK}.parts.0.choice.options.0.why": None},
    ],
)
def test_a_slip_does_not_fit_the_schema(changes):
    assert complaints(changed(changes))


def test_every_field_of_an_item_is_described():
    for name, field in json_schema()["$defs"]["Item"]["properties"].items():
        assert "description" in field or name in ("id", "version"), name
