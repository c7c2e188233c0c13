"""Grading on the wire: what is typed or chosen, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, post_dump, validate, validates_schema

from question_bank.units import dimension, is_known, known_units
from schemas.wire import AnswerSchema, Exact, Places, Truth, WireSchema, item_name, language

VERDICTS = ("correct", "partly", "wrong", "unreadable", "ask")
MOST_RESPONSES = 500
SEED = validate.Length(1, 200)

ANSWERED = {
    "description": "What was typed or chosen: a number as typed, an option's id, a list of them, "
    "or a typed number with the reading that is meant.",
    "oneOf": [
        {"type": "string"},
        {"type": "array", "items": {"type": "string"}},
        {
            "type": "object",
            "properties": {"text": {"type": "string"}, "reading": {"type": "string"}},
            "required": ["text", "reading"],
            "additionalProperties": False,
        },
    ],
}


class ResponseField(fields.Raw):
    """One part's response. A JSON number is refused: it no longer tells what was typed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=True, metadata=ANSWERED, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        match value:
            case str():
                return value
            case list() if all(isinstance(each, str) for each in value):
                return value
            case {"text": str(), "reading": str(), **more} if not more:
                return value
        raise ValidationError(
            "Must be a text, a list of option ids, or {text, reading}. Send numbers as text."
        )


def responses(**kwargs: Any) -> fields.Dict:
    """Responses by part."""
    metadata = {"description": "Responses by part id.", "example": {"L": "1.9483"}}
    few = validate.Length(max=MOST_RESPONSES)
    return Places(
        keys=fields.String(validate=validate.Length(max=100)),
        values=ResponseField(),
        validate=few,
        metadata=metadata,
        **kwargs,
    )


# --- what grading says ---------------------------------------------------------------------------


class ScoreSchema(AnswerSchema):
    """Points."""

    given = Exact("Points given.", "6", required=True)
    maximum = Exact("Points that can be had.", "6", required=True)


class ReadingSchema(AnswerSchema):
    """One way to read a typed number."""

    value = Exact("In the base unit, exact: a decimal or `a/b`.", "1234", required=True)
    read_as = fields.String(required=True, metadata={"example": "1234"})


class ReadingChoiceSchema(AnswerSchema):
    """A reading to choose: send `{"text": ..., "reading": ...}`."""

    reading = Exact("What to send as `reading`.", "1234", attribute="value", required=True)
    read_as = fields.String(required=True, metadata={"description": "For people."})


class PartOutcomeSchema(AnswerSchema):
    """What grading says of one part."""

    id = fields.String(required=True)
    credit = Exact("Share of the part's points, from 0 to 1.", "1", required=True)
    verdict = fields.String(
        required=True,
        validate=validate.OneOf(VERDICTS),
        metadata={
            "description": "`unreadable`: see `code`, nothing was graded. `ask`: the number can be "
            "read in two ways, see `readings`; whether one of them is right is not told."
        },
    )
    read_as = fields.String(
        allow_none=True, required=True, metadata={"description": "How the response was read."}
    )
    mistake = fields.String(
        allow_none=True, required=True, metadata={"description": "A known mistake's id."}
    )
    say = fields.String(
        allow_none=True,
        required=True,
        metadata={"description": "Feedback for the learner, as HTML."},
    )
    code = fields.String(
        allow_none=True,
        required=True,
        metadata={"description": "Why it could not be read.", "example": "separators"},
    )
    readings = fields.List(
        fields.Nested(ReadingChoiceSchema),
        metadata={"description": "Only with the verdict `ask`."},
    )

    @post_dump
    def _only_when_asked(self, made: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        if not made["readings"]:
            del made["readings"]
        return made


class ReferenceSchema(AnswerSchema):
    """A paper or page that an item rests on."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    authors = fields.String(required=True)
    year = fields.Integer(required=True)
    arxiv = fields.String(allow_none=True, required=True)
    doi = fields.String(allow_none=True, required=True)
    url = fields.String(allow_none=True, required=True)
    section = fields.String(allow_none=True, required=True)


# --- grading without keeping anything ------------------------------------------------------------


class WhichVariantSchema(WireSchema):
    """A variant by its seed, or the canonical one."""

    canonical = Truth(
        load_default=False, metadata={"description": "The published figures of the item."}
    )
    lang = language(load_default="en")


class GradeRequestSchema(WhichVariantSchema):
    """One response to one variant. Give `seed`, or `canonical: true`."""

    item = item_name(required=True)
    seed = fields.String(
        load_default=None, validate=SEED, metadata={"description": "Any text: the variant's name."}
    )
    responses = responses(required=True)

    @validates_schema(skip_on_field_errors=True)
    def _one_variant(self, given: Mapping[str, Any], **kwargs: Any) -> None:
        if given["canonical"] == (given["seed"] is not None):
            raise ValidationError("Give either `seed` or `canonical: true`.")


class GradeSchema(AnswerSchema):
    """What grading says of a response. Nothing was kept."""

    score = fields.Nested(ScoreSchema, attribute="outcome", required=True)
    parts = fields.List(fields.Nested(PartOutcomeSchema), attribute="outcome.parts", required=True)
    solution = fields.List(
        fields.String(),
        attribute="explanation.solution_html",
        required=True,
        metadata={"description": "The worked solution, step by step, as HTML."},
    )
    references = fields.List(
        fields.Nested(ReferenceSchema), attribute="explanation.references", required=True
    )


class ReadNumberRequestSchema(WireSchema):
    """A typed number, and what its box asks for."""

    text = fields.String(required=True, metadata={"example": "1,63 ГиБ"})
    lang = language(load_default="en")
    unit = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=40),
        metadata={"description": "The base unit of the answer.", "example": "byte"},
    )
    ask_in = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=40),
        metadata={"description": "The unit on the box's label.", "example": "GiB"},
    )

    @validates_schema(skip_on_field_errors=True)
    def _a_box(self, given: Mapping[str, Any], **kwargs: Any) -> None:
        for name in ("unit", "ask_in"):
            if not is_known(given[name]):
                known = ", ".join(known_units())
                raise ValidationError(f"Unknown unit. There are: {known}.", name)
        if given["ask_in"] and dimension(given["ask_in"]) != dimension(given["unit"]):
            raise ValidationError("Must be a unit of the same kind as `unit`.", "ask_in")


class ReadNumberSchema(ReadingSchema):
    """How the number is read."""

    other = fields.List(
        fields.Nested(ReadingSchema),
        required=True,
        metadata={"description": "Other ways to read it: a learner would be asked which is meant."},
    )
