"""Fields of authored files. Each turns text into a typed value, and says itself in JSON Schema.

A file's scalars are all text until they come here (see question_bank/formats), so `no` is the
word "no" in a title and a clear error in a switch.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validates_schema

from question_bank.nearest import did_you_mean
from schemas.faults import Fault, fault, kind_of

T = TypeVar("T")
JsonSchema = dict[str, Any]
MAX_TEXT = 10_000
NAME = r"[A-Za-z][A-Za-z0-9_]*"
ID = r"[a-z0-9]+(?:-[a-z0-9]+)*"
PART_ID = r"[A-Za-z][A-Za-z0-9_-]*"
MAX_UNKNOWN = 100  # unknown fields of one map that are told
SCALAR = ["string", "number", "boolean"]  # what an editor's YAML reader makes of our texts


class AuthoredSchema(Schema):
    """Refuses fields it does not know, with a hint, besides telling all other faults."""

    error_messages = {"type": Fault("type", "expected a map")}  # noqa: RUF012  # as marshmallow has it

    class Meta:
        unknown = EXCLUDE  # `refuse_unknown` tells more than marshmallow's own message

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def refuse_unknown(self, data: Any, original: Any, **kwargs: Any) -> None:
        if not isinstance(original, dict):
            return
        known = [field.data_key or name for name, field in self.load_fields.items()]
        unknown = [name for name in original if name not in known]
        faults = {
            name: [Fault("unknown_field", unknown_field(name, known))]
            for name in unknown[:MAX_UNKNOWN]
        }
        if faults:
            raise ValidationError(faults)


@cache
def schema_of(schema: type[Schema]) -> Schema:
    """The one instance of a schema: making one costs as much as reading a dozen items."""
    return schema()


def unknown_field(name: str, known: list[str]) -> str:
    hint = did_you_mean(name, known)
    return f"there is no field {name[:60]!r} here{hint} (known: {', '.join(known)})"


class Authored(fields.Field[T], Generic[T]):
    """One scalar. `about` says what it means, for editors; `expected` what may stand there."""

    expected = "a text"

    def __init__(self, about: str = "", **kwargs: Any) -> None:
        super().__init__(metadata={"description": about} if about else {}, **kwargs)

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        return field_error(key, self.expected)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> T:
        if not isinstance(value, str):
            raise fault("type", f"expected {self.expected}, got {kind_of(value)}")
        return self.read(value)

    def read(self, text: str) -> T:
        raise NotImplementedError

    def json_schema(self, define: Define) -> JsonSchema:
        return {"type": SCALAR}


Define = Callable[[type[Schema]], JsonSchema]  # a reference to the definition of a schema


def field_error(key: str, expected: str) -> ValidationError:
    if key == "required":
        return fault("missing", f"this is missing; expected {expected}")
    if key == "null":
        return fault("empty", f"nothing stands here; expected {expected}")
    return fault("type", f"expected {expected}")


def described(field: fields.Field[Any], define: Define) -> JsonSchema:
    """JSON Schema of any field of ours, with what is said about it."""
    schema: JsonSchema = field.json_schema(define)  # type: ignore[attr-defined]  # all of ours have it
    about = field.metadata.get("description")
    return {"description": about, **schema} if about else schema
