"""The OpenAPI 3.1 document, built from the blueprints and their schemas."""

from __future__ import annotations

import json
from typing import Any

import flask
from apispec.ext.marshmallow import MarshmallowPlugin
from flask_smorest import Api
from marshmallow import Schema

from service.version import VERSION

DESCRIPTION = """\
Draw a variant of an item, grade a response, keep it, and tell why.

Every error is `application/problem+json`; its `code` is stable, its texts are not. Numbers that
must stay exact (scores, values, ends of intervals) are texts: a decimal or `a/b`. Times are
RFC 3339 in UTC. Fields may be added to answers; none are taken away within `/v1`.
"""
KEY = {
    "type": "http",
    "scheme": "bearer",
    "description": "An API key: `Authorization: Bearer ak_live_...`. `etude key create` makes one. "
    "The scope that an operation needs stands beside it.",
}


class StrictApi(Api):
    """flask-smorest's OpenAPI without its error handlers and pages: ours are in their place."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """See `problems`."""

    def _register_doc_blueprint(self) -> None:
        """See `docs`."""


def _schema_name(schema: Schema | type[Schema]) -> str:
    """`VariantSchema` -> `Variant`."""
    kind = schema if isinstance(schema, type) else type(schema)
    return kind.__name__.removesuffix("Schema")


def make_api(app: flask.Flask) -> Api:
    app.config |= {
        "API_TITLE": "Etude",
        "API_VERSION": VERSION,
        "OPENAPI_VERSION": "3.1.0",
        "API_SPEC_OPTIONS": {
            "info": {
                "description": DESCRIPTION,
                "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            },
            "servers": [{"url": "/"}],
        },
    }
    plugin = MarshmallowPlugin(schema_name_resolver=_schema_name)
    api = StrictApi(app, spec_kwargs={"marshmallow_plugin": plugin})
    api.spec.components.security_scheme("key", KEY)
    app.extensions["etude.api"] = api
    return api


def openapi_document(app: flask.Flask) -> dict[str, Any]:
    """The document as it goes over the wire. Made once: blueprints do not change later."""
    document: dict[str, Any] | None = app.extensions.get("etude.openapi")
    if document is None:
        made = app.extensions["etude.api"].spec.to_dict()
        document = app.extensions["etude.openapi"] = json.loads(json.dumps(made))
    return document
