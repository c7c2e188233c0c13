"""Probes, measures and documents: for those who run the service, and who write clients."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.connections import disconnect
from service.settings import Settings
from service.version import VERSION
from tests.service.api.conftest import Caller


def test_health_looks_at_nothing(visitor: FlaskClient) -> None:
    assert visitor.get("/healthz").text == "ok\n"


def test_readiness_without_redis_is_degraded_but_ready(visitor: FlaskClient) -> None:
    answer = visitor.get("/readyz")

    assert answer.status_code == 200
    assert answer.get_json()["status"] == "degraded"
    assert answer.get_json()["redis"] == "down"


def test_without_a_database_it_is_not_ready(tmp_path: Any) -> None:
    settings = Settings.from_env(
        {
            "ETUDE_DATA_DIR": str(tmp_path),
            "ETUDE_DATABASE_URL": f"postgresql://nobody@/nothing?host={tmp_path}",
        }
    )
    visitor = create_app(settings).test_client()

    ready, version = visitor.get("/readyz"), visitor.get("/version")
    disconnect()

    assert (ready.status_code, ready.get_json()["database"]) == (503, "down")
    assert (version.status_code, version.get_json()["schema_revision"]) == (200, None)


def test_a_request_without_a_database_is_told_to_come_back(tmp_path: Any) -> None:
    settings = Settings.from_env(
        {
            "ETUDE_DATA_DIR": str(tmp_path),
            "ETUDE_DATABASE_URL": f"postgresql://nobody@/nothing?host={tmp_path}",
        }
    )
    caller = Caller(create_app(settings), "ak_live_x")

    answer = caller.get("/v1/me")
    disconnect()

    assert (answer.status_code, answer.get_json()["code"]) == (503, "unavailable")
    assert int(answer.headers["Retry-After"]) >= 1


def test_the_version_tells_the_build(visitor: FlaskClient) -> None:
    version = visitor.get("/version").get_json()

    assert (version["version"], version["api"]) == (VERSION, "v1")
    assert version["schema_revision"]


def test_measures_tell_routes_and_results_but_no_ids(
    caller: Caller, visitor: FlaskClient, attempt: Mapping[str, Any]
) -> None:
    path = f"/v1/attempts/{attempt['id']}/items/2"
    caller.get(path)
    caller.made(f"{path}/submissions", {"responses": {"which": "seven"}})

    measures = visitor.get("/metrics")

    assert measures.mimetype == "text/plain"
    assert 'etude_submissions_total{result="graded"}' in measures.text
    assert 'route="/v1/attempts/<attempt_id>/items/' in measures.text
    assert 'etude_jobs{kind="fill_pool",state="due"} 2.0' in measures.text
    assert "etude_variant_pool_depth 1.0" in measures.text
    assert attempt["id"] not in measures.text
    assert "u-17" not in measures.text


def test_the_document_and_its_pages_are_served_and_kept(visitor: FlaskClient) -> None:
    for path in ("/openapi.json", "/docs", "/docs/problems"):
        answer = visitor.get(path)
        again = visitor.get(path, headers={"If-None-Match": answer.headers["ETag"]})

        assert answer.status_code == 200
        assert again.status_code == 304


@pytest.mark.parametrize("path", ["/docs", "/docs/problems"])
def test_the_pages_fetch_nothing_from_elsewhere(visitor: FlaskClient, path: str) -> None:
    page = visitor.get(path).text

    fetched = re.findall(r"<(?:link|script|img|iframe)[^>]*(?:href|src)=\"([^\"]+)\"", page)
    assert fetched
    files = [address for address in fetched if address != "data:,"]  # no icon, and no request
    assert all(address.startswith("/docs/static/") for address in files)
    with visitor.get(files[0]) as answer:
        assert answer.status_code == 200


def test_the_docs_name_every_operation(visitor: FlaskClient) -> None:
    document = visitor.get("/openapi.json").get_json()
    page = visitor.get("/docs").text

    for item in document["paths"].values():
        for operation in item.values():
            if isinstance(operation, dict):
                assert f'id="{operation["operationId"]}"' in page
