"""Previews, banks and drills that cannot be: refused with the place, and nothing is stored."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.api.conftest import PRACTICE, Caller


@pytest.fixture
def caller(lasting_caller: Caller) -> Caller:
    """Nothing here is kept, so that one service does for all tests."""
    return lasting_caller


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "invalid"),
        ({"seeds": []}, "invalid"),
        ({"seeds": ["s"] * 51}, "invalid"),
        ({"seeds": [1]}, "invalid"),
        ({"seeds": [""]}, "invalid"),
    ],
)
def test_a_preview_needs_seeds(caller: Caller, body: dict[str, Any], code: str) -> None:
    assert caller.post("/v1/items/small/double/preview", body).get_json()["code"] == code


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        (b"", "application/yaml", 422, "bank_invalid"),
        (b"\xff\xfe\x00", "application/yaml", 422, "bank_invalid"),
        (b"a: &a [*a]", "application/yaml", 422, "bank_invalid"),
        (b"[]", "application/json", 422, "bank_invalid"),
        (b"{", "application/json", 422, "bank_invalid"),
        (b"x", "text/plain", 415, "unsupported_media_type"),
        (b"", "multipart/form-data; boundary=x", 400, "bad_request"),
        (b"x" * (20 * 1024 * 1024 + 1), "application/yaml", 413, "too_large"),
    ],
)
def test_what_is_no_bank_is_refused(
    caller: Caller, body: bytes, content_type: str, status: int, code: str
) -> None:
    answer = caller.send("POST", "/v1/banks/imports", data=body, content_type=content_type)

    assert (answer.status_code, answer.get_json()["code"]) == (status, code)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"policy": {"mode": "game"}}, "/policy/mode"),
        ({"policy": {"attempts": 0}}, "/policy/attempts"),
        ({"policy": {"attempts": True}}, "/policy/attempts"),
        ({"policy": {"tries": "2"}}, "/policy/tries"),
        ({"policy": {"outcome": "at_end", "explanation": "at_once"}}, "/policy/explanation"),
        ({"policy": {"more": 1}}, "/policy/more"),
        ({"selection": {}}, "/selection/items"),
        ({"selection": {"items": ["small"]}}, "/selection/items/0"),
        ({"selection": {"items": ["small/pick", "small/pick"]}}, "/selection/items"),
        ({"selection": {"topics": ["x"]}}, "/selection/topics/0"),
        ({"title": {}}, "/title"),
        ({"title": {"EN!": "x"}}, "/title/EN!"),
        ({"title": "x"}, "/title"),
    ],
)
def test_a_drill_that_makes_no_sense_is_refused(
    caller: Caller, change: dict[str, Any], pointer: str
) -> None:
    answer = caller.post("/v1/drills", {**PRACTICE, **change})

    assert answer.status_code == 422
    assert pointer in [fault["pointer"] for fault in answer.get_json()["errors"]]


def test_items_that_no_bank_has_are_refused(caller: Caller) -> None:
    answer = caller.post("/v1/drills", {**PRACTICE, "selection": {"items": ["small/nothing"]}})

    assert (answer.status_code, answer.get_json()["code"]) == (422, "selection_unknown")
