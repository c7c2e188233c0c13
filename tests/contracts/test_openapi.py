"""The committed OpenAPI document is the one that is served, and says what a reader needs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import flask
import pytest
from jsonschema import Draft202012Validator

from service.api.readable import METHODS
from service.api.refusals import known_codes
from service.api.spec import openapi_document
from service.app import create_app
from service.connections import disconnect
from service.settings import Settings

PLACE, AS_OPENAPI = re.compile(r"<(?:[^:<>]+:)?([^<>]+)>"), r"{\1}"
FILE = Path(__file__).parents[2] / "docs" / "openapi.json"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[flask.Flask]:
    folder = tmp_path_factory.mktemp("openapi")
    yield create_app(Settings.from_env({"ETUDE_DATA_DIR": str(folder)}))
    disconnect()


@pytest.fixture(scope="module")
def document(app: flask.Flask) -> dict[str, Any]:
    return openapi_document(app)


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield f"{method.upper()} {path}", item[method]


def test_the_committed_file_is_current(document: dict[str, Any]) -> None:
    assert json.loads(FILE.read_text()) == document, "run `make openapi`"


def test_every_operation_says_what_it_does_and_what_it_refuses(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        assert operation["operationId"], name
        assert operation["summary"], name
        assert operation["tags"], name
        refusals = [status for status in operation["responses"] if status >= "400"]
        assert refusals, name
        for status in operation["responses"]:
            assert operation["responses"][status]["description"], (name, status)


def test_every_refusal_named_is_a_code_with_that_status(document: dict[str, Any]) -> None:
    codes = known_codes()
    for name, operation in operations(document):
        for status, answer in operation["responses"].items():
            if "application/problem+json" in answer.get("content", {}):
                for code in re.findall(r"`([a-z_]+)`", answer["description"]):
                    assert codes[code][0] == int(status), (name, code)


def test_every_operation_under_v1_needs_a_key(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        assert bool(operation["security"]) == ("/v1/" in name), name


def test_every_post_that_creates_or_grades_needs_an_idempotency_key(
    document: dict[str, Any],
) -> None:
    stateless = {
        "POST /v1/grade",
        "POST /v1/read-number",
        "POST /v1/items/{bank}/{item}/preview",
    }
    needing = {
        name
        for name, operation in operations(document)
        if any(each["name"] == "Idempotency-Key" for each in operation.get("parameters", []))
    }
    posts = {name for name, _ in operations(document) if name.startswith("POST")}

    assert needing == posts - stateless


def test_every_route_under_v1_is_in_the_document(
    app: flask.Flask, document: dict[str, Any]
) -> None:
    routed = {
        f"{method} {PLACE.sub(AS_OPENAPI, rule.rule)}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/v1/")
    }

    assert routed == {name for name, _ in operations(document) if "/v1/" in name}


def test_every_field_of_an_answer_has_a_schema_that_json_schema_knows(
    document: dict[str, Any],
) -> None:
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_every_body_has_an_example(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" in content and "imports" not in name:
            assert "example" in content["application/json"], name
