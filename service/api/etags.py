"""ETags of single resources, and the conditions that go with them."""

from __future__ import annotations

import hashlib

from flask import Response, request
from werkzeug.http import quote_etag

from service.errors import IfMatchMissing

IF_NONE_MATCH_HEADER = {
    "in": "header",
    "name": "If-None-Match",
    "description": "The ETag you have: 304 without a body if it is current.",
    "schema": {"type": "string"},
}
IF_MATCH_HEADER = {
    "in": "header",
    "name": "If-Match",
    "required": True,
    "description": "The ETag you last saw.",
    "schema": {"type": "string"},
    "example": '"r1"',
}


def etag_of(body: bytes) -> str:
    """A tag that is equal where the answers are."""
    return hashlib.sha256(body).hexdigest()[:27]


def quoted(tag: str) -> str:
    return quote_etag(tag)


def with_etag(response: Response, tag: str | None = None) -> Response:
    """The response with its ETag; 304 without a body if the caller has it already."""
    tag = tag or etag_of(response.get_data())
    if request.method in ("GET", "HEAD") and request.if_none_match.contains_weak(tag):
        response.set_data(b"")
        response.status_code = 304
        del response.headers["Content-Type"], response.headers["Content-Length"]
    response.set_etag(tag)
    return response


def if_match() -> str:
    """The one ETag that the caller last saw, without its quotes. IfMatchMissing without one."""
    tags = list(request.if_match.as_set())
    if request.if_match.star_tag or len(tags) != 1:
        raise IfMatchMissing
    return tags[0]
