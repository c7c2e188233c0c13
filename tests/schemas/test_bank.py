"""Bank files to `model.Bank`: what each field means, and every fault at once with its place."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from question_bank.interactions import INTERACTIONS
from question_bank.model import (
    ChoicePart,
    LogUniform,
    NumericPart,
    Scenario,
    Steps,
    Tolerance,
    Values,
)
from schemas.bank import load_and_compile, load_bank
from schemas.interactions import DUMPERS, SCHEMAS
from tests.schemas.banks import (
    ADD,
    PICK,
    WHOLE,
    check_changed,
    check_data,
    check_yaml,
)


def item_of(changes: dict[str, Any], index: int = 0) -> Any:
    checked = check_changed(changes)
    assert checked.bank is not None, checked.issues
    return checked.bank.items[index]


def faults(changes: dict[str, Any]) -> list[tuple[str, str]]:
    return [(issue.code, issue.path) for issue in check_changed(changes).errors]


# --- what it means --------------------------------------------------------------------------


def test_a_bank_is_built_with_its_topics_items_and_references():
    bank = load_bank({"bank.json": json.dumps(WHOLE).encode()})

    add = bank.items[0]
    assert (bank.id, bank.languages, bank.topics[0].id) == ("demo", ("en", "ru"), "sums")
    assert (add.name, add.topic) == ("demo/add", "sums")
    assert add.references[0].title == "A paper"
    assert add.references[0].section == "2"
    assert add.checked is not None and add.checked.source == "paper"


def test_an_item_holds_the_constants_and_functions_that_it_uses_and_no_others():
    bank = load_bank({"bank.json": json.dumps(WHOLE).encode()})

    add, pick = bank.items
    assert add.constants == {"k": Fraction(5, 2)}
    assert add.functions == {"twice(x)": "2*x"}
    assert (pick.constants, pick.functions) == ({}, {})


def test_a_function_brings_the_functions_and_constants_that_it_uses():
    item = item_of(
        {
            "topics.0.functions": {"one(x)": "x + k", "two(x)": "one(x)*2", "three(x)": "x"},
            f"{ADD}.derive": {"s": "two(a) + b"},
            f"{ADD}.prompt": {"en": "{a} {b}", "ru": "{a} {b}"},
        }
    )

    assert list(item.functions) == ["one(x)", "two(x)"]
    assert item.constants == {"k": Fraction(5, 2)}


def test_items_are_compiled_on_the_way():
    bank, compiled = load_and_compile({"bank.json": json.dumps(WHOLE).encode()})

    assert [one.item for one in compiled] == list(bank.items)


@pytest.mark.parametrize(
    "written, value",
    [
        ("8.03e9", 8_030_000_000),
        ("15e12", 15 * 10**12),
        ("5e-4", Fraction(1, 2000)),
        ("0.1", Fraction(1, 10)),
        ("-3", -3),
        ("+3.50", Fraction(7, 2)),
        ("7/39", Fraction(7, 39)),
        ("6/3", 2),
        ("0", 0),
    ],
)
def test_a_number_is_exact_in_whatever_form(written, value):
    checked = check_yaml(f"""
format: 1
module: demo.sums
title: {{en: T}}
items:
- id: a
  title: {{en: T}}
  prompt: {{en: "{{x}} {{c}}"}}
  constants: {{c: {written}}}
  params: {{x: {{int: {{from: 1, to: 99}}}}}}
  answers: [{{id: y, value: x + c, tol: {{abs: 0.1}}}}]
""")

    assert checked.bank is not None, checked.issues
    assert checked.bank.items[0].constants["c"] == value
    assert type(checked.bank.items[0].constants["c"]) is type(value)


@pytest.mark.parametrize(
    "written, said",
    [
        ("010", "octal"),
        ("-010", "octal"),
        ("1,000", "without signs between"),
        ("1_000", "without signs between"),
        (".5", "0 before the point"),
        ("5.", "expected a number"),
        ("1e999", "exponent"),
        ("1e-301", "exponent"),
        (".inf", "expected a number"),
        ("nan", "expected a number"),
        ("0x10", "expected a number"),
        ("1:30", "expected a number"),
        ("no", "expected a number"),
        ("1/0", "expected a number"),
        ("٣", "expected a number"),
        ("9" * 401, "at most 400"),
        ("[1]", "got a list"),
        ("", "nothing stands here"),
    ],
)
def test_what_is_no_number_is_refused_with_a_reason(written, said):
    checked = check_yaml(f"format: 1\nbank: {{}}\ntopics: []\nconstants:\n  c: {written}\n")

    (issue,) = [issue for issue in checked.issues if issue.path == "constants.c"]
    assert said in issue.message
    assert issue.line == 5


@pytest.mark.parametrize(
    "written, parameter",
    [
        ({"choice": [1, "2.5"]}, Values((1, Fraction(5, 2)))),
        ({"int": {"from": 1, "to": 5}}, Steps(1, 5, 1)),
        ({"int": {"from": 1, "to": 5, "step": 2}}, Steps(1, 5, 2)),
        (
            {"range": {"from": "0.5", "to": 1, "step": "0.1"}},
            Steps(Fraction(1, 2), 1, Fraction(1, 10)),
        ),
        ({"loguniform": {"from": "1e9", "to": "8e10", "sig": 3}}, LogUniform(10**9, 8 * 10**10, 3)),
        ({"scenario": {"b": [1, 2], "c": [3, 4]}}, Scenario({"b": (1, 2), "c": (3, 4)})),
    ],
)
def test_every_kind_of_parameter_is_read(written, parameter):
    checked = check_changed(
        {
            f"{ADD}.params": {"a": written, "z": {"choice": [1, 2]}},
            f"{ADD}.derive": {"s": "k*z + twice(z)"},
            f"{ADD}.prompt": {"en": "{z}", "ru": "{z}"},
        }
    )

    assert checked.bank is not None, checked.issues
    assert checked.bank.items[0].params["a"] == parameter


@pytest.mark.parametrize(
    "written, tolerance",
    [
        ("exact", Tolerance(exact=True)),
        ({"exact": True}, Tolerance(exact=True)),
        ({"abs": "5e-4"}, Tolerance(abs=Fraction(1, 2000))),
        ({"rel": "0.01", "abs": 1}, Tolerance(rel=Fraction(1, 100), abs=1)),
        ({"ratio": 2}, Tolerance(ratio=2)),
        ({"sig": 3}, Tolerance(sig=3)),
        ({"dp": 0}, Tolerance(dp=0)),
        (
            {"range": ["s - 1", "s + 1"], "ends": "(]"},
            Tolerance(range=("s - 1", "s + 1"), ends="(]"),
        ),
        ({"rel": "0.1", "of": "response"}, Tolerance(rel=Fraction(1, 10), of="response")),
    ],
)
def test_every_form_of_tolerance_is_read(written, tolerance):
    item = item_of({f"{ADD}.answers.0.tol": written, f"{ADD}.answers.0.mistakes": []})

    assert item.parts[0].rules[0].tolerance == tolerance


def test_the_short_form_becomes_ordered_rules_with_the_tolerance_of_the_key():
    item = item_of(
        {
            f"{ADD}.answers.0.also": ["s + 50", {"id": "far", "value": "s + 99", "tol": "exact"}],
            f"{ADD}.answers.0.say": {"en": "Right", "ru": "Верно"},
        }
    )

    rules = item.parts[0].rules
    assert [rule.id for rule in rules] == ["key", "also-1", "far", "half"]
    assert [rule.credit for rule in rules] == [1, 1, 1, 0]
    assert rules[1].tolerance == rules[3].tolerance == rules[0].tolerance
    assert rules[2].tolerance == Tolerance(exact=True)
    assert rules[0].say == {"en": "Right", "ru": "Верно"}


def test_rules_may_be_written_out():
    item = item_of(
        {
            f"{ADD}.answers.0": {
                "id": "s",
                "rules": [
                    {"id": "key", "value": "s", "tol": "exact"},
                    {"id": "slip", "value": "s + 9", "tol": {"abs": 1}, "credit": "1/3"},
                ],
            }
        }
    )

    assert item.parts[0].rules[1].credit == Fraction(1, 3)


def test_a_table_becomes_parts_that_know_their_row_and_column():
    item = item_of(
        {
            f"{ADD}.table": {
                "rows": {"r": [0, "0.5"]},
                "cols": {"w": [1, -2]},
                "cell": "a*(r + 3) + w",
                "tol": {"abs": "0.1"},
                "points": 2,
                "row_label": {"en": "Row", "ru": "Ряд"},
            }
        }
    )

    assert [part.id for part in item.parts] == ["c_0_1", "c_0_m2", "c_0p5_1", "c_0p5_m2", "s"]
    assert item.parts[2].names == {"r": Fraction(1, 2), "w": 1}
    assert item.parts[2].points == 2
    assert item.table.cells == (("c_0_1", "c_0_m2"), ("c_0p5_1", "c_0p5_m2"))
    assert item.table.row_label["en"] == "Row"


def test_the_short_form_of_a_choice_becomes_options_of_formulas():
    item = item_of(
        {
            f"{ADD}.choices": {
                "key": "a + b",
                "why": {"en": "w", "ru": "w"},
                "wrong": [
                    {
                        "id": "off",
                        "value": "a - b",
                        "say": {"en": "x", "ru": "x"},
                        "mistake": "sign",
                    }
                ],
                "show": "int",
                "min_gap": {"rel": "0.05"},
                "order": "ascending",
            }
        }
    )

    choice = item.parts[1]
    assert isinstance(choice, ChoicePart)
    assert (choice.id, choice.show, choice.order) == ("choice", "int", "ascending")
    assert choice.options[0].value == "a + b" and choice.options[0].credit == 1
    assert (choice.options[1].why["en"], choice.options[1].mistake) == ("x", "sign")


def test_numeric_and_choice_parts_stand_together():
    item = item_of(
        {
            f"{PICK}.parts": [
                {"id": "n", "value": "42", "tol": "exact"},
                WHOLE["topics"][0]["items"][1]["parts"][0],
            ]
        },
        1,
    )

    assert [type(part) for part in item.parts] == [NumericPart, ChoicePart]


@pytest.mark.parametrize(
    "written",
    [
        {"en": ["a", "b"], "ru": ["а", "б"]},
        [{"en": "a", "ru": "а"}, {"en": "b", "ru": "б"}],
    ],
)
def test_a_solution_is_a_list_of_steps_in_every_language(written):
    item = item_of({f"{ADD}.solution": written})

    assert item.solution == ({"en": "a", "ru": "а"}, {"en": "b", "ru": "б"})


def test_a_solution_of_one_step_needs_no_list():
    assert item_of({f"{ADD}.solution": {"en": "a", "ru": "а"}}).solution == (
        {"en": "a", "ru": "а"},
    )


def test_stored_rows_are_read():
    item = item_of({f"{ADD}.rows": [{"a": 1, "b": n} for n in range(2, 80)], f"{ADD}.params": {}})

    assert item.rows[0] == {"a": 1, "b": 2}


def test_derived_values_may_be_pairs_so_that_their_order_is_safe():
    item = item_of({f"{ADD}.derive": [["t", "a + 1"], ["s", "k*t + twice(b)"]]})

    assert list(item.derive) == ["t", "s"]


def test_the_author_may_count_versions():
    assert item_of({f"{ADD}.version": 3}) == item_of({})


def test_yaml_and_json_say_the_same():
    text = json.dumps(WHOLE, ensure_ascii=False)

    assert check_yaml(text).bank == check_data(WHOLE).bank


def test_every_interaction_has_a_schema_and_a_way_to_be_stored():
    assert SCHEMAS.keys() == DUMPERS.keys() == INTERACTIONS.keys()
