"""Grading and reading without keeping anything, in the shapes that clients build on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.api.conftest import Caller


@pytest.fixture
def caller(lasting_caller: Caller) -> Caller:
    """Nothing here is kept, so that one service does for all tests."""
    return lasting_caller


CANONICAL = {"item": "small/double", "canonical": True, "lang": "en"}


def graded(caller: Caller, responses: object, **more: object) -> dict[str, Any]:
    answer = caller.post("/v1/grade", {**CANONICAL, "responses": responses, **more})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.get_json()
    return made


def test_a_right_response_gets_every_point(caller: Caller) -> None:
    answer = graded(caller, {"twice": "2468", "bytes": "1234"})

    assert set(answer) == {"score", "parts", "solution", "references"}
    assert answer["score"] == {"given": "3", "maximum": "3"}
    assert answer["parts"][0] == {
        "id": "twice",
        "credit": "1",
        "verdict": "correct",
        "read_as": answer["parts"][0]["read_as"],
        "mistake": None,
        "say": None,
        "code": None,
    }
    assert [part["verdict"] for part in answer["parts"]] == ["correct", "correct"]
    assert "2,468" in answer["solution"][0] or "2468" in answer["solution"][0]
    assert answer["references"][0]["id"] == "knuth1997"


def test_a_known_mistake_is_named_and_earns_its_credit(caller: Caller) -> None:
    [part, _] = graded(caller, {"twice": "1522756", "bytes": "0"})["parts"]

    assert (part["verdict"], part["credit"], part["mistake"]) == ("partly", "0.5", "squared")
    assert "square" in part["say"]


def test_what_cannot_be_read_is_told_with_its_code(caller: Caller) -> None:
    parts = graded(caller, {"twice": "abc"})["parts"]

    assert [(part["verdict"], part["code"]) for part in parts] == [
        ("unreadable", "not_a_number"),
        ("unreadable", "empty"),
    ]


def test_a_text_with_two_readings_is_asked_about_and_can_be_answered(caller: Caller) -> None:
    part = graded(caller, {"twice": "2,468", "bytes": "1234"}, lang="en")["parts"][0]
    assert part["verdict"] == "ask"
    readings = {choice["reading"] for choice in part["readings"]}
    assert readings == {"2468", "2.468"}

    meant = {"text": "2,468", "reading": "2468"}
    part = graded(caller, {"twice": meant, "bytes": "1234"}, lang="en")["parts"][0]

    assert part["verdict"] == "correct"
    assert "readings" not in part


def test_a_reading_that_the_text_does_not_have_is_unreadable(caller: Caller) -> None:
    part = graded(caller, {"twice": {"text": "2,468", "reading": "7"}})["parts"][0]

    assert (part["verdict"], part["code"]) == ("unreadable", "reading")


def test_a_choice_is_graded_by_option_ids(caller: Caller) -> None:
    body = {"item": "small/pick", "seed": "s1", "responses": {"which": "seven"}}

    answer = caller.post("/v1/grade", body).get_json()

    assert answer["score"] == {"given": "1", "maximum": "1"}


def test_the_same_seed_is_the_same_variant(caller: Caller) -> None:
    [shown] = caller.post("/v1/items/small/double/preview", {"seeds": ["s1"]}).get_json()[
        "variants"
    ]
    keys = {part["id"]: part["rules"][0]["value"] for part in shown["parts"]}

    body = {"item": "small/double", "seed": "s1"}
    responses = {"twice": keys["twice"], "bytes": f"{keys['bytes']} B"}
    answer = caller.post("/v1/grade", {**body, "responses": responses}).get_json()

    assert answer["score"]["given"] == "3"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"responses": {"nothing": "1"}}, "unknown_part"),
        ({"responses": {"twice": ["a"]}}, "type"),
        (
            {"item": "small/pick", "canonical": False, "seed": "s", "responses": {"which": "x"}},
            "unknown_option",
        ),
        ({"canonical": False}, "invalid"),
        ({"seed": "s1"}, "invalid"),
        ({"item": "small/absent"}, "no_such_item"),
        ({"responses": {"twice": 2468}}, "invalid"),
        ({"seed": "x" * 201, "canonical": False}, "invalid"),
    ],
)
def test_what_could_never_be_graded_is_refused(
    caller: Caller, change: dict[str, Any], code: str
) -> None:
    body = {**CANONICAL, "responses": {"twice": "1", "bytes": "1"}, **change}

    assert caller.post("/v1/grade", body).get_json()["code"] == code


def test_a_number_is_read_into_its_base_unit(caller: Caller) -> None:
    body = {"text": "1,63 ГиБ", "lang": "ru", "unit": "byte", "ask_in": "GiB"}

    answer = caller.post("/v1/read-number", body)

    assert answer.status_code == 200
    assert answer.get_json() == {"value": "1750199173.12", "read_as": "1,63 ГиБ", "other": []}


def test_other_readings_are_told(caller: Caller) -> None:
    answer = caller.post("/v1/read-number", {"text": "1,234"}).get_json()

    assert answer["value"] == "1234"
    assert [other["value"] for other in answer["other"]] == ["1.234"]


@pytest.mark.parametrize(
    ("text", "box", "code"),
    [
        ("1.2.3", {}, "separators"),
        ("7*16", {}, "expression"),
        ("112 Gb", {"unit": "byte"}, "bits"),
        ("5 apples", {}, "unit"),
        ("", {}, "empty"),
        ("1e999", {}, "out_of_range"),
        ("9" * 10_000, {}, "too_long"),
    ],
)
def test_a_number_that_cannot_be_read_is_refused_with_its_code(
    caller: Caller, text: str, box: dict[str, str], code: str
) -> None:
    answer = caller.post("/v1/read-number", {"text": text, **box})

    assert (answer.status_code, answer.get_json()["code"]) == (422, code)
    assert answer.get_json()["errors"][0]["pointer"] == "/text"


@pytest.mark.parametrize("box", [{"unit": "apple"}, {"unit": "byte", "ask_in": "s"}])
def test_a_box_of_unknown_units_is_refused(caller: Caller, box: dict[str, str]) -> None:
    answer = caller.post("/v1/read-number", {"text": "1", **box})

    assert answer.get_json()["code"] == "invalid"
