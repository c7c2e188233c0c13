"""Log lines: one JSON object each, with what is known, without secrets."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from service.logging import HIDDEN, configure_logging


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    stream = io.StringIO()
    configure_logging("info", part="api", stream=stream)
    yield stream
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def test_a_line_is_json_with_time_level_event_and_part(stream: io.StringIO) -> None:
    structlog.get_logger().info("graded", status=201)

    line = _only_line(stream)
    assert line["time"].endswith("Z")
    assert (line["level"], line["event"], line["part"]) == ("info", "graded", "api")
    assert line["status"] == 201


def test_what_is_bound_is_on_every_line_even_of_other_libraries(stream: io.StringIO) -> None:
    structlog.contextvars.bind_contextvars(request_id="r-1")

    logging.getLogger("some.library").warning("took %d ms", 7)

    line = _only_line(stream)
    assert (line["event"], line["request_id"]) == ("took 7 ms", "r-1")


def test_an_exception_is_one_line(stream: io.StringIO) -> None:
    try:
        raise ValueError("too small")
    except ValueError:
        structlog.get_logger().exception("failed")

    assert "ValueError: too small" in _only_line(stream)["exception"]


def test_lines_below_the_level_are_not_written(stream: io.StringIO) -> None:
    structlog.get_logger().debug("a detail")
    logging.getLogger("rq.worker").info("a step that only matters when looking for a fault")

    assert stream.getvalue() == ""


@pytest.mark.parametrize(
    "values",
    [
        {"secret": "s3cr3t"},
        {"headers": {"Authorization": "Bearer s3cr3t", "Set-Cookie": "s3cr3t"}},
        {"said": ["curl -H 'Authorization: Bearer s3cr3t' http://localhost"]},
        {"url": "postgresql://etude:s3cr3t@db/etude"},
        {"url": "redis://:s3cr3t@cache:6379/0"},
    ],
)
def test_secrets_are_not_written(stream: io.StringIO, values: dict[str, Any]) -> None:
    structlog.get_logger().info("called", **values)

    assert "s3cr3t" not in stream.getvalue()
    assert HIDDEN in stream.getvalue()


def test_a_secret_in_an_exception_is_not_written(stream: io.StringIO) -> None:
    try:
        raise ConnectionError("no answer from postgresql://etude:s3cr3t@db/etude")
    except ConnectionError:
        structlog.get_logger().exception("failed")

    assert "s3cr3t" not in stream.getvalue()


def _only_line(stream: io.StringIO) -> dict[str, Any]:
    (text,) = stream.getvalue().splitlines()
    line: dict[str, Any] = json.loads(text)
    return line
