"""The learner's pages: plain HTML that works without a script, in every interface language."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, request, url_for
from jinja2 import pass_context
from jinja2.runtime import Context
from werkzeug.exceptions import HTTPException

from question_bank.model import ResponseError
from service.errors import ServiceError
from service.pages import drill, errors, home, limits, reading, result
from service.pages.messages import LANGUAGES, speak
from service.pages.number_help import NUMBER_EXAMPLES

STATIC = Path(__file__).parent / "static"
YEAR_S = 31_536_000

# Pages may stand in the frame of a course: they hold no cookie, so there is nothing to hijack.
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors *"
)

blueprint = Blueprint(
    "pages",
    __name__,
    template_folder="templates",
    static_folder="static",
    static_url_path="/assets",
)

ROUTES: tuple[tuple[str, str, str, Callable[..., Any]], ...] = (
    ("GET", "/", "home", home.show_home),
    ("GET", "/topics/<bank>/<topic>", "topic", home.show_topic),
    ("POST", "/topics/<bank>/<topic>", "start", home.start_practice),
    ("GET", "/practice/<attempt_id>", "attempt", drill.show_attempt),
    ("GET", "/practice/<attempt_id>/items/<int(max=9999):n>", "item", drill.show_item),
    ("POST", "/practice/<attempt_id>/items/<int(max=9999):n>", "answer", drill.answer_item),
    ("GET", "/practice/<attempt_id>/finish", "finish", result.show_finish),
    ("POST", "/practice/<attempt_id>/finish", "close", result.finish),
    ("GET", "/practice/<attempt_id>/result", "result", result.show_result),
    ("GET", "/read-number", "reading", reading.read_aloud),
)
for method, path, name, view in ROUTES:
    blueprint.add_url_rule(path, name, view, methods=[method])

blueprint.register_error_handler(ServiceError, errors.on_service_error)
blueprint.register_error_handler(ResponseError, errors.on_response_error)
blueprint.register_error_handler(HTTPException, errors.on_http_error)
blueprint.register_error_handler(Exception, errors.on_unexpected)
blueprint.before_app_request(errors.show_unknown_page)
blueprint.before_request(limits.stop_flood)


@lru_cache
def fingerprint(name: str) -> str:
    """Changes when the file does, so that browsers may keep it for a year."""
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]


def asset(name: str) -> str:
    return url_for("pages.static", filename=name, v=fingerprint(name))


@pass_context
def say(context: Context, key: str, **values: object) -> str:
    """The interface's words in the language of the page that is being printed."""
    return speak(key, context["lang"], **values)


@blueprint.app_context_processor
def words() -> dict[str, object]:
    """What every template has: the interface's words in the page's language, and addresses."""
    return {
        "say": say,
        "asset": asset,
        "languages": LANGUAGES,
        "number_examples": NUMBER_EXAMPLES,
    }


@blueprint.after_request
def guard(response: Response) -> Response:
    """Nothing foreign runs here; practice pages stay out of caches, files with a name may stay."""
    response.headers["Content-Security-Policy"] = CSP
    if request.endpoint == "pages.static" and "v" in request.args:
        response.headers["Cache-Control"] = f"public, max-age={YEAR_S}, immutable"
    elif request.endpoint != "pages.static":
        response.headers["Cache-Control"] = "no-store"
    return response
