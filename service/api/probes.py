"""Probes for those who run the service: is it alive, ready, which build, and its measures."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.admin import ReadinessSchema, VersionSchema
from service.api import metrics
from service.api.blueprint import ApiBlueprint
from service.errors import Unavailable
from service.store.database import schema_revision
from service.use_cases.check_readiness import Readiness, check_readiness
from service.version import VERSION, commit

blueprint = ApiBlueprint("service", __name__, description="For those who run the service.")


@blueprint.operation("GET", "/healthz")
@blueprint.response(200, content_type="text/plain", description="`ok`, as long as it runs.")
def healthz() -> Response:
    """Does the process run? Looks at nothing else."""
    return Response("ok\n", mimetype="text/plain")


@blueprint.operation("GET", "/readyz")
@blueprint.response(200, ReadinessSchema, description="It can answer, perhaps degraded.")
@blueprint.alternative(503, ReadinessSchema, "It cannot: down.")
def readyz() -> tuple[Readiness, int]:
    """Can it do its work?

    `degraded`: Redis or the sweeper is away. Answers go on; work of the workers waits until they
    are back.
    """
    readiness = check_readiness()
    return readiness, 503 if readiness.status == "down" else 200


@blueprint.operation("GET", "/version")
@blueprint.response(200, VersionSchema, description="Version, commit and schema revision.")
def read_version() -> dict[str, Any]:
    """Which build is this?"""
    build = {"version": VERSION, "commit": commit(), "api": "v1"}
    try:
        return {**build, "schema_revision": schema_revision()}
    except Unavailable:
        return {**build, "schema_revision": None}


@blueprint.operation("GET", "/metrics")
@blueprint.response(200, content_type="text/plain", description="In Prometheus' text format.")
def read_metrics() -> Response:
    """Measures for Prometheus. No id of a learner or an item is in them."""
    return Response(metrics.exposition(), content_type=metrics.CONTENT_TYPE)
