"""What the web layer itself refuses, in the same kind as the use cases' refusals, and all codes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from question_bank.numbers import explain_refusal, refusal_codes
from service.errors import ServiceError


class BadRequest(ServiceError):
    """The request cannot be understood as HTTP means it."""

    status, code = 400, "bad_request"


class MalformedJson(ServiceError):
    """The body is not JSON as we read it: `detail` says where."""

    status, code = 400, "malformed_json"


class UnsupportedMediaType(ServiceError):
    """The Content-Type is not one that this address takes."""

    status, code = 415, "unsupported_media_type"


class Invalid(ServiceError):
    """The shape of the request is wrong; `errors` names every place."""

    status, code = 422, "invalid"


class BankInvalid(ServiceError):
    """The bank has faults; `errors` tells each with file, line and column. Nothing was stored."""

    status, code = 422, "bank_invalid"


class IdempotencyKeyMissing(ServiceError):
    """What creates or grades needs an `Idempotency-Key`, so that it can be repeated safely."""

    status, code = 400, "idempotency_key_missing"
    detail = "Send an `Idempotency-Key` header: any text of your choice, new for each new request."


class IdempotencyKeyInvalid(ServiceError):
    """An `Idempotency-Key` is 1 to 255 visible ASCII characters."""

    status, code = 400, "idempotency_key_invalid"
    detail = "`Idempotency-Key` must be 1 to 255 visible ASCII characters."


class RateLimited(ServiceError):
    """Too many requests in this minute; `Retry-After` says how long to wait."""

    status, code = 429, "rate_limited"
    retry_after_s = 60


class TooManyFailures(ServiceError):
    """Too many requests with invalid keys from one address; `Retry-After` says how long to wait."""

    status, code = 429, "too_many_failures"
    retry_after_s = 60
    detail = "Too many requests with keys that are not valid came from this address."


# What Flask and werkzeug refuse by themselves: status -> stable code.
HTTP_CODES = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    414: "uri_too_long",
    415: "unsupported_media_type",
    429: "rate_limited",
    431: "headers_too_large",
    500: "internal_error",
    503: "unavailable",
}
HTTP_MEANINGS = {
    "method_not_allowed": "This address does not take this method; `Allow` lists those it takes.",
    "too_large": "The body is larger than this address takes.",
    "uri_too_long": "The address is too long.",
    "headers_too_large": "The headers are too large.",
}


# A response that cannot be graded: codes of the number reader, and of responses of a wrong shape.
UNREADABLE_NUMBER = tuple(code for code in refusal_codes() if code != "reading")
UNREADABLE_RESPONSE = ("unknown_part", "unknown_option", "type", "reading")
_SHAPES = {
    "unknown_part": "The item has no part of that id.",
    "unknown_option": "The part has no option of that id.",
    "type": "A number part takes a text; a choice takes an option's id, or a list of them.",
    "ask": "The number can be read in two ways. Send `{text, reading}` with the one you mean.",
    "unreadable": "The response cannot be read.",
}


def unreadable_codes() -> Mapping[str, str]:
    """Every code of a response that is not graded, and what it means."""
    numbers = {code: explain_refusal(code, "en") for code in refusal_codes()}
    return dict(sorted({**numbers, **_SHAPES}.items()))


def _children(kind: type[ServiceError]) -> Iterator[type[ServiceError]]:
    for child in kind.__subclasses__():
        yield child
        yield from _children(child)


def known_codes() -> Mapping[str, tuple[int, str]]:
    """Every stable code: its status and what it means. What the problems page and OpenAPI show."""
    codes = {"internal_error": (500, ServiceError.detail)}
    codes |= {
        code: (status, HTTP_MEANINGS[code])
        for status, code in HTTP_CODES.items()
        if code in HTTP_MEANINGS
    }
    for kind in _children(ServiceError):
        meaning = kind.__doc__ or (kind.detail if kind.detail != ServiceError.detail else "")
        codes.setdefault(kind.code, (kind.status, " ".join(meaning.split())))
    codes |= {code: (422, meaning) for code, meaning in unreadable_codes().items()}
    return dict(sorted(codes.items()))
