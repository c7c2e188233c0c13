"""The guide for client developers is true: its calls are made, its answers compared."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import flask
from werkzeug.test import TestResponse

from service.api.readable import METHODS
from service.commands.prepare import bundled_bank
from service.use_cases.create_key import create_key
from service.use_cases.load_bank import load_bank

DOCS = Path(__file__).parents[3] / "docs"
GUIDE = (DOCS / "api.md").read_text()
DOCUMENT = json.loads((DOCS / "openapi.json").read_text())
BLOCK = re.compile(r"^```(sh|json|console)\n(.*?)^```$", re.M | re.S)
ANYTHING = "..."


@dataclass(frozen=True, slots=True)
class Call:
    """One `curl` as it is written."""

    method: str
    address: str
    headers: dict[str, str]
    body: bytes | None


def read_curl(words: Sequence[str]) -> Call:
    """The options that the guide uses; another one is a fault of the guide or of this test."""
    given = iter(words)
    assert next(given) == "curl"
    method, address, body, headers = "", "", None, {}
    for word in given:
        match word:
            case "-X":
                method = next(given)
            case "-H":
                name, _, value = next(given).partition(": ")
                headers[name] = value
            case "-d":
                # A body makes it a POST.
                body = next(given).encode()
            case _:
                assert not word.startswith("-"), word
                address = word
    return Call(method or ("POST" if body is not None else "GET"), address, headers, body)


def with_variables(text: str, variables: dict[str, str]) -> str:
    return re.sub(r"\$([A-Z]+)", lambda found: variables[found[1]], text)


def difference(told: Any, real: Any, where: str = "") -> str | None:
    """The first place where an answer is not as the guide shows it.

    `...` stands for what may differ; members of objects may be left out of the guide.
    """
    match told:
        case str() if told.endswith(ANYTHING):
            if told == ANYTHING or str(real).startswith(told.removesuffix(ANYTHING)):
                return None
        case dict() if isinstance(real, dict):
            found = (difference(told[key], real.get(key), f"{where}/{key}") for key in told)
            return next(filter(None, found), None)
        case [*members, "..."] if isinstance(real, list) and len(real) >= len(members):
            return difference(members, real[: len(members)], where)
        case list() if isinstance(real, list) and len(real) == len(told):
            pairs = enumerate(zip(told, real, strict=True))
            found = (difference(one, other, f"{where}/{n}") for n, (one, other) in pairs)
            return next(filter(None, found), None)
        case _ if told == real:
            return None
    return f"{where}: told {told!r}, is {str(real)[:300]!r}"


def steps() -> Iterator[tuple[str, str]]:
    for found in BLOCK.finditer(GUIDE):
        yield found[1], found[2]


def make(app: flask.Flask, call: Call) -> TestResponse:
    parts = urlsplit(call.address)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return app.test_client().open(path, method=call.method, headers=call.headers, data=call.body)


def test_every_example_of_the_guide_is_true(app: flask.Flask) -> None:
    load_bank(bundled_bank(), actor="test", trusted=True)
    _, secret = create_key("guide", ["all"])
    variables = {"ETUDE": app.config["BASE_URL"], "KEY": secret}
    answer: TestResponse | None = None

    for kind, text in steps():
        if kind == "sh":
            call = read_curl(shlex.split(with_variables(text.replace("\\\n", " "), variables)))
            answer = make(app, call)
            assert answer.status_code < 500, text
        elif kind == "json":
            assert answer is not None
            assert difference(json.loads(text), answer.get_json()) is None, text
        elif found := re.search(r"export (DRILL|ATTEMPT|OPERATION)=", text):
            assert answer is not None
            made = answer.get_json()
            variables[found[1]] = made["operation"] if found[1] == "OPERATION" else made["id"]


def calls_shown() -> Iterator[tuple[str, str]]:
    """Method and path of every call in the guide, variables as they stand."""
    for kind, text in steps():
        if kind == "sh":
            call = read_curl(shlex.split(text.replace("\\\n", " ")))
            yield call.method, urlsplit(call.address.removeprefix("$ETUDE")).path


def test_the_guide_shows_every_operation() -> None:
    shown = list(calls_shown())

    for path, item in DOCUMENT["paths"].items():
        template = re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path))
        for method in METHODS:
            if method in item:
                assert any(
                    one == method.upper() and template.fullmatch(where) for one, where in shown
                ), f"{method} {path}"
