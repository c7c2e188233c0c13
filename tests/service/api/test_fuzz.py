"""Requests made up from the OpenAPI document: no failure of ours, no answer it does not tell of."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from service.api.readable import METHODS
from service.app import create_app
from service.connections import disconnect
from service.settings import Settings
from service.use_cases.create_key import create_key
from tests.service.api.conftest import PRACTICE, Caller

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
DOCUMENT = json.loads((Path(__file__).parents[3] / "docs" / "openapi.json").read_text())
EXAMPLES = 20  # of each operation, of each kind
_keys = count(1)


def requests_to_make() -> Iterator[tuple[str, str, GenerationMode]]:
    """Right ones for every operation; wrong ones where a query or a body can be wrong."""
    for path, item in DOCUMENT["paths"].items():
        for method in METHODS:
            if operation := item.get(method):
                yield method, path, GenerationMode.POSITIVE
                has_query = any(each["in"] == "query" for each in operation.get("parameters", []))
                if has_query or "requestBody" in operation:
                    yield method, path, GenerationMode.NEGATIVE


@pytest.fixture(scope="module")
def caller(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """A service on SQLite: the other store differs in nothing that is sent or answered."""
    folder = tmp_path_factory.mktemp("fuzz")
    file = folder / sqlite_template.name
    file.write_bytes(sqlite_template.read_bytes())
    values = {"ETUDE_DATABASE_URL": f"sqlite:///{file}", "ETUDE_DATA_DIR": str(folder)}
    app = create_app(Settings.from_env({**values, "ETUDE_RATE_LIMIT_PER_MINUTE": "1000000"}))
    _, secret = create_key("fuzz", ["all"])
    yield Caller(app, secret)
    disconnect()


@pytest.fixture(scope="module")
def document(caller: Caller) -> Any:
    return schemathesis.openapi.from_wsgi("/openapi.json", caller.app)


@pytest.fixture(scope="module")
def known(caller: Caller) -> Mapping[str, str]:
    """Places in addresses that exist, so that requests get past the first 404."""
    drill = caller.made("/v1/drills", PRACTICE)
    attempt = caller.made("/v1/attempts", {"drill": drill["id"], "learner": "u-1"})
    caller.get(f"/v1/attempts/{attempt['id']}/items/1")
    return {"drill_id": drill["id"], "attempt_id": attempt["id"], "bank": "small", "item": "double"}


@pytest.mark.parametrize(("method", "path", "mode"), list(requests_to_make()))
def test_made_up_requests_are_answered_as_the_document_says(
    caller: Caller,
    document: Any,
    known: Mapping[str, str],
    method: str,
    path: str,
    mode: GenerationMode,
) -> None:
    operation = document[path][method]
    there = {name: value for name, value in known.items() if f"{{{name}}}" in path}
    headers = {
        "Authorization": f"Bearer {caller.secret}",
        "Idempotency-Key": "fuzz",
        "If-Match": "r1",
    }
    cases = st.one_of(
        operation.as_strategy(mode, headers=headers, path_parameters=there),
        operation.as_strategy(mode, headers=headers),
    )

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def send(case: Case) -> None:
        case.headers["Idempotency-Key"] = f"fuzz-{next(_keys)}"
        case.call_and_validate(checks=CHECKS)

    send()
