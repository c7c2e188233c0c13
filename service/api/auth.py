"""Who calls: bearer keys with scopes, and the rate they may call at.

A key that was just seen costs no query: `authenticate` remembers it for a few seconds in each
process. So a revoked key stops working within that time, not at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn

import flask
from flask import g, request

from service.api import metrics
from service.api.limits import RateCounter, Standing
from service.api.refusals import RateLimited, TooManyFailures
from service.errors import NotAuthenticated, ScopeMissing
from service.store.clients import ClientRow
from service.use_cases.authenticate import authenticate

FAILURES_PER_MINUTE = 20  # of one address


def _rates() -> RateCounter:
    rates: RateCounter = flask.current_app.extensions["etude.rates"]
    return rates


def _secret() -> str:
    """What stands after `Bearer`; empty when nothing does."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


def _identify() -> ClientRow:
    """The caller. An address that failed too often is refused before anything is looked up."""
    failures = f"failures:{request.remote_addr}"
    standing = _rates().hit(failures, FAILURES_PER_MINUTE, cost=0)
    if standing.remaining < 1:
        _refuse(TooManyFailures(), standing)
    secret = _secret()
    try:
        if not secret:
            raise NotAuthenticated
        return authenticate(secret)
    except NotAuthenticated:
        metrics.AUTH_FAILURES.inc()
        if secret:  # a request without a key guesses nothing
            _rates().hit(failures, FAILURES_PER_MINUTE)
        raise


def _refuse(refusal: RateLimited | TooManyFailures, standing: Standing) -> NoReturn:
    metrics.RATE_LIMITED.labels(refusal.code).inc()
    refusal.retry_after_s = standing.reset_s
    raise refusal


def limit_rate(caller: str) -> None:
    """Count one request of this caller; RateLimited if it was one too many."""
    standing = _rates().hit(caller, flask.current_app.config["RATE_LIMIT_PER_MINUTE"])
    g.standing = standing
    if standing.remaining < 0:
        _refuse(RateLimited(f"Try again in {standing.reset_s} s."), standing)


def guard(view: Callable[..., Any], scope: str) -> Callable[..., Any]:
    """The view, for callers whose key has this scope (`any`: whatever scopes it has)."""

    @wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        client = _identify()
        g.client = client
        limit_rate(client.id)
        if scope != ANY and scope not in client.scopes:
            raise ScopeMissing(f"This needs a key with the scope {scope}.", scope=scope)
        return view(*args, **kwargs)

    return guarded


ANY = "any"


def caller() -> ClientRow:
    """The client of a guarded request."""
    client: ClientRow = g.client
    return client
