"""Answers that are one resource."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Response

from service.api.etags import with_etag


def resource(shown: Mapping[str, Any], *, tag: str | None = None) -> Response:
    """A resource as JSON with its ETag; 304 if the caller has it already.

    `tag` None: the ETag is made of the answer's bytes.
    """
    return with_etag(Response(json_text(shown), mimetype="application/json"), tag)


def json_text(value: Any) -> str:
    """JSON as it goes over the wire: compact, Cyrillic as it is written."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def nothing(status: int) -> Response:
    """An answer without a body, which therefore has no type."""
    response = Response(status=status)
    del response.headers["Content-Type"]
    return response
