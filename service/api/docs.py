"""The contract and its readable pages: `/openapi.json`, `/docs`, `/docs/problems`.

The pages are made on our side from the OpenAPI document, with one style sheet of ours: nothing is
fetched from elsewhere, and no script is needed.
"""

from __future__ import annotations

from typing import Any

import flask
from flask import Blueprint, Response, render_template

from service.api.answers import json_text
from service.api.etags import with_etag
from service.api.readable import groups, shapes
from service.api.refusals import known_codes, unreadable_codes
from service.api.spec import openapi_document

blueprint = Blueprint(
    "docs",
    __name__,
    template_folder="templates",
    static_folder="static",
    static_url_path="/docs/static",
)


def _document() -> dict[str, Any]:
    return openapi_document(flask.current_app)


def _cached(text: str, mimetype: str) -> Response:
    response = Response(text, mimetype=mimetype)
    response.headers["Cache-Control"] = "public, max-age=300"
    return with_etag(response)


@blueprint.get("/openapi.json")
def openapi_json() -> Response:
    return _cached(json_text(_document()), "application/json")


@blueprint.get("/docs")
def docs_page() -> Response:
    document = _document()
    page = render_template(
        "docs.html", document=document, groups=groups(document), shapes=shapes(document)
    )
    return _cached(page, "text/html")


@blueprint.get("/docs/problems")
def problems_page() -> Response:
    unreadable = unreadable_codes()
    codes = {code: about for code, about in known_codes().items() if code not in unreadable}
    page = render_template("problems.html", codes=codes, unreadable=unreadable)
    return _cached(page, "text/html")
