"""The OpenAPI document as a person reads it: operations in groups, shapes as tables of fields."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

_KINDS = {"string": "text", "integer": "whole number"}
METHODS = ("get", "post", "put", "patch", "delete")
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a table: a parameter or a member of a shape. `shape` links to another table."""

    name: str
    kind: str
    is_required: bool
    about: str
    shape: str | None = None


@dataclass(frozen=True, slots=True)
class Body:
    media_type: str
    kind: str
    shape: str | None
    example: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    status: str
    about: str
    bodies: Sequence[Body]


@dataclass(frozen=True, slots=True)
class Operation:
    """One call: what it does, takes and answers."""

    name: str
    method: str
    path: str
    summary: str
    about: str
    scopes: Sequence[str]
    parameters: Sequence[Field]
    bodies: Sequence[Body]
    answers: Sequence[Answer]


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    about: str
    operations: Sequence[Operation]


def groups(document: Document) -> list[Group]:
    """Operations by tag, in the order of the document's tags and paths."""
    return [
        Group(tag["name"], tag.get("description", ""), list(_operations(document, tag["name"])))
        for tag in document["tags"]
    ]


def shapes(document: Document) -> dict[str, list[Field]]:
    """Every named shape with its fields, by name."""
    schemas = document["components"].get("schemas", {})
    return {name: _fields(schema) for name, schema in sorted(schemas.items())}


def _operations(document: Document, tag: str) -> Iterator[Operation]:
    for path, item in document["paths"].items():
        for method in METHODS:
            operation = item.get(method)
            if operation and tag in operation["tags"]:
                yield _operation(path, method, operation, item.get("parameters", []))


def _operation(path: str, method: str, found: Mapping[str, Any], shared: list[Any]) -> Operation:
    return Operation(
        name=found["operationId"],
        method=method.upper(),
        path=path,
        summary=found["summary"],
        about=found.get("description", ""),
        scopes=[scope for needs in found["security"] for scope in needs.get("key", ())],
        parameters=[_parameter(each) for each in [*shared, *found.get("parameters", [])]],
        bodies=_bodies(found.get("requestBody", {})),
        answers=[
            Answer(status, answer["description"], _bodies(answer))
            for status, answer in sorted(found["responses"].items())
        ],
    )


def _parameter(found: Mapping[str, Any]) -> Field:
    schema = found.get("schema", {})
    about = found.get("description") or schema.get("description", "")
    kind = f"{_kind(schema)} in {found['in']}"
    return Field(found["name"], kind, found.get("required", False), about)


def _bodies(found: Mapping[str, Any]) -> list[Body]:
    return [
        Body(
            media_type, _kind(body.get("schema", {})), _shape(body.get("schema", {})), _shown(body)
        )
        for media_type, body in found.get("content", {}).items()
    ]


def _shown(body: Mapping[str, Any]) -> str | None:
    example = body.get("example")
    if example is None:
        return None
    return (
        example if isinstance(example, str) else json.dumps(example, indent=2, ensure_ascii=False)
    )


def _fields(schema: Mapping[str, Any]) -> list[Field]:
    required = schema.get("required", ())
    return [
        Field(name, _kind(field), name in required, field.get("description", ""), _shape(field))
        for name, field in schema.get("properties", {}).items()
    ]


def _shape(schema: Mapping[str, Any]) -> str | None:
    """The named shape that a field is, or is a list or map of."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    for inner in (
        schema.get("items"),
        schema.get("additionalProperties"),
        *schema.get("allOf", ()),
        *schema.get("anyOf", ()),
        *schema.get("oneOf", ()),
    ):
        if isinstance(inner, Mapping) and (name := _shape(inner)):
            return name
    return None


def _kind(schema: Mapping[str, Any]) -> str:
    """`list of texts`, `text: one of en, ru`, `Part` ..."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return "one of " + ", ".join(json.dumps(value) for value in schema["enum"])
    for word in ("allOf", "anyOf", "oneOf"):
        if word in schema:
            return " or ".join(dict.fromkeys(_kind(inner) for inner in schema[word]))
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        return " or ".join(_kind({**schema, "type": one}) for one in kind)
    if kind == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"map to {_kind(schema['additionalProperties'])}"
    return _KINDS.get(kind, str(kind))


def code_spans(text: str) -> Markup:
    """A text of the document with what stands in backticks marked as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))


_CODE = re.compile(r"`([^`]+)`")


def breakable(path: str) -> Markup:
    """An address that a narrow page may break before its slashes."""
    return Markup("<wbr>/").join(path.split("/"))
