"""Blueprints of the API: one decorator per operation says its route, scope and errors.

The same line makes the route, its guard and its place in the OpenAPI document, so that none of
the three can be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from flask_smorest import Blueprint
from marshmallow import RAISE, Schema

from schemas.problem import ProblemSchema
from service.api import auth
from service.api.etags import IF_NONE_MATCH_HEADER
from service.api.idempotency import idempotent
from service.api.json_body import StrictParser
from service.api.refusals import known_codes

View = Callable[..., Any]

# What any operation may answer, by code; bodies, keys and scopes add theirs.
ALWAYS = ("bad_request", "not_found", "method_not_allowed", "rate_limited", "unavailable")
WITH_SCOPE = ("not_authenticated", "scope_missing", "too_many_failures")
WITH_BODY = ("malformed_json", "too_large", "unsupported_media_type", "invalid")
WITH_KEY = (
    "idempotency_key_missing",
    "idempotency_key_invalid",
    "idempotency_key_reused",
    "idempotency_key_in_use",
)
# What stands in addresses.
PLACES = [
    {"in": "path", "name": name, "description": about, "example": example}
    for name, about, example in (
        ("bank", "The bank's id.", "llm-pretraining"),
        ("item", "The item's id within its bank.", "loss-gap"),
        ("bank_id", "The bank's id.", "llm-pretraining"),
        ("drill_id", "The drill's id.", "drl_..."),
        ("attempt_id", "The attempt's id.", "att_..."),
        ("n", "The item's place in the attempt, from 1.", 1),
        ("operation_id", "The operation's id.", "op_..."),
    )
]
IDEMPOTENCY_HEADER = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": True,
    "description": "Any text of your choice, new for each new request. Sent again, the same key "
    "gives the first answer again (`Idempotent-Replayed: true`) and does nothing twice. Kept 7 "
    "days, for your API key alone.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
    "example": "8e03978e-40d5-43dd-bc93-6894a57f9324",
}


class ApiBlueprint(Blueprint):
    """A group of operations. `operation` is the only way to add one."""

    ARGUMENTS_PARSER = StrictParser(unknown=RAISE)

    def arguments(self, schema: type[Schema], **options: Any) -> Callable[[View], View]:
        """flask-smorest's, with types: reads and checks the body or query, and documents it."""
        # An instance: of a class, one would be made for each request.
        decorator: Callable[[View], View] = super().arguments(schema(), **options)
        return decorator

    def response(
        self, status: int, schema: type[Schema] | None = None, **options: Any
    ) -> Callable[[View], View]:
        """flask-smorest's, with types: dumps what the view returns, and documents it."""
        decorator: Callable[[View], View] = super().response(status, schema, **options)
        return decorator

    def body(self, document: Mapping[str, Any]) -> Callable[[View], View]:
        """Documents a body that the view reads by itself."""
        decorator: Callable[[View], View] = self.doc(requestBody=document)
        return decorator

    def alternative(
        self, status: int, schema: type[Schema], description: str
    ) -> Callable[[View], View]:
        """Documents a second way in which the operation may succeed."""
        decorator: Callable[[View], View] = self.alt_response(
            status, schema=schema, description=description, success=True
        )
        return decorator

    def operation(
        self,
        method: str,
        rule: str,
        *,
        scope: str | None = None,
        needs_key: bool = False,
        has_etag: bool = False,
        errors: Sequence[str] = (),
        headers: Sequence[Mapping[str, Any]] = (),
    ) -> Callable[[View], View]:
        """Register a view. `scope` guards it; `needs_key` wants an Idempotency-Key.

        `has_etag`: one resource, which is not sent again to a caller that has it.
        """

        def decorator(view: View) -> View:
            codes = [*ALWAYS, *errors, *_codes_of_arguments(view)]
            parameters = list(headers)
            if needs_key:
                view = idempotent(view)
                codes += WITH_KEY
                parameters.append(IDEMPOTENCY_HEADER)
            if scope is not None:
                view = auth.guard(view, scope)
                codes += WITH_SCOPE
            if has_etag:
                parameters.append(IF_NONE_MATCH_HEADER)
            _document(view, scope, codes, parameters)
            if has_etag:
                view._apidoc["response"]["responses"][304] = [_NOT_MODIFIED]  # type: ignore[attr-defined]
            places = [place for place in PLACES if f"{place['name']}>" in rule]
            self.route(rule, methods=[method], parameters=deepcopy(places))(view)
            return view

        return decorator


_NOT_MODIFIED = {"description": "You have it already.", "content_type": None}


def _codes_of_arguments(view: View) -> Sequence[str]:
    """What reading the arguments can refuse: any of them `invalid`, a body more."""
    arguments = getattr(view, "_apidoc", {}).get("arguments", {}).get("parameters", [])
    has_body = any(argument["in"] in ("json", "files") for argument in arguments)
    return WITH_BODY if has_body else WITH_BODY[-1:] if arguments else ()


def _document(
    view: Any, scope: str | None, codes: Sequence[str], parameters: Sequence[Mapping[str, Any]]
) -> None:
    """Add errors by status, security, header parameters and a name to the operation's document.

    Written straight into flask-smorest's notes on the view: its own decorator for each error would
    put one more call around every request.
    """
    notes = view._apidoc = deepcopy(getattr(view, "_apidoc", {}))
    notes.setdefault("arguments", {}).setdefault("parameters", []).extend(parameters)
    responses = notes.setdefault("response", {}).setdefault("responses", {})
    for status, named in _by_status(codes).items():
        listed = ", ".join(f"`{code}`" for code in named)
        error = {"schema": ProblemSchema(), "content_type": "application/problem+json"}
        responses.setdefault(status, []).append({**error, "description": f"Refused: {listed}."})
    security = [] if scope is None else [{"key": [scope]}]
    notes["manual_doc"] = {"operationId": view.__name__, "security": security}


def _by_status(codes: Sequence[str]) -> dict[int, list[str]]:
    known = known_codes()
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(known[code][0], []).append(code)
    return dict(sorted(by_status.items()))
