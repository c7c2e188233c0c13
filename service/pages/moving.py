"""From one page of a practice to another, without losing the language or what is unfolded."""

from __future__ import annotations

from collections.abc import Sequence

import flask
from flask import request
from werkzeug.wrappers import Response

Answered = Response | str | tuple[str, int]  # what a view of a practice gives back


def to(
    endpoint: str,
    attempt_id: str,
    *,
    n: int | None = None,
    lang: str | None = None,
    opened: Sequence[str] = (),
    again: bool = False,
    anchor: str | None = None,
) -> Response:
    """See other: a page of the attempt, by default in the language that is shown."""
    href = flask.url_for(
        endpoint,
        _anchor=anchor,
        attempt_id=attempt_id,
        n=n,
        lang=lang or request.form.get("lang") or request.args.get("lang"),
        open=list(opened) or None,
        again=1 if again else None,
    )
    return flask.redirect(href, 303)
