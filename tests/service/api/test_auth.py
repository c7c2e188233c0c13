"""Keys, scopes, rates: who may do what, and how often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import flask
import pytest
from flask.testing import FlaskClient

from service.api import auth
from service.app import create_app
from service.connections import disconnect
from service.settings import Settings
from service.use_cases.create_key import create_key
from service.use_cases.revoke_key import revoke_key
from tests.service.api.conftest import Caller


def test_without_a_valid_key_nothing_is_told(visitor: FlaskClient) -> None:
    for header in ("", "Bearer", "Bearer ", "Basic abc", "Bearer ak_live_wrong", "ak_live_x"):
        answer = visitor.get("/v1/me", headers={"Authorization": header} if header else {})

        assert answer.status_code == 401
        assert answer.get_json()["code"] == "not_authenticated"
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_me_tells_the_client_its_scopes_and_limit(caller: Caller) -> None:
    me = caller.get("/v1/me").get_json()

    assert me["client"].startswith("cli_")
    assert me["name"] == "tests"
    assert "attempt:write" in me["scopes"]
    assert me["requests_per_minute"] == 3000
    assert caller.secret not in str(me)


def test_a_missing_scope_is_named(make_caller: Callable[..., Caller]) -> None:
    reader = make_caller("reader", ["content:read"])

    answer = reader.post("/v1/drills", {})

    assert answer.status_code == 403
    assert answer.get_json()["code"] == "scope_missing"
    assert answer.get_json()["scope"] == "content:write"


def test_a_revoked_key_stops_working(app: flask.Flask) -> None:
    key, secret = create_key("short-lived", ["all"])
    caller = Caller(app, secret)
    before = caller.get("/v1/me").status_code
    revoke_key(key.id)

    assert (before, caller.get("/v1/me").status_code) == (200, 401)


def test_an_address_that_guesses_keys_has_to_wait(visitor: FlaskClient, caller: Caller) -> None:
    statuses = [
        visitor.get("/v1/me", headers={"Authorization": f"Bearer ak_live_{n}"}).status_code
        for n in range(auth.FAILURES_PER_MINUTE + 1)
    ]

    assert statuses == [401] * auth.FAILURES_PER_MINUTE + [429]
    answer = visitor.get("/v1/me", headers={"Authorization": "Bearer ak_live_x"})
    assert answer.get_json()["code"] == "too_many_failures"
    assert 1 <= int(answer.headers["Retry-After"]) <= 60


def test_every_answer_says_where_the_caller_stands(caller: Caller) -> None:
    caller.get("/v1/me")
    headers = caller.get("/v1/me").headers

    assert headers["RateLimit-Policy"] == '"default";q=3000;w=60'
    assert headers["RateLimit"].startswith('"default";r=')
    assert int(headers["RateLimit-Remaining"]) < 3000


def test_a_caller_over_its_rate_is_told_when_to_come_back(app: flask.Flask, caller: Caller) -> None:
    app.config["RATE_LIMIT_PER_MINUTE"] = 2

    answers = [caller.get("/v1/me") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].get_json()["code"] == "rate_limited"
    assert 1 <= int(answers[2].headers["Retry-After"]) <= 60


def test_visitors_of_the_pages_are_counted_by_address(
    app: flask.Flask, visitor: FlaskClient
) -> None:
    app.config["RATE_LIMIT_PER_MINUTE"] = 1

    assert [visitor.get("/").status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize(("proxies", "last"), [(0, 429), (1, 401)])
def test_callers_behind_a_trusted_proxy_are_counted_apart(
    settings: Settings, proxies: int, last: int
) -> None:
    app = create_app(replace(settings, proxies=proxies))
    client = app.test_client()

    def guess(visitor: int) -> int:
        headers = {"Authorization": "Bearer wrong", "X-Forwarded-For": f"203.0.113.{visitor}"}
        return client.get("/v1/me", headers=headers).status_code

    statuses = [guess(visitor) for visitor in range(30)]
    disconnect()

    assert (statuses[0], statuses[-1]) == (401, last)
