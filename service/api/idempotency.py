"""The `Idempotency-Key` header, and answers made inside the transaction that they tell of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from flask import Response, g, request
from marshmallow import Schema

from service.api import metrics
from service.api.answers import json_text
from service.api.refusals import IdempotencyKeyInvalid, IdempotencyKeyMissing
from service.use_cases.answer_once import AlreadyAnswered, Answer, Once, fingerprint_of

_KEY = re.compile(r"[!-~]{1,255}")
View = Callable[..., Any]


def _key() -> str:
    key = request.headers.get("Idempotency-Key")
    if key is None:
        raise IdempotencyKeyMissing
    if not _KEY.fullmatch(key):
        raise IdempotencyKeyInvalid
    return key


def idempotent(view: View) -> View:
    """The view, for requests with an Idempotency-Key. What was answered before is sent again."""

    @wraps(view)
    def once_only(*args: Any, **kwargs: Any) -> Any:
        g.idempotency_key = _key()
        try:
            return view(*args, **kwargs)
        except AlreadyAnswered as before:
            metrics.REPLAYS.inc()
            response = sent(before.answer)
            response.headers["Idempotent-Replayed"] = "true"
            return response

    return once_only


def once(tell: Callable[[Any], Answer], *, asked: bytes | None = None) -> Once:
    """This request, to be done once. `tell` makes the answer from what the use case returns.

    `asked` stands for the body where the same thing can be asked in different bytes (multipart).
    """
    # The query is part of what is asked: ?dry_run=true is another request.
    where = request.full_path if request.query_string else request.path
    body = request.get_data() if asked is None else asked
    fingerprint = fingerprint_of(request.method, where, body)
    return Once(g.client.key_id, g.idempotency_key, fingerprint, tell)


def answer(
    status: int, schema: Schema, result: Any, headers: Mapping[str, str] | None = None
) -> Answer:
    """What is told, as text: dumped and serialized once, kept and sent as it is."""
    return Answer(status, json_text(schema.dump(result)), headers or {})


def sent(told: Answer | None) -> Response:
    """The answer as a response."""
    assert told is not None, "the use case keeps an answer before it returns"
    return Response(told.body, told.status, told.headers, mimetype="application/json")
