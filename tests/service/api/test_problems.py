"""Whatever goes wrong is told as problem+json that names the place; it is never a 5xx of ours."""

from __future__ import annotations

import io
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.api.refusals import known_codes
from tests.service.api.conftest import Caller


@pytest.fixture
def caller(lasting_caller: Caller) -> Caller:
    """Nothing here is kept, so that one service does for all tests."""
    return lasting_caller


MEMBERS = {"type", "title", "status", "detail", "instance", "code", "request_id"}


def problem_of(answer: TestResponse) -> dict[str, Any]:
    assert answer.mimetype == "application/problem+json", answer.text
    problem: dict[str, Any] = answer.get_json()
    assert set(problem) >= MEMBERS
    assert problem["status"] == answer.status_code
    assert problem["request_id"] == answer.headers["X-Request-Id"]
    assert problem["code"] in known_codes()
    return problem


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/v1/nothing", 404, "not_found"),
        ("GET", "/v1/items/small/nothing", 404, "no_such_item"),
        ("GET", "/v1/banks/nothing", 404, "not_found"),
        ("GET", "/v1/drills/drl_nothing", 404, "no_such_drill"),
        ("GET", "/v1/attempts/att_nothing", 404, "no_such_attempt"),
        ("GET", "/v1/operations/op_nothing", 404, "no_such_operation"),
        ("GET", f"/v1/attempts/{'a' * 5000}", 404, "no_such_attempt"),
        ("GET", "/v1/attempts/a%00b", 400, "bad_request"),
        ("GET", "/v1/items?bank=a%00b", 400, "bad_request"),
        ("GET", "/v1/attempts/att_x/items/99999999999999999999", 404, "not_found"),
        ("GET", "/v1/items?limit=0", 422, "invalid"),
        ("GET", "/v1/items?limit=201", 422, "invalid"),
        ("GET", "/v1/items?limit=1e9", 422, "invalid"),
        ("GET", "/v1/items?cursor=%ff%fe", 400, "cursor_invalid"),
        ("GET", "/v1/items?cursor=AAAA", 400, "cursor_invalid"),
        ("GET", "/v1/items?nothing=1", 422, "invalid"),
        ("DELETE", "/v1/items", 405, "method_not_allowed"),
    ],
)
def test_wrong_addresses_and_queries_are_refused(
    caller: Caller, method: str, path: str, status: int, code: str
) -> None:
    problem = problem_of(caller.send(method, path))

    assert (problem["status"], problem["code"]) == (status, code)


def test_405_lists_what_is_allowed(caller: Caller) -> None:
    assert "GET" in caller.send("PATCH", "/v1/items").headers["Allow"]


HOSTILE_BODIES: list[tuple[bytes, str, int, str]] = [
    (b"", "application/json", 400, "malformed_json"),
    (b"{", "application/json", 400, "malformed_json"),
    (b"[]", "application/json", 422, "invalid"),
    (b"null", "application/json", 422, "invalid"),
    (b'"text"', "application/json", 422, "invalid"),
    (b"{}", "application/json", 422, "invalid"),
    (b'{"item": NaN}', "application/json", 400, "malformed_json"),
    (b'{"item": "a", "item": "b"}', "application/json", 400, "malformed_json"),
    (b'{"item": "' + b"x" * 1_000_000 + b'"}', "application/json", 413, "too_large"),
    (
        b"{" + b",".join(b'"k%d": 1' % n for n in range(100_000)) + b"}",
        "application/json",
        413,
        "too_large",
    ),
    (b'{"a":' * 9000 + b"1" + b"}" * 9000, "application/json", 400, "malformed_json"),
    (b"item=a", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
    (b"{}", "text/plain", 415, "unsupported_media_type"),
    (b"{}", "", 415, "unsupported_media_type"),
]
BODY_PATHS = [
    ("POST", "/v1/grade"),
    ("POST", "/v1/read-number"),
    ("POST", "/v1/items/small/double/preview"),
    ("POST", "/v1/drills"),
    ("POST", "/v1/attempts"),
    ("POST", "/v1/attempts/att_x/items/1/submissions"),
    ("PUT", "/v1/attempts/att_x/items/1/draft"),
]


@pytest.mark.parametrize(("method", "path"), BODY_PATHS)
def test_bodies_of_a_wrong_shape_are_refused(caller: Caller, method: str, path: str) -> None:
    for body, content_type, status, code in HOSTILE_BODIES:
        answer = caller.send(method, path, data=body, content_type=content_type)

        problem = problem_of(answer)
        assert (problem["status"], problem["code"]) == (status, code), body[:40]


def test_every_fault_is_told_at_once_with_its_place(caller: Caller) -> None:
    body = {
        "item": "no slash",
        "lang": 7,
        "responses": {"a": 1.5, "b": {"text": "1"}, "c/d": [1], "ok": "1"},
        "unknown": True,
    }

    problem = problem_of(caller.post("/v1/grade", body))

    places = {(fault["pointer"], fault["code"]) for fault in problem["errors"]}
    assert places == {
        ("/item", "invalid"),
        ("/lang", "invalid"),
        ("/responses/a", "invalid"),
        ("/responses/b", "invalid"),
        ("/responses/c~1d", "invalid"),
        ("/unknown", "unknown_field"),
    }


def test_a_fault_of_the_query_names_the_parameter(caller: Caller) -> None:
    [fault] = problem_of(caller.get("/v1/items?limit=x"))["errors"]

    assert fault == {"code": "invalid", "message": "Must be a whole number.", "parameter": "limit"}


@pytest.mark.parametrize("path", ["/v1/items?cursor=%00", "/v1/me?x=%00"])
def test_a_nul_in_an_address_is_refused(caller: Caller, path: str) -> None:
    assert problem_of(caller.get(path))["code"] == "bad_request"


def test_the_type_of_a_problem_is_a_place_on_a_page(caller: Caller) -> None:
    address = problem_of(caller.get("/v1/items/small/nothing"))["type"]

    path, _, anchor = address.partition("#")
    page = caller.get(path.removeprefix(caller.app.config["BASE_URL"]))
    assert f'id="{anchor}"' in page.text


def test_a_body_that_does_not_tell_its_length_is_measured(caller: Caller) -> None:
    whole, over = b'{"text": "%s"}' % (b"1" * 50_000), b'{"text": "%s"}' % (b"1" * 70_000)

    statuses = [
        caller.send(
            "POST",
            "/v1/read-number",
            input_stream=io.BytesIO(body),
            content_type="application/json",
            environ_overrides={"wsgi.input_terminated": True},
        ).get_json()["code"]
        for body in (whole, over)
    ]

    assert statuses == ["too_long", "too_large"]
