"""What every page asks of its request: the language wished for."""

from __future__ import annotations

import flask

from service.pages.messages import pick_language


def page_language() -> str:
    """The language chosen on the page, else the browser's."""
    request = flask.request
    asked = request.form.get("lang") or request.args.get("lang")
    return pick_language(asked, accepted=request.accept_languages.values())
