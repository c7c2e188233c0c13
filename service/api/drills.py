"""Drills: make, change and read them."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.drills import DrillChangeSchema, DrillPageSchema, DrillSchema, NewDrillSchema
from schemas.wire import PageQuerySchema
from service.api.answers import resource
from service.api.auth import caller
from service.api.blueprint import ApiBlueprint
from service.api.etags import IF_MATCH_HEADER, if_match, quoted
from service.api.idempotency import answer, once, sent
from service.api.paging import page_answer
from service.errors import RevisionStale
from service.store.drills import DrillRow
from service.use_cases.answer_once import Answer
from service.use_cases.create_drill import create_drill
from service.use_cases.list_drills import list_drills
from service.use_cases.read_drill import read_drill
from service.use_cases.update_drill import update_drill

blueprint = ApiBlueprint("drills", __name__, description="Chosen items and how they are played.")

SELECTING = ("selection_empty", "selection_unknown", "invalid_text")
EXAMPLE = {
    "title": {"en": "Week 3"},
    "selection": {"items": ["llm-pretraining/loss-gap"]},
    "policy": {"mode": "graded", "attempts": 2},
}
_DRILL = DrillSchema()


@blueprint.operation("GET", "/v1/drills", scope="content:read", errors=["cursor_invalid"])
@blueprint.arguments(PageQuerySchema, location="query")
@blueprint.response(200, DrillPageSchema, description="A page of your drills, by id.")
def get_drills(query: dict[str, Any]) -> Any:
    """Which drills do I have?"""
    return page_answer(list_drills(client=caller(), **query), query)


@blueprint.operation("POST", "/v1/drills", scope="content:write", needs_key=True, errors=SELECTING)
@blueprint.arguments(NewDrillSchema, example=EXAMPLE)
@blueprint.response(201, DrillSchema, description="The drill.")
def post_drill(body: dict[str, Any]) -> Response:
    """Make a drill of some items, to be played under a policy."""
    asked = once(_tell_made)
    create_drill(body["title"], body["policy"], body["selection"], client=caller(), once=asked)
    return sent(asked.told)


def _tell_made(drill: DrillRow) -> Answer:
    headers = {"Location": f"/v1/drills/{drill.id}", "ETag": quoted(_tag(drill))}
    return answer(201, _DRILL, drill, headers)


@blueprint.operation(
    "GET", "/v1/drills/<drill_id>", scope="content:read", has_etag=True, errors=["no_such_drill"]
)
@blueprint.response(200, DrillSchema, description="The drill.")
def get_drill(drill_id: str) -> Response:
    """One drill. Its ETag is what a change must send as `If-Match`."""
    return _shown(read_drill(drill_id, client=caller()))


@blueprint.operation(
    "PUT",
    "/v1/drills/<drill_id>",
    scope="content:write",
    errors=[
        "no_such_drill", "if_match_missing", "revision_stale", "has_attempts", *SELECTING,
    ],
    headers=[IF_MATCH_HEADER],
)  # fmt: skip
@blueprint.arguments(DrillChangeSchema, example={**EXAMPLE, "state": "open"})
@blueprint.response(200, DrillSchema, description="The drill as it is now.")
def put_drill(body: dict[str, Any], drill_id: str) -> Response:
    """Change a drill, if it is still as you last saw it.

    Once it has attempts, its items stay; title, policy and state may change. An attempt under way
    keeps the policy it began with.
    """
    return _shown(update_drill(drill_id, if_match=_seen_revision(), client=caller(), **body))


def _shown(drill: DrillRow) -> Response:
    return resource(_DRILL.dump(drill), tag=_tag(drill))


def _tag(drill: DrillRow) -> str:
    return f"r{drill.revision}"


def _seen_revision() -> int:
    tag = if_match()
    if not (tag.startswith("r") and tag[1:].isascii() and tag[1:].isdigit() and len(tag) < 11):
        raise RevisionStale  # not a tag of ours: whatever it names, it is not what is there
    return int(tag[1:])
