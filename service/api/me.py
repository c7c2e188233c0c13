"""The caller itself."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import current_app

from schemas.admin import MeSchema
from service.api.auth import ANY, caller
from service.api.blueprint import ApiBlueprint

blueprint = ApiBlueprint("caller", __name__, description="Who calls.")


@blueprint.operation("GET", "/v1/me", scope=ANY)
@blueprint.response(200, MeSchema, description="The client, its key, scopes and limits.")
def read_me() -> dict[str, Any]:
    """Who am I, and what may I do?"""
    limit = current_app.config["RATE_LIMIT_PER_MINUTE"]
    return {**asdict(caller()), "requests_per_minute": limit}
