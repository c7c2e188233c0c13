"""Pages for what is not as it should be: what happened, that nothing is lost, and the way on."""

from __future__ import annotations

import flask
import structlog
from flask import Response, g, request
from werkzeug.exceptions import HTTPException, NotFound

from question_bank.model import ResponseError
from service.errors import NoSuchAttempt, NoSuchPart, ServiceError, VariantBroken
from service.pages.asking import page_language
from service.pages.messages import MESSAGES

log = structlog.get_logger("etude.pages")

# Which words are said for a stable code; else those for the status; else the general ones.
KINDS = {
    NoSuchAttempt.code: "attempt",
    NoSuchPart.code: "attempt",
    VariantBroken.code: "broken",
    "attempt_closed": "closed",
    "drill_closed": "closed",
    "late": "closed",
    "already_submitted": "closed",
    "attempts_exhausted": "closed",
    "selection_empty": "empty",
}


def show_error(status: int, code: str) -> Response:
    """One page for one refusal, with a way out that fits it."""
    kind = KINDS.get(code, str(status))
    if f"error.{kind}.title" not in MESSAGES:
        kind = "500" if status >= 500 else "refused"
    given = request.view_args or {}
    g.problem_code = code
    html = flask.render_template(
        "error.html",
        lang=page_language(),
        kind=kind,
        status=status,
        request_id=g.get("request_id"),
        attempt_id=given.get("attempt_id"),
        n=given.get("n"),
    )
    response = Response(html, status)
    if status == 503:
        response.headers["Retry-After"] = "5"
    return response


def on_service_error(error: ServiceError) -> Response:
    return show_error(error.status, error.code)


def on_response_error(error: ResponseError) -> Response:
    """A part or option this item does not have: no page of ours sends that."""
    return show_error(422, error.code)


def on_http_error(error: HTTPException) -> Response:
    return show_error(error.code or 500, "")


def on_unexpected(error: Exception) -> Response:
    """The outermost edge: a defect of ours. Logged with its trace, told without it."""
    log.exception("unexpected error", request_id=g.get("request_id"), route=request.path)
    return show_error(500, "internal_error")


def show_unknown_page() -> Response | None:
    """For an address that nothing serves: a page for people, the API's own error for programs."""
    is_missing = isinstance(request.routing_exception, NotFound)
    is_for_people = "text/html" in request.headers.get("Accept", "")
    if is_missing and is_for_people and not request.path.startswith("/v1"):
        return show_error(404, "not_found")
    return None
