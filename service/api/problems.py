"""Every error leaves as `application/problem+json` (RFC 9457), whoever raised it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

import flask
import structlog
from flask import Response, g
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from question_bank.model import BankError, PartOutcome, ResponseError
from schemas.grading import ReadingChoiceSchema
from schemas.problem import issue_fault
from service.api.answers import json_text
from service.api.refusals import HTTP_CODES
from service.errors import NotAuthenticated, ResponseUnreadable, ServiceError

log = structlog.get_logger("etude.api")

Fault = Mapping[str, Any]
_READINGS = ReadingChoiceSchema(many=True)
MOST_FAULTS = 100  # of a request's body; a bank's faults are all told


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    errors: Sequence[Fault] = (),
    headers: Mapping[str, str] | None = None,
    facts: Mapping[str, Any] | None = None,
) -> Response:
    """One problem document as a response. `facts` are members beside the standard ones."""
    g.problem_code = code
    body: dict[str, Any] = {
        "type": f"{flask.current_app.config['BASE_URL']}/docs/problems#{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "instance": flask.request.path,
        "code": code,
        "request_id": g.get("request_id", ""),
        **({"errors": list(errors)} if errors else {}),
        **(facts or {}),
    }
    return Response(json_text(body), status, headers, mimetype="application/problem+json")


# --- places of faults ----------------------------------------------------------------------------


def _pointer(place: Sequence[object]) -> str:
    parts = (str(key)[:100].replace("~", "~0").replace("/", "~1") for key in place)
    return "".join(f"/{part}" for part in parts)


def _fault_code(message: str) -> str:
    if message.startswith("Missing data"):
        return "required"
    return "unknown_field" if message.startswith("Unknown field") else "invalid"


def _flat(messages: Any, place: tuple[object, ...]) -> Iterator[tuple[tuple[object, ...], str]]:
    """marshmallow's nested messages as (place, message)."""
    match messages:
        case dict():
            for key, inner in messages.items():
                yield from _flat(inner, place if key == "_schema" else (*place, key))
        case list():
            for inner in messages:
                yield from _flat(inner, place)
        case _:
            yield place, str(messages)


def faults_of(error: ValidationError) -> list[dict[str, Any]]:
    """Every fault of a request's shape: body faults by JSON pointer, others by parameter."""
    faults = []
    by_location: dict[str, Any] = error.messages  # type: ignore[assignment]  # webargs makes a map
    for location, messages in by_location.items():
        for place, message in _flat(messages, ()):
            if location == "json":
                where = {"pointer": _pointer(place)}
            else:
                where = {"parameter": ".".join(str(key) for key in place)[:100]}
            faults.append({"code": _fault_code(message), "message": message, **where})
    return faults[:MOST_FAULTS]


def _part_fault(part: PartOutcome) -> dict[str, Any]:
    """Why one part was not graded; the readings to choose from when it must be asked about."""
    code = part.code or ("ask" if part.verdict == "ask" else "unreadable")
    message = part.say or "This can be read in two ways. Send the reading you mean."
    fault: dict[str, Any] = {"code": code, "message": message}
    fault["pointer"] = _pointer(("responses", part.id))
    if part.readings:
        fault["readings"] = _READINGS.dump(part.readings)
    return fault


def _count(faults: Sequence[object]) -> str:
    return "1 fault" if len(faults) == 1 else f"{len(faults)} faults"


# --- one handler per kind of error ---------------------------------------------------------------


def on_service_error(error: ServiceError) -> Response:
    headers = {**getattr(error, "headers", {})}
    if wait_s := getattr(error, "retry_after_s", None):
        headers["Retry-After"] = str(wait_s)
    if isinstance(error, NotAuthenticated):
        headers["WWW-Authenticate"] = 'Bearer realm="etude"'
    return problem(error.status, error.code, error.detail, headers=headers, facts=error.facts)


def on_unreadable(error: ResponseUnreadable) -> Response:
    """422 with the refusal code of the first part that could not be read; `errors` has them all."""
    parts = [part for part in error.parts if isinstance(part, PartOutcome)]
    faults = [_part_fault(part) for part in parts]
    code = faults[0]["code"] if faults else error.code
    return problem(422, code, error.detail, errors=faults)


def on_response_error(error: ResponseError) -> Response:
    """A response of the wrong shape (unknown part or option), or the lone text of read-number."""
    place = ("text",) if error.part is None else ("responses", error.part)
    fault = {"code": error.code, "message": error.message, "pointer": _pointer(place)}
    return problem(422, error.code, error.message, errors=[fault])


def on_bank_error(error: BankError) -> Response:
    faults = [issue_fault(issue) for issue in error.issues]
    detail = f"The bank has {_count(faults)}; nothing was stored."
    return problem(422, "bank_invalid", detail, errors=faults)


def on_http_error(error: HTTPException) -> Response:
    """Flask's and werkzeug's own errors, and webargs' refusals of a request's shape."""
    cause = getattr(error, "exc", None)
    if isinstance(cause, ValidationError):
        faults = faults_of(cause)
        detail = f"The request has {_count(faults)}; see errors."
        return problem(422, "invalid", detail, errors=faults)
    status = error.code or 500
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    detail = error.description or HTTPStatus(status).phrase
    return problem(status, HTTP_CODES.get(status, "http_error"), detail, headers=headers)


def on_unexpected(error: Exception) -> Response:
    """The outermost edge: a defect of ours. Logged with its trace, told without it."""
    log.exception("unexpected error")
    detail = "Something went wrong on our side. You may try again with the same Idempotency-Key."
    return problem(500, "internal_error", detail)


def register(app: flask.Flask) -> None:
    app.register_error_handler(HTTPException, on_http_error)
    app.register_error_handler(ServiceError, on_service_error)
    app.register_error_handler(ResponseUnreadable, on_unreadable)
    app.register_error_handler(ResponseError, on_response_error)
    app.register_error_handler(BankError, on_bank_error)
    app.register_error_handler(Exception, on_unexpected)
