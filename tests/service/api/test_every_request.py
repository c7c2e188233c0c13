"""What every request gets: an id, a log line without secrets, security headers."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import flask
import pytest
import structlog
from flask.testing import FlaskClient

from service.logging import configure_logging
from tests.service.api.conftest import Caller


def test_a_sane_request_id_is_taken_over(visitor: FlaskClient) -> None:
    answer = visitor.get("/healthz", headers={"X-Request-Id": "abc-123"})

    assert answer.headers["X-Request-Id"] == "abc-123"


@pytest.mark.parametrize("given", ["", "a b", "x" * 81, "<script>"])
def test_any_other_gets_a_new_one(visitor: FlaskClient, given: str) -> None:
    answer = visitor.get("/healthz", headers={"X-Request-Id": given})

    assert answer.headers["X-Request-Id"].startswith("req_")


@pytest.mark.parametrize("path", ["/healthz", "/docs", "/v1/me", "/openapi.json", "/nothing"])
def test_every_answer_is_guarded(visitor: FlaskClient, path: str) -> None:
    headers = visitor.get(path).headers

    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in headers
    assert "Server" not in headers


def test_answers_about_learners_stay_out_of_shared_caches(caller: Caller) -> None:
    assert caller.get("/v1/me").headers["Cache-Control"] == "private, no-cache"


def test_the_log_names_ids_but_not_the_address_of_a_visitors_practice(
    caller: Caller, visitor: FlaskClient, log: io.StringIO
) -> None:
    caller.get("/v1/attempts/att_of_a_client")
    visitor.get("/practice/att_of_a_visitor")

    of_client, of_visitor = (json.loads(line) for line in log.getvalue().splitlines()[-2:])
    assert of_client["attempt_id"] == "att_of_a_client"
    assert of_visitor["route"] == "/practice/<attempt_id>"
    assert "att_of_a_visitor" not in log.getvalue()


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What is logged, as JSON lines."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    stream = io.StringIO()
    configure_logging("info", part="test", stream=stream)
    yield stream
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_one_line_tells_of_a_request_and_no_more_than_it_should(
    caller: Caller, log: io.StringIO
) -> None:
    body = {"text": "typed-by-somebody", "lang": "en"}
    caller.post("/v1/read-number", body, headers={"X-Request-Id": "r-1"})

    line = json.loads(log.getvalue().splitlines()[-1])
    assert line["route"] == "/v1/read-number"
    assert (line["status"], line["method"], line["request_id"]) == (422, "POST", "r-1")
    assert line["code"] == "not_a_number"
    assert caller.secret not in log.getvalue()
    assert "typed-by-somebody" not in log.getvalue()


def test_a_defect_of_ours_is_told_without_its_insides(app: flask.Flask) -> None:
    def fail() -> str:
        raise ZeroDivisionError("inside")

    app.add_url_rule("/v1/broken", view_func=fail)

    answer = app.test_client().get("/v1/broken")

    assert (answer.status_code, answer.get_json()["code"]) == (500, "internal_error")
    assert "inside" not in answer.text
