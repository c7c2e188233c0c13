"""How often one address may begin a practice: it is the one thing a stranger can store here."""

from __future__ import annotations

import flask
from flask import Response, request

from service.pages.errors import show_error

# A lecture hall behind one address starts together; a flood is still stopped.
STARTS_A_MINUTE = 600


def stop_flood() -> Response | None:
    """A page that says to wait, for what is too much; None for all else."""
    if request.endpoint != "pages.start":
        return None
    rates = flask.current_app.extensions["etude.rates"]
    standing = rates.hit(f"practice:{request.remote_addr}", STARTS_A_MINUTE)
    if standing.remaining >= 0:
        return None
    response = show_error(429, "rate_limited")
    response.headers["Retry-After"] = str(standing.reset_s)
    return response
