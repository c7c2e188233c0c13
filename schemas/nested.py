"""Maps and lists of authored files. Every fault of every member is told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from marshmallow import Schema, ValidationError, fields

from schemas.authored import Define, JsonSchema, described, field_error
from schemas.faults import Fault, fault, kind_of
from schemas.scalars import NAME

T = TypeVar("T")


class Inner(fields.Nested):
    """A map described by its own schema."""

    def __init__(self, schema: type[Schema], about: str = "", **kw: Any) -> None:
        super().__init__(schema, metadata={"description": about} if about else {}, **kw)
        self.of = schema

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        return field_error(key, "a map")

    def json_schema(self, define: Define) -> JsonSchema:
        return define(self.of)


class ListOf(fields.Field[tuple[T, ...]], Generic[T]):
    """A list whose members are read one by one; every fault of every member is told."""

    def __init__(
        self,
        inner: fields.Field[T],
        about: str = "",
        *,
        least: int = 0,
        most: int = 1000,
        **kw: Any,
    ) -> None:
        super().__init__(metadata={"description": about} if about else {}, **kw)
        self.inner, self.least, self.most = inner, least, most

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        return field_error(key, "a list")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise fault("type", f"expected a list, got {kind_of(value)}")
        if not self.least <= len(value) <= self.most:
            bounds = f"{self.least} to {self.most}" if self.least else f"at most {self.most}"
            raise fault("length", f"expected {bounds} members, got {len(value)}")
        out, faults = [], {}
        for index, member in enumerate(value):
            try:
                out.append(self.inner.deserialize(member))
            except ValidationError as error:
                faults[index] = error.messages
        if faults:
            raise ValidationError(faults)
        return tuple(out)

    def json_schema(self, define: Define) -> JsonSchema:
        limits: JsonSchema = {"minItems": self.least} if self.least else {}
        return {"type": "array", "items": described(self.inner, define), **limits}


class MapOf(fields.Field[Mapping[str, T]], Generic[T]):
    """Names with values of one kind. With `ordered`, a list of [name, value] pairs is the same:
    stores that forget the order of a map keep that of a list."""

    def __init__(
        self, inner: fields.Field[T], about: str = "", *, key: str = NAME,
        key_words: str = "a name", most: int = 1000, ordered: bool = False, **kw: Any,
    ) -> None:  # fmt: skip
        super().__init__(metadata={"description": about} if about else {}, **kw)
        self.inner, self.key, self.key_words = inner, key, key_words
        self.most, self.ordered = most, ordered

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        return field_error(key, "a map")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Mapping[str, T]:
        if self.ordered and isinstance(value, list):
            value = _from_pairs(value)
        if not isinstance(value, dict):
            raise fault("type", f"expected a map, got {kind_of(value)}")
        if len(value) > self.most:
            raise fault("length", f"expected at most {self.most} entries, got {len(value)}")
        out: dict[str, Any] = {}
        faults = {}
        for name, member in value.items():
            try:
                key = self._name(name)
                out[key] = self.inner.deserialize(member)
            except ValidationError as error:
                faults[name] = error.messages
        if faults:
            raise ValidationError(faults)
        return out

    def _name(self, name: str) -> str:
        if not re.fullmatch(self.key, name) or len(name) > 200:
            raise fault("name", f"expected {self.key_words} as the key, got {kind_of(name)}")
        return name

    def json_schema(self, define: Define) -> JsonSchema:
        return {
            "type": "object",
            "propertyNames": {"pattern": f"^(?:{self.key})$"},
            "additionalProperties": described(self.inner, define),
        }


def _from_pairs(pairs: list[Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for index, pair in enumerate(pairs):
        match pair:
            case [str(name), value] if name not in made:
                made[name] = value
            case _:
                raise ValidationError(
                    {index: [Fault("type", "expected [name, value], each name once")]}
                )
    return made
