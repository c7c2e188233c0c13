"""Attempts: start one, look at an item, answer it, finish, read the result."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from flask import Response
from marshmallow import Schema

from question_bank.model import ResponseError
from schemas.delivery import (
    AnotherVariantSchema,
    AttemptItemSchema,
    AttemptSchema,
    DraftSchema,
    FinishSchema,
    LangQuerySchema,
    ResponsesSchema,
    ResultSchema,
    StartAttemptSchema,
    StartedAttemptSchema,
    SubmittedSchema,
)
from service.api import metrics
from service.api.answers import nothing, resource
from service.api.auth import caller
from service.api.blueprint import ApiBlueprint
from service.api.etags import etag_of
from service.api.idempotency import answer, once, sent
from service.api.refusals import UNREADABLE_NUMBER, UNREADABLE_RESPONSE
from service.errors import ServiceError
from service.use_cases.answer_once import Answer
from service.use_cases.draw_another_variant import draw_another_variant
from service.use_cases.finish_attempt import finish_attempt
from service.use_cases.read_attempt import read_attempt
from service.use_cases.read_attempt_item import read_attempt_item
from service.use_cases.read_result import read_result
from service.use_cases.save_draft import save_draft
from service.use_cases.start_attempt import StartedAttempt, start_attempt
from service.use_cases.submit_response import submit_response

blueprint = ApiBlueprint(
    "attempts", __name__, description="A learner's run through a drill: the main job."
)

N = "<int(min=1, max=9999):n>"
ATTEMPT = "/v1/attempts/<attempt_id>"
HERE = ("no_such_attempt", "no_such_item_number")
RESPONSES_EXAMPLE = {"responses": {"L": "1.9483", "Nst": "35.7 billion"}}


def _telling(status: int, schema: Schema) -> Callable[[Any], Answer]:
    return lambda made: answer(status, schema, made)


# Schemas are made once: a new one for each request would cost more than dumping with it.
_STARTED, _SUBMITTED, _RESULT = StartedAttemptSchema(), SubmittedSchema(), ResultSchema()
_ATTEMPT, _ITEM = AttemptSchema(), AttemptItemSchema()
_tell_submission = _telling(201, _SUBMITTED)
_tell_variant = _telling(201, _ITEM)
_tell_finish = _telling(200, _RESULT)


@blueprint.operation(
    "POST",
    "/v1/attempts",
    scope="attempt:write",
    needs_key=True,
    errors=[
        "no_such_drill",
        "drill_closed",
        "attempts_exhausted",
        "selection_empty",
        "invalid_text",
    ],
)
@blueprint.arguments(StartAttemptSchema, example={"drill": "drl_...", "learner": "u-17"})
@blueprint.response(201, StartedAttemptSchema, description="A new attempt.")
@blueprint.alternative(200, StartedAttemptSchema, "The attempt that is open.")
def post_attempt(body: dict[str, Any]) -> Response:
    """Start a drill, or go on with the attempt that is open."""
    asked = once(_tell_start)
    start_attempt(
        body["drill"], learner=body["learner"], lang=body["lang"], client=caller(), once=asked
    )
    return sent(asked.told)


def _tell_start(started: StartedAttempt) -> Answer:
    where = {"Location": f"/v1/attempts/{started.attempt.id}"}
    return answer(200 if started.is_resumed else 201, _STARTED, started, where)


@blueprint.operation(
    "GET", ATTEMPT, scope="attempt:read", has_etag=True, errors=["no_such_attempt"]
)
@blueprint.response(200, AttemptSchema, description="The attempt as it stands.")
def get_attempt(attempt_id: str) -> Response:
    """An attempt: its items, how far the learner is, and the server's clock."""
    view = read_attempt(attempt_id, client=caller())
    shown = _ATTEMPT.dump(view)
    # The clock makes every answer new; the tag is of the rest.
    state = {name: value for name, value in shown.items() if name != "server_time"}
    return resource(shown, tag=etag_of(repr(state).encode()))


@blueprint.operation(
    "GET",
    f"{ATTEMPT}/items/{N}",
    scope="attempt:read",
    has_etag=True,
    errors=[*HERE, "generator_failed"],
)
@blueprint.arguments(LangQuerySchema, location="query")
@blueprint.response(200, AttemptItemSchema, description="The item with the learner's numbers.")
def get_attempt_item(query: dict[str, Any], attempt_id: str, n: int) -> Response:
    """One item with the learner's own numbers; the first look draws them.

    `lang` changes the texts, never the numbers.
    """
    return resource(_ITEM.dump(read_attempt_item(attempt_id, n, client=caller(), **query)))


@blueprint.operation(
    "PUT",
    f"{ATTEMPT}/items/{N}/draft",
    scope="attempt:write",
    errors=[*HERE, "attempt_closed", "stale_draft"],
)
@blueprint.arguments(DraftSchema, example={"responses": {"L": "1.9"}, "seq": 3})
@blueprint.response(204, description="Kept.")
def put_draft(body: dict[str, Any], attempt_id: str, n: int) -> Response:
    """Keep what a learner typed and has not sent. Nothing is graded."""
    save_draft(attempt_id, n, body["responses"], seq=body["seq"], client=caller())
    return nothing(204)


@blueprint.operation(
    "POST",
    f"{ATTEMPT}/items/{N}/submissions",
    scope="attempt:write",
    needs_key=True,
    errors=[
        *HERE,
        "attempt_closed",
        "late",
        "attempts_exhausted",
        "already_submitted",
        "variant_withdrawn",
        "item_not_read",
        "ask",
        *UNREADABLE_RESPONSE,
        *UNREADABLE_NUMBER,
    ],
)
@blueprint.arguments(ResponsesSchema, example=RESPONSES_EXAMPLE)
@blueprint.response(201, SubmittedSchema, description="Graded and kept.")
def post_submission(body: dict[str, Any], attempt_id: str, n: int) -> Response:
    """Answer an item: grade the response and keep it.

    Every part needs a response. What cannot be read is refused with 422 and the code that says why;
    what can be read in two ways with `ask` and its `readings`. Neither uses a try. The answer
    shows as much as the drill's policy allows now; the rest is null.
    """
    asked = once(_tell_submission)
    started = time.perf_counter()
    try:
        submit_response(
            attempt_id, n, body["responses"], lang=body["lang"], client=caller(), once=asked
        )
    except (ServiceError, ResponseError) as refusal:
        metrics.SUBMISSIONS.labels(refusal.code).inc()
        raise
    metrics.GRADING.labels("submission").observe(time.perf_counter() - started)
    metrics.SUBMISSIONS.labels("graded").inc()
    return sent(asked.told)


@blueprint.operation(
    "POST",
    f"{ATTEMPT}/items/{N}/variants",
    scope="attempt:write",
    needs_key=True,
    errors=[*HERE, "attempt_closed", "not_in_this_mode", "generator_failed"],
)
@blueprint.arguments(AnotherVariantSchema, example={})
@blueprint.response(201, AttemptItemSchema, description="The item with fresh numbers.")
def post_variant(body: dict[str, Any], attempt_id: str, n: int) -> Response:
    """Fresh numbers for an item: in practice and mastery, or when the numbers were withdrawn."""
    asked = once(_tell_variant)
    draw_another_variant(attempt_id, n, client=caller(), once=asked, **body)
    return sent(asked.told)


@blueprint.operation(
    "POST",
    f"{ATTEMPT}/finish",
    scope="attempt:write",
    needs_key=True,
    errors=["no_such_attempt", "unanswered"],
)
@blueprint.arguments(FinishSchema, example={"force": False})
@blueprint.response(200, ResultSchema, description="The result.")
def post_finish(body: dict[str, Any], attempt_id: str) -> Response:
    """Finish an attempt and count it. Finishing again gives the result again."""
    asked = once(_tell_finish)
    finish_attempt(attempt_id, client=caller(), once=asked, **body)
    return sent(asked.told)


@blueprint.operation(
    "GET",
    f"{ATTEMPT}/result",
    scope="attempt:read",
    has_etag=True,
    errors=["no_such_attempt", "not_yet"],
)
@blueprint.arguments(LangQuerySchema, location="query")
@blueprint.response(200, ResultSchema, description="The result.")
def get_result(query: dict[str, Any], attempt_id: str) -> Response:
    """The result of a finished attempt: points, and per item what the policy shows."""
    return resource(_RESULT.dump(read_result(attempt_id, client=caller(), **query)))
