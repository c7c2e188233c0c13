"""Faults of bank files: every one at once, each with its path, line and column."""

from __future__ import annotations

import json
from typing import Any

import pytest

from question_bank.model import BankError
from schemas.bank import check_bank, load_bank
from tests.schemas.banks import ADD, PICK, REMOVE, WHOLE, changed, check_changed, check_yaml

ANSWER = WHOLE["topics"][0]["items"][0]["answers"][0]
RULE = {"id": "a", "value": "s", "tol": "exact"}
TABLE = {"rows": {"r": [1]}, "cols": {"w": [1]}, "cell": "1", "tol": "exact"}
GRID = {"from": 0, "to": 1, "step": "0.3"}


def assert_told(changes: dict[str, Any], code: str, path: str) -> None:
    checked = check_changed(changes)

    assert (code, path) in [(issue.code, issue.path) for issue in checked.errors]
    assert all(issue.line and issue.column and issue.file for issue in checked.issues)
    assert checked.bank is None


@pytest.mark.parametrize(
    "place, value, code, path",
    [
        ("format", 2, "format", "format"),
        ("format", REMOVE, "missing", "format"),
        ("bank", REMOVE, "missing", "bank"),
        ("bank", [], "type", "bank"),
        ("bank.id", "My Bank", "format", "bank.id"),
        ("bank.title", "Demo", "type", "bank.title"),
        ("bank.title", {"en": "Demo"}, "missing_language", "bank.title.ru"),
        ("bank.languages", [], "length", "bank.languages"),
        ("bank.languages", ["English"], "format", "bank.languages[0]"),
        ("bank.licence", "", "empty", "bank.licence"),
        ("colour", 1, "unknown_field", "colour"),
        ("topics", [], "type", "topics"),
        ("topics", {}, "type", "topics"),
        ("references.paper.year", "soon", "number", "references.paper.year"),
        ("references.paper.url", "javascript:x", "format", "references.paper.url"),
        ("references", {"p q": {}}, "name", "references.p q"),
        ("constants", {"k": 1}, "duplicate", "topics[0].constants.k"),
        ("topics.0.module", "demo.other", "module", "topics[0].module"),
        ("topics.0.module", "Demo", "format", "topics[0].module"),
        ("topics.0.items", "none", "type", "topics[0].items"),
        ("topics.0.title", REMOVE, "missing", "topics[0].title"),
        ("topics.0.functions", {"loss": "1"}, "name", "topics[0].functions.loss"),
        ("topics.0.constants", {"2k": 1}, "name", "topics[0].constants.2k"),
        ("topics.0.items.1", 5, "type", "topics[0].items[1]"),
        ("topics.0.items.1.id", "add", "duplicate", "topics[0].items[1].id"),
    ],
)
def test_a_fault_of_a_bank_or_topic_is_told_at_its_place(place, value, code, path):
    assert_told({place: value}, code, path)


@pytest.mark.parametrize(
    "place, value, code, path",
    [
        ("id", "Add!", "format", "id"),
        ("title", REMOVE, "missing", "title"),
        ("title.ru", REMOVE, "missing_language", "title.ru"),
        ("prompt.fr", "x", "language", "prompt.fr"),
        ("prompt.en", "", "empty", "prompt.en"),
        ("prompt.en", ["x"], "type", "prompt.en"),
        ("difficulty", "hardest", "choice", "difficulty"),
        ("separate", "yes", "switch", "separate"),
        ("weight", 0, "range", "weight"),
        ("tags", "x", "type", "tags"),
        ("hints", [{}], "empty", "hints[0]"),
        ("constants", {"k": 3}, "duplicate", "constants.k"),
        ("solution", {"en": ["a"], "ru": ["а", "б"]}, "length", "solution"),
        ("references", ["papre"], "reference", "references[0]"),
        ("references", [{"ref": "x"}], "reference", "references[0].ref"),
        ("checked.source", "x", "reference", "checked.source"),
        ("checked.date", "2026-13-01", "format", "checked.date"),
        ("derive", [["s"]], "type", "derive[0]"),
        ("rows", [{"a": 1}, {"b": 1}], "row", "rows[1]"),
        ("params.a", {}, "parameter", "params.a"),
        ("params.a.choice", [1], "parameter", "params.a"),
        ("params.a", {"pick": [1]}, "unknown_field", "params.a.pick"),
        ("params.a", {"choice": []}, "length", "params.a.choice"),
        ("params.a", {"choice": [1, "1.0"]}, "duplicate", "params.a.choice[1]"),
        ("params.a.int.to", 0, "range", "params.a.int.to"),
        ("params.a.int.from", "0.5", "number", "params.a.int.from"),
        ("params.a", {"range": GRID}, "range", "params.a.range.to"),
        ("params.a", {"range": {"from": 0, "to": 1}}, "missing", "params.a.range.step"),
        ("params.a", {"loguniform": {"from": 0}}, "range", "params.a.loguniform.from"),
        ("params.a", {"scenario": {"x": [1], "y": [1, 2]}}, "length", "params.a.scenario"),
    ],
)
def test_a_fault_of_an_item_is_told_at_its_place(place, value, code, path):
    assert_told({f"{ADD}.{place}": value}, code, f"topics[0].items[0].{path}")


@pytest.mark.parametrize(
    "place, value, code, path",
    [
        ("parts", [], "conflict", "parts"),
        ("answers", [ANSWER, ANSWER], "duplicate", "answers[1].id"),
        ("answers.0.value", REMOVE, "missing", "answers[0].value"),
        ("answers.0.tol", REMOVE, "missing", "answers[0].tol"),
        ("answers.0.tol", "loose", "tolerance", "answers[0].tol"),
        ("answers.0.tol", {}, "tolerance", "answers[0].tol"),
        ("answers.0.tol", {"abs": -1}, "range", "answers[0].tol.abs"),
        ("answers.0.tol", {"abs": 1, "of": "response"}, "tolerance", "answers[0].tol.of"),
        ("answers.0.tol.ends", "[]", "choice", "answers[0].tol.ends"),
        ("answers.0.unit", "bite", "unit", "answers[0].unit"),
        ("answers.0.unit", "GiB", "unit", "answers[0].unit"),
        ("answers.0.ask_in", "GiB", "unit", "answers[0].ask_in"),
        ("answers.0.points", 0, "range", "answers[0].points"),
        ("answers.0.min_digits", 99, "range", "answers[0].min_digits"),
        ("answers.0.mistakes.0.id", "key", "duplicate", "answers[0].mistakes[0].id"),
        ("answers.0.mistakes.0.credit", 2, "range", "answers[0].mistakes[0].credit"),
        ("answers.0.rules", [RULE], "conflict", "answers[0].rules"),
        ("answers.0", {"id": "s", "rules": [RULE, RULE]}, "duplicate", "answers[0].rules[1].id"),
        ("table", {**TABLE, "rows": {"r": [1], "q": [2]}}, "table", "table.rows"),
        ("table", {**TABLE, "cols": {"r": [1]}}, "duplicate", "table.cols"),
        ("table", {**TABLE, "rows": {"r": [1, 1]}}, "duplicate", "table.rows.r"),
        ("grid", {**TABLE}, "unknown_field", "grid.cell"),
    ],
)
def test_a_fault_of_a_number_box_is_told_at_its_place(place, value, code, path):
    assert_told({f"{ADD}.{place}": value}, code, f"topics[0].items[0].{path}")


@pytest.mark.parametrize(
    "place, value, code, path",
    [
        ("options", [], "length", "options"),
        ("options.0.why", REMOVE, "missing", "options[0].why"),
        ("options.0.credit", 0, "credit", "options"),
        ("options.1.credit", 1, "credit", "options"),
        ("options.1.credit", -1, "range", "options[1].credit"),
        ("options.1.id", "yes", "duplicate", "options[1].id"),
        ("options.1.value", "1", "option", "options[1]"),
        ("options.1.text", REMOVE, "option", "options[1]"),
        ("order", "ascending", "option", "order"),
        ("show", "si99", "format", "show"),
        ("pick", "two", "choice", "pick"),
    ],
)
def test_a_fault_of_a_choice_is_told_at_its_place(place, value, code, path):
    changes = {f"{PICK}.parts.0.choice.{place}": value}

    assert_told(changes, code, f"topics[0].items[1].parts[0].choice.{path}")


def test_an_item_that_asks_nothing_is_told():
    assert_told({f"{ADD}.answers": REMOVE}, "missing", "topics[0].items[0]")


def test_a_part_that_is_no_map_is_told():
    assert_told({f"{PICK}.parts": ["which"]}, "type", "topics[0].items[1].parts[0]")


def test_an_unknown_field_is_told_with_the_nearest_and_all_that_are_known():
    (issue,) = check_changed({f"{ADD}.derve": {}}).errors

    assert "did you mean derive?" in issue.message
    assert "known: id, version, title" in issue.message


def test_a_fault_of_a_key_points_at_the_key_and_a_fault_of_a_value_at_the_value():
    checked = check_yaml("format: 1\nbank: {id: no good, colour: red}\ntopics: [x]\n")

    places = {issue.path: (issue.line, issue.column) for issue in checked.issues}
    assert places["bank.id"] == (2, 12)
    assert places["bank.colour"] == (2, 21)


def test_forty_faults_give_forty_messages_in_their_order():
    wrong = {
        f"{ADD}.answers": [{"id": f"a{n}", "value": "s", "tol": {"abs": "x"}} for n in range(40)]
    }

    issues = check_changed(wrong).errors

    assert len(issues) == 40
    assert [issue.line for issue in issues] == sorted(issue.line or 0 for issue in issues)
    assert {issue.code for issue in issues} == {"number"}


def test_faults_of_every_kind_and_item_are_told_at_once():
    checked = check_changed({
        "bank.licence": "",
        "topics.0.constants": {"2k": 1, "k": 2},
        f"{ADD}.separate": "on",
        f"{ADD}.derive.s": "k*(a",
        f"{ADD}.prompt.en": "$x",
        f"{PICK}.parts.0.choice.options.0.text.en": "{nobody}",
        f"{PICK}.hints": 5,
    })  # fmt: skip

    found = {issue.code for issue in checked.errors}
    assert {"empty", "name", "switch", "formula", "text", "type"} <= found


def test_a_bank_that_cannot_be_used_raises_with_all_its_issues():
    with pytest.raises(BankError) as error:
        load_bank({"bank.json": json.dumps(changed({"bank.id": 1.5, "format": 3})).encode()})

    assert {issue.path for issue in error.value.issues} == {"bank.id", "format"}


def test_numbers_given_as_text_fields_are_texts():
    assert check_changed({"bank.licence": 5}).bank.licence == "5"  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["bank.yaml", "bank.json"])
@pytest.mark.parametrize("content", [b"", b"[]", b"x", b"\x00", b"{", b"bank: *x", b"\xff\xfe"])
def test_what_is_no_bank_is_told_and_nothing_is_raised(name, content):
    checked = check_bank({name: content})

    assert checked.bank is None
    assert checked.errors


# --- warnings -------------------------------------------------------------------------------


def test_a_translation_that_is_missing_elsewhere_is_a_warning():
    checked = check_changed({f"{ADD}.answers.0.mistakes.0.say.ru": REMOVE})

    (issue,) = checked.issues
    assert (issue.code, issue.severity) == ("missing_language", "warning")
    assert issue.path == "topics[0].items[0].answers[0].mistakes[0].say"
    assert checked.bank is not None


def test_constants_and_functions_that_nobody_uses_are_warnings():
    checked = check_changed({"topics.0.constants.j": 1, "topics.0.functions.f(x)": "x"})

    assert [(issue.code, issue.path, issue.severity) for issue in checked.issues] == [
        ("unused", "topics[0].constants.j", "warning"),
        ("unused", "topics[0].functions.f(x)", "warning"),
    ]


# --- too much of it ---------------------------------------------------------------------------


def test_of_very_many_faults_the_first_thousand_are_told():
    item = WHOLE["topics"][0]["items"][1]
    items = [{**item, "id": f"i{n}", "separate": "x", "weight": "y"} for n in range(800)]

    issues = check_changed({"topics.0.items": items}).issues

    assert len(issues) == 1001
    assert issues[-1].code == "more"


def test_very_many_unknown_fields_are_not_all_told():
    text = "\n".join(f"k{n}: 1" for n in range(20_000))

    assert len(check_yaml(text).issues) < 200


def test_very_many_items_are_refused():
    assert_told({"topics.0.items": [{}] * 5001}, "length", "topics[0].items")
