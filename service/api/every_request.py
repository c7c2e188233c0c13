"""What every request gets: an id, one JSON log line, measures, and security headers."""

from __future__ import annotations

import re
import time

import flask
import structlog
from flask import Response, g, request

from service.api import metrics
from service.api.auth import limit_rate
from service.api.refusals import BadRequest
from service.ids import random_text

log = structlog.get_logger("etude.request")

_SANE_ID = re.compile(r"[A-Za-z0-9._:-]{1,80}")
_QUIET = {"/healthz", "/readyz", "/metrics"}  # asked every few seconds by machines

API_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
PAGE_HEADERS = {
    **API_HEADERS,
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
}
PAGES = frozenset(("text/html", "text/css", "text/javascript"))


def route_template() -> str:
    """`/v1/items/<bank>/<item>`: what logs and measures name, never the ids in the address."""
    return request.url_rule.rule if request.url_rule else "unmatched"


def begin() -> None:
    given = request.headers.get("X-Request-Id", "")
    g.request_id = given if _SANE_ID.fullmatch(given) else f"req_{random_text(12)}"
    structlog.contextvars.clear_contextvars()  # of the request before on this thread
    structlog.contextvars.bind_contextvars(request_id=g.request_id)
    g.started = time.perf_counter()
    # Addresses and queries may carry NUL, which no database text can hold.
    if "\0" in request.path or b"%00" in request.query_string:
        raise BadRequest("The address holds a NUL character.")
    if request.blueprint == "pages" and request.endpoint != "pages.static":
        limit_rate(f"visitor:{request.remote_addr}")  # callers of the API are counted by key


def end(response: Response) -> Response:
    _add_headers(response)
    seconds = time.perf_counter() - g.started
    route = route_template()
    metrics.request_done(route, request.method, response.status_code, seconds)
    if request.path not in _QUIET:
        _write_line(route, response.status_code, seconds)
    return response


def _add_headers(response: Response) -> None:
    """What every answer has, without touching what a view has set."""
    there = {name.lower() for name, _ in response.headers}
    wanted = {"X-Request-Id": g.request_id, **_security_headers(response)}
    if standing := g.get("standing"):
        wanted |= standing.headers("default")
    if request.path.startswith("/v1/"):
        is_read = request.method in ("GET", "HEAD")
        wanted["Cache-Control"] = "private, no-cache" if is_read else "no-store"
    # Not one by one: each look for a header of that name goes through all of them.
    missing = [(name, value) for name, value in wanted.items() if name.lower() not in there]
    response.headers.extend(missing)


def _security_headers(response: Response) -> dict[str, str]:
    if flask.current_app.config["HTTPS"]:
        return {**_kind_headers(response), "Strict-Transport-Security": "max-age=31536000"}
    return _kind_headers(response)


def _kind_headers(response: Response) -> dict[str, str]:
    return PAGE_HEADERS if response.mimetype in PAGES else API_HEADERS


def _write_line(route: str, status: int, seconds: float) -> None:
    """Ids only: never what was typed, never a secret, never an address with one in it."""
    client = g.get("client")
    log.info(
        "request",
        method=request.method,
        route=route,
        status=status,
        ms=round(seconds * 1000, 2),
        actor="client" if client else "visitor",
        client=client.id if client else None,
        code=g.get("problem_code"),
        **_ids(),
    )


_LOGGED = {"attempt_id", "drill_id", "bank", "item", "n", "operation_id"}


def _ids() -> dict[str, str]:
    """What the address names. Not of a page: a visitor's attempt is open to who knows its id."""
    if request.blueprint == "pages":
        return {}
    named = request.view_args or {}
    return {name: str(value)[:80] for name, value in named.items() if name in _LOGGED}


def register(app: flask.Flask) -> None:
    app.before_request(begin)
    app.after_request(end)
