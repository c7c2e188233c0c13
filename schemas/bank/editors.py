"""JSON Schema of bank files, made from the schemas that read them, for editors to check against."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema

from schemas.authored import AuthoredSchema, JsonSchema, described
from schemas.bank.files import RootSchema, TopicSchema
from schemas.scalars import Id, Words

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class TopicEntrySchema(TopicSchema):
    """A topic that stands in a file of its own, `<id>.yaml` unless `file` names it."""

    file = Words("The name of its file, beside this one.")

    class Meta(AuthoredSchema.Meta):
        exclude = ("items",)


def json_schema() -> JsonSchema:
    """One schema for both kinds of file: the main file of a bank, and a topic."""
    definitions = _Definitions()
    main = definitions.refer(RootSchema)
    topic = definitions.refer(TopicSchema)
    entry = definitions.refer(TopicEntrySchema)
    definitions.made["Root"]["properties"]["topics"]["items"] = {
        "anyOf": [described(Id("The topic's id."), definitions.refer), entry, topic]
    }
    definitions.made["TopicEntry"]["required"] = ["id"]
    definitions.made["TopicFile"] = _topic_file(definitions.made["Topic"])
    return {
        "$schema": DIALECT,
        "title": "Etude bank file",
        "description": "bank.yaml, or the file of one topic.",
        "if": {"required": ["bank"]},
        "then": main,
        "else": {"$ref": "#/$defs/TopicFile"},
        "$defs": dict(sorted(definitions.made.items())),
    }


def _topic_file(topic: JsonSchema) -> JsonSchema:
    """A topic by itself says the format's version; its id is the name of its file."""
    return {
        **topic,
        "description": "The file of one topic.",
        "required": ["format", "items", "title"],
    }


class _Definitions:
    """The schemas met on the way, each described once and referred to by name."""

    def __init__(self) -> None:
        self.made: dict[str, JsonSchema] = {}

    def refer(self, schema: type[Schema]) -> JsonSchema:
        name = schema.__name__.removesuffix("Schema")
        if name not in self.made:
            self.made[name] = {}  # before its fields: they may refer to it
            self.made[name] = self._describe(schema)
        return {"$ref": f"#/$defs/{name}"}

    def _describe(self, schema: type[Schema]) -> JsonSchema:
        fields = schema().load_fields
        required = sorted(name for name, field in fields.items() if field.required)
        described_fields: dict[str, Any] = {
            field.data_key or name: described(field, self.refer) for name, field in fields.items()
        }
        needed = [fields[name].data_key or name for name in required]
        return {
            "type": "object",
            "description": (schema.__doc__ or "").split("\n")[0],
            "properties": described_fields,
            "additionalProperties": False,
            **({"required": sorted(needed)} if needed else {}),
        }
