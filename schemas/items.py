"""Items on the wire: for clients without keys, for authors (preview) with all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import ValidationError, fields, pre_dump, validate, validates_schema

from question_bank.items import CompiledItem
from question_bank.model import ChoiceKey, ChoicePart, Interval, Item, NumericKey, Part
from question_bank.presented import ExplainedPart, PresentedPart
from question_bank.presenting import hints
from schemas.admin import ItemSummarySchema
from schemas.grading import SEED, ReferenceSchema, WhichVariantSchema
from schemas.wire import AnswerSchema, Exact, texts

MOST_PREVIEWS = 50

# --- an item, without keys -----------------------------------------------------------------------


class CheckedSchema(AnswerSchema):
    """When the key was read against its source, and what was found."""

    date = fields.String(required=True)
    source = fields.String(required=True)
    section = fields.String(allow_none=True, required=True)
    finding = fields.String(required=True)


class ItemOptionSchema(AnswerSchema):
    """An option of a choice, by id."""

    id = fields.String(required=True)
    text = texts(allow_none=True, required=True)


class ItemPartSchema(AnswerSchema):
    """A number box or a choice."""

    id = fields.String(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(["numeric", "choice"]))
    label = texts(required=True)
    points = Exact("Points of this part.", "1", required=True)
    unit = fields.String(
        allow_none=True, required=True, metadata={"description": "The base unit of its value."}
    )
    ask_in = fields.String(metadata={"description": "Numeric: the unit on its label."})
    min_digits = fields.Integer(
        metadata={"description": "Numeric: significant digits that must be typed."}
    )
    pick = fields.String(metadata={"description": "Choice: `one` or `many`."})
    options = fields.List(
        fields.Nested(ItemOptionSchema),
        metadata={"description": "Choice: by id, so that the order tells nothing."},
    )


class ItemSchema(ItemSummarySchema):
    """An item as it is served now. Without a published revision only the summary is known."""

    languages = fields.List(fields.String())
    standing = fields.String(
        validate=validate.OneOf(["settled", "convention", "contested"]),
        metadata={"description": "How sure the field is of the key."},
    )
    parts = fields.List(fields.Nested(ItemPartSchema))
    hints = fields.Integer(metadata={"description": "How many hints there are."})
    checked = fields.Nested(CheckedSchema, allow_none=True)
    licence = fields.String(allow_none=True)
    source = fields.String(allow_none=True)
    references = fields.List(fields.Nested(ReferenceSchema))
    grading_hash = fields.String(
        metadata={"description": "Of what is graded: a seed gives the same variant as long as it."}
    )
    text_hash = fields.String()

    @pre_dump
    def _with_contents(self, found: Any, **kwargs: Any) -> dict[str, Any]:
        summary = {name: getattr(found.item, name) for name in _SUMMARY}
        if found.compiled is None:
            return summary
        hashes = {name: getattr(found.revision, name) for name in ("grading_hash", "text_hash")}
        return {**summary, **_contents(found.compiled.item), **hashes}


_SUMMARY = (
    "name", "bank_id", "topic", "title", "difficulty", "tags", "interactions", "points", "status",
    "version",
)  # fmt: skip


def _contents(item: Item) -> dict[str, Any]:
    return {
        "languages": list(item.prompt),
        "standing": item.status,
        "parts": [_part(part) for part in item.parts],
        "hints": len(item.hints),
        "checked": item.checked,
        "licence": item.licence,
        "source": item.source,
        "references": item.references,
    }


def _part(part: Part) -> dict[str, Any]:
    made: dict[str, Any] = {"id": part.id, "kind": part.kind, "label": part.label}
    made |= {"points": part.points, "unit": part.unit}
    if isinstance(part, ChoicePart):
        options = sorted(part.options, key=lambda option: option.id)
        shown = [{"id": option.id, "text": option.text} for option in options]
        return {**made, "pick": part.pick, "options": shown}
    if part.ask_in is not None:
        made["ask_in"] = part.ask_in
    if part.min_digits is not None:
        made["min_digits"] = part.min_digits
    return made


# --- a variant with its keys ---------------------------------------------------------------------


class PreviewRequestSchema(WhichVariantSchema):
    """Which variants to show: of some seeds, or the canonical one."""

    seeds = fields.List(
        fields.String(validate=SEED),
        load_default=list,
        validate=validate.Length(max=MOST_PREVIEWS),
        metadata={"description": "Each names a variant.", "example": ["s1", "s2"]},
    )

    @validates_schema(skip_on_field_errors=True)
    def _some_variant(self, given: Mapping[str, Any], **kwargs: Any) -> None:
        if not given["seeds"] and not given["canonical"]:
            raise ValidationError("Give `seeds`, or `canonical: true`.")


class IntervalSchema(AnswerSchema):
    """Accepted values between two exact ends, in the base unit; null: no end on that side."""

    low = Exact("Lower end.", "1.9478", allow_none=True, required=True)
    high = Exact("Upper end.", "1.9488", allow_none=True, required=True)
    low_open = fields.Boolean(required=True, metadata={"description": "The end itself is out."})
    high_open = fields.Boolean(required=True)


class RuleSchema(AnswerSchema):
    """One rule of a numeric part: the first that accepts a value decides."""

    id = fields.String(required=True)
    value = Exact("In the base unit.", "1.948310", required=True)
    credit = Exact("Share of the part's points.", "0.5", required=True)
    accepted = fields.List(fields.Nested(IntervalSchema), required=True)
    say_html = fields.String(metadata={"description": "What a learner is told."})


class PreviewOptionSchema(AnswerSchema):
    """An option, in the order shown."""

    id = fields.String(required=True)
    html = fields.String(required=True)
    credit = Exact("Share of the part's points.", "1", required=True)
    value = Exact("Of an option made by a formula.", "7/39", allow_none=True, required=True)
    why_html = fields.String(required=True)


class PreviewPartSchema(AnswerSchema):
    """A part with its key."""

    id = fields.String(required=True)
    kind = fields.String(required=True)
    label_html = fields.String(required=True)
    unit_label = fields.String(required=True)
    points = Exact("Points of this part.", "1", required=True)
    tolerance = fields.String(required=True, metadata={"description": "In words."})
    key = fields.String(required=True, metadata={"description": "The right response, printed."})
    why_html = fields.String(required=True)
    rules = fields.List(
        fields.Nested(RuleSchema),
        metadata={"description": "Numeric: the key, what else is right, then known mistakes."},
    )
    options = fields.List(fields.Nested(PreviewOptionSchema))


class VariantPreviewSchema(AnswerSchema):
    """One variant with everything that is known of it."""

    seed = fields.String(
        allow_none=True, required=True, metadata={"description": "Null: the canonical variant."}
    )
    draws = fields.Integer(
        required=True, metadata={"description": "Draws until every condition held."}
    )
    values = fields.Dict(
        keys=fields.String(),
        values=Exact("A parameter or derived value.", "7.227e23"),
        required=True,
    )
    lang = fields.String(required=True)
    title_html = fields.String(required=True)
    prompt_html = fields.String(required=True)
    hints_html = fields.List(fields.String(), required=True)
    parts = fields.List(fields.Nested(PreviewPartSchema), required=True)
    solution = fields.List(fields.String(), required=True)


class PreviewSchema(AnswerSchema):
    """Variants of an item, with keys."""

    item = fields.String(required=True)
    version = fields.String(allow_none=True, required=True)
    variants = fields.List(fields.Nested(VariantPreviewSchema), required=True)
    references = fields.List(fields.Nested(ReferenceSchema), required=True)

    @pre_dump
    def _put_together(self, found: Any, **kwargs: Any) -> dict[str, Any]:
        return {
            "item": found.item.name,
            "version": found.item.version,
            "variants": [_variant(found.compiled, preview) for preview in found.variants],
            "references": found.compiled.item.references,
        }


def _variant(compiled: CompiledItem, preview: Any) -> dict[str, Any]:
    presented, explanation, variant = preview.presented, preview.explanation, preview.variant
    return {
        "seed": preview.seed,
        "draws": variant.draws,
        "values": variant.values,
        "lang": presented.used_lang,
        "title_html": presented.title_html,
        "prompt_html": presented.prompt_html,
        "hints_html": hints(compiled, variant, presented.used_lang),
        "parts": [
            _preview_part(part, explained, variant.keys[part.id])
            for part, explained in zip(presented.parts, explanation.parts, strict=True)
        ],
        "solution": explanation.solution_html,
    }


def _preview_part(
    part: PresentedPart, explained: ExplainedPart, key: NumericKey | ChoiceKey
) -> dict[str, Any]:
    names = ("id", "kind", "label_html", "unit_label", "points", "tolerance")
    made = {name: getattr(part, name) for name in names}
    made |= {"key": explained.key, "why_html": explained.why_html}
    if isinstance(key, NumericKey):
        return {**made, "rules": list(_rules(explained, key))}
    values = {option: key.values.get(option) for option in key.order}
    options = [
        {
            "id": option.id,
            "html": option.html,
            "credit": option.credit,
            "why_html": option.why_html,
            "value": values[option.id],
        }
        for option in explained.options
    ]
    return {**made, "options": options}


def _rules(explained: ExplainedPart, key: NumericKey) -> Iterator[dict[str, Any]]:
    said = {mistake.id: mistake.say_html for mistake in explained.mistakes}
    for rule in key.rules:
        accepted: list[Interval] = list(rule.intervals)
        made = {"id": rule.id, "value": rule.value, "credit": rule.credit, "accepted": accepted}
        yield made | ({"say_html": said[rule.id]} if rule.id in said else {})
