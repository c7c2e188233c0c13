"""JSON bodies, read strictly: no NaN, no doubled keys, no depth or bytes that could hurt later."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

import flask
import marshmallow
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from service.api.refusals import MalformedJson, UnsupportedMediaType

MAX_DEPTH = 32
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def _refuse(detail: str) -> NoReturn:
    raise MalformedJson(detail)


def _no_constant(name: str) -> NoReturn:
    _refuse(f"{name} is not a JSON number.")


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        _refuse(f"The number {digits[:40]} is out of range. Send large numbers as text.")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        doubled = next(key for key in keys if keys.count(key) > 1)
        _refuse(f"The key {doubled[:60]!r} is given twice in one object.")
    return made


def _check_depth(text: str) -> None:
    """Looks at brackets outside strings. Only called for bodies with many of them."""
    depth = 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[{\]}]', text):
        sign = token.group()
        if sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
        if depth > MAX_DEPTH:
            _refuse(f"The body is nested deeper than {MAX_DEPTH} levels.")


def _check_text(value: Any) -> None:
    """NUL and lone surrogates are legal JSON escapes, but no text that a database can hold."""
    match value:
        case str():
            if "\0" in value or _SURROGATE.search(value):
                _refuse("A text holds a character that is not allowed (NUL or half a pair).")
        case dict():
            for key, inner in value.items():
                _check_text(key)
                _check_text(inner)
        case list():
            for inner in value:
                _check_text(inner)


def read_json(body: bytes) -> Any:
    """The value of a JSON text. MalformedJson says where and why."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        _refuse(f"The body is not UTF-8: byte {error.start} cannot be read.")
    if text.count("[") + text.count("{") > MAX_DEPTH:
        _check_depth(text)
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite
        )
    except json.JSONDecodeError as error:
        _refuse(f"{error.msg} at line {error.lineno}, column {error.colno}.")
    except ValueError:  # an integer of thousands of digits
        _refuse("A number is too long. Send large numbers as text.")
    if "\\u" in text:
        _check_text(value)
    return value


class StrictParser(FlaskParser):
    """webargs with our reading of JSON. What a schema does not know is refused, wherever it is."""

    def load_json(self, req: flask.Request, schema: marshmallow.Schema) -> Any:
        if req.mimetype != "application/json":
            sent = req.mimetype[:80] or "none"
            raise UnsupportedMediaType(f"Content-Type must be application/json, got {sent}.")
        return read_json(whole_body(req))


def whole_body(req: flask.Request) -> bytes:
    """The body, kept for those who read it again. 413 if it is larger than the limit.

    Without a Content-Length werkzeug stops at the limit and does not tell.
    """
    body = req.get_data(parse_form_data=False)
    limit = req.max_content_length
    if req.content_length is None and limit is not None and len(body) >= limit:
        raise RequestEntityTooLarge
    return body
