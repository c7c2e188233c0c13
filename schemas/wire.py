"""What all wire shapes share: strict schemas, exact numbers as text, times in UTC, languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields, validate

from question_bank.numbers import number_text

LANGUAGE = r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*"
READABLE_ID = r"[A-Za-z0-9][A-Za-z0-9_.-]*"
MOST_LISTED = 200  # rows of one page


class WireSchema(Schema):
    """What callers send: nothing is let through that is not known."""

    class Meta:
        unknown = RAISE


class AnswerSchema(Schema):
    """What we answer. Fields may be added within a version, so clients must let them be."""

    class Meta:
        unknown = EXCLUDE


# --- numbers, times, truth values ----------------------------------------------------------------


class Exact(fields.String):
    """An exact number as text, a decimal or `a/b`: a JSON number would be rounded on its way."""

    def __init__(self, description: str, example: str, **kwargs: Any) -> None:
        super().__init__(metadata={"description": description, "example": example}, **kwargs)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return None if value is None else number_text(value)


class Unchanging(fields.List[Any]):
    """A list whose members never change: while it lives, it is dumped once for each reader."""

    _MOST = 1024

    def __init__(self, inner: Any, **kwargs: Any) -> None:
        super().__init__(inner, **kwargs)
        self._dumped: dict[int, tuple[Any, Any]] = {}  # by the list's identity, the list with it

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        known, dumped = self._dumped.get(id(value), (None, None))
        if value is None or known is value:
            return dumped
        if len(self._dumped) >= self._MOST:
            self._dumped.clear()
        dumped = super()._serialize(value, attr, obj, **kwargs)
        self._dumped[id(value)] = (value, dumped)
        return dumped


class Moment(fields.String):
    """A time that we tell: RFC 3339 in UTC, with a Z."""

    def __init__(self, description: str, **kwargs: Any) -> None:
        super().__init__(metadata={"format": "date-time", "description": description}, **kwargs)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return None if value is None else moment_text(value)


def moment_text(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class WholeNumber(fields.Integer):
    """A whole JSON number: not a text, not 2.0, not true."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValidationError("Must be a whole number.")
        return value


class QueryNumber(fields.Integer):
    """Plain digits in a query."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not re.fullmatch(r"[0-9]{1,9}", value):
            raise ValidationError("Must be a whole number.")
        return int(value)


class Truth(fields.Boolean):
    """JSON's true or false."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, bool):
            raise ValidationError("Must be true or false.")
        return value


class QueryTruth(fields.Boolean):
    """The word `true` or `false` in a query."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if value not in ("true", "false"):
            raise ValidationError("Must be true or false.")
        return value == "true"


# --- texts ---------------------------------------------------------------------------------------


class _Pattern(validate.Validator):
    """The whole text must match. Unlike validate.Regexp, a newline at the end is no match."""

    def __init__(self, pattern: str, expected: str) -> None:
        self._regex = re.compile(pattern)
        self._expected = expected

    def __call__(self, value: str) -> str:
        if not self._regex.fullmatch(value):
            raise ValidationError(f"Must be {self._expected}.")
        return value


def matching(pattern: str, expected: str, *, most: int, **kwargs: Any) -> fields.String:
    """A text of at most `most` characters that matches as a whole."""
    metadata = {"pattern": f"^{pattern}$", **kwargs.pop("metadata", {})}
    rules = [validate.Length(max=most), _Pattern(pattern, expected)]
    return fields.String(validate=rules, metadata=metadata, **kwargs)


def language(**kwargs: Any) -> fields.String:
    """A language code. Where an item lacks the language, its first one is used."""
    about = "Language of texts and numbers. An item that lacks it is shown in its first language."
    metadata = {"description": about, "example": "en", **kwargs.pop("metadata", {})}
    return matching(
        LANGUAGE, "a language code such as en or ru", most=35, metadata=metadata, **kwargs
    )


def item_name(**kwargs: Any) -> fields.String:
    metadata = {"description": "Item, as `bank/item`.", "example": "llm-pretraining/loss-gap"}
    pattern = rf"{READABLE_ID}/{READABLE_ID}"
    return matching(pattern, "an item's id: bank/item", most=200, metadata=metadata, **kwargs)


class Places(fields.Dict):
    """A JSON object whose keys are data. Faults are told at the key itself."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        try:
            made: Any = super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]
            return made
        except ValidationError as error:
            raise ValidationError(_without_sides(error.messages)) from error


def _without_sides(messages: Any) -> Any:
    """marshmallow tells {key: {"key": [...], "value": [...]}}; a pointer needs {key: [...]}."""
    if not isinstance(messages, Mapping):
        return messages
    flat: dict[Any, Any] = {}
    for key, sides in messages.items():
        found = sides.get("key") or sides.get("value") if isinstance(sides, Mapping) else sides
        flat[key] = found
    return flat


def texts(**kwargs: Any) -> fields.Dict:
    """A text in several languages."""
    metadata = {"example": {"en": "Loss gap"}, **kwargs.pop("metadata", {})}
    return Places(keys=language(), values=fields.String(), metadata=metadata, **kwargs)


# --- pages ---------------------------------------------------------------------------------------


class PageQuerySchema(WireSchema):
    """Which part of a list."""

    limit = QueryNumber(
        load_default=50,
        validate=validate.Range(1, MOST_LISTED),
        metadata={"description": "Most rows of this page."},
    )
    cursor = fields.String(
        load_default=None,
        validate=validate.Length(max=1000),
        metadata={"description": "`next_cursor` of the page before."},
    )


def next_cursor() -> fields.String:
    return fields.String(
        allow_none=True,
        required=True,
        metadata={"description": "Opens the next page; null on the last."},
    )
