"""What belongs to another client cannot be told from what does not exist.

The matrix is made from the route table: a new route fails here until it is listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import flask
import pytest

from tests.service.api.conftest import PRACTICE, Caller
from tests.service.api.test_content import OTHER_BANK, imported

# Routes whose address names nobody's property: content that every key may read, or no id at all.
FOR_EVERYBODY = {
    "/v1/me",
    "/v1/grade",
    "/v1/read-number",
    "/v1/items",
    "/v1/items/<bank>/<item>",
    "/v1/items/<bank>/<item>/preview",
    "/v1/banks",
    "/v1/banks/<bank_id>",
    "/v1/banks/imports",
    "/v1/drills",
    "/v1/attempts",
}
# What is sent to routes of somebody's property: right in shape, so that only the owner matters.
BODIES: Mapping[str, Any] = {
    "put_drill": {**PRACTICE, "state": "open"},
    "put_draft": {"responses": {"which": "seven"}},
    "post_submission": {"responses": {"which": "seven"}},
    "post_variant": {},
    "post_finish": {},
}


def owned_routes(app: flask.Flask) -> Iterator[tuple[str, str, str]]:
    """Method, rule and name of each route whose address names somebody's property."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/v1/") and rule.rule not in FOR_EVERYBODY:
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                yield method, rule.rule, rule.endpoint.rpartition(".")[2]


def filled(rule: str, ids: Mapping[str, str]) -> str:
    for name, value in ids.items():
        rule = rule.replace(f"<{name}>", value)
    assert "<" not in rule, f"{rule}: say in this test whose property it names"
    return rule


@pytest.fixture
def ids(caller: Caller, attempt: Mapping[str, Any]) -> Mapping[str, str]:
    """Ids of the first client's property."""
    operation = imported(caller, OTHER_BANK).get_json()["operation"]
    caller.get(f"/v1/attempts/{attempt['id']}/items/2")
    return {
        "attempt_id": attempt["id"],
        "drill_id": attempt["drill"],
        "operation_id": operation,
        "int(min=1, max=9999):n": "2",
    }


def send(who: Caller, method: str, path: str, name: str) -> tuple[int, dict[str, Any]]:
    headers = {"If-Match": '"r1"'} if method == "PUT" else {}
    body = {} if method == "GET" else {"json": BODIES[name]}
    answer = who.send(method, path, headers=headers, **body)
    return answer.status_code, answer.get_json(silent=True) or {}


def test_a_stranger_finds_nothing_of_anothers(
    app: flask.Flask, caller: Caller, make_caller: Callable[..., Caller], ids: Mapping[str, str]
) -> None:
    stranger = make_caller("stranger")
    absent = {
        name: f"{value[:4]}{'a' * 26}" if "_" in name else value for name, value in ids.items()
    }

    for method, rule, name in owned_routes(app):
        foreign = send(stranger, method, filled(rule, ids), name)
        nothing = send(stranger, method, filled(rule, absent), name)

        assert foreign[0] == 404, (method, rule, foreign)
        assert foreign[1]["code"] == nothing[1]["code"]
        assert foreign[1]["detail"] == nothing[1]["detail"]


def test_the_owner_finds_it_all(app: flask.Flask, caller: Caller, ids: Mapping[str, str]) -> None:
    for method, rule, name in owned_routes(app):
        status, body = send(caller, method, filled(rule, ids), name)

        assert status != 404, (method, rule, body)


def test_nobody_plays_anothers_drill(
    make_caller: Callable[..., Caller], drill: Mapping[str, Any]
) -> None:
    stranger = make_caller("stranger")

    answer = stranger.post("/v1/attempts", {"drill": drill["id"], "learner": "u-17"})

    assert (answer.status_code, answer.get_json()["code"]) == (404, "no_such_drill")
    assert stranger.get("/v1/drills").get_json()["data"] == []


def test_an_attempt_of_the_api_is_not_open_to_visitors_of_the_pages(
    visitor: flask.testing.FlaskClient, ids: Mapping[str, str]
) -> None:
    attempt = ids["attempt_id"]

    for path in (f"/practice/{attempt}", f"/practice/{attempt}/items/2"):
        assert visitor.get(path).status_code == 404


def test_every_scope_is_asked_for(
    app: flask.Flask, make_caller: Callable[..., Caller], ids: Mapping[str, str]
) -> None:
    powerless = make_caller("powerless", [])

    for method, rule, name in owned_routes(app):
        status, body = send(powerless, method, filled(rule, ids), name)

        assert (status, body["code"]) == (403, "scope_missing"), (method, rule)
