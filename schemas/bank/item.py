"""One authored item: its schema, and how what was read becomes a `model.Item`."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, post_load, validates_schema

from question_bank.model import Canonical, Part, Text
from schemas.authored import AuthoredSchema, Define, JsonSchema, described, field_error, schema_of
from schemas.faults import Fault, fault, kind_of
from schemas.interactions import SCHEMAS, kind_of_part
from schemas.interactions.choice import ChoicesSchema
from schemas.interactions.numeric import NumericPartSchema
from schemas.localized import Localized, around, wrong_text
from schemas.nested import Inner, ListOf, MapOf
from schemas.parameters import ParameterSchema
from schemas.references import CheckedSchema, Citation
from schemas.scalars import NAME, Count, Formula, Id, Number, OneOf, Switch, Words
from schemas.tables import GridTableSchema, TableSchema

SIGNATURE = rf"{NAME} *\( *{NAME}(?: *, *{NAME})* *\)"


def Constants(about: str, **kw: Any) -> MapOf[Any]:
    return MapOf(Number(), about, load_default=dict, **kw)


def Functions(about: str, **kw: Any) -> MapOf[str]:
    words = "a name and its arguments such as loss(n, d)"
    return MapOf(
        Formula(), about, key=SIGNATURE, key_words=words, ordered=True, load_default=dict, **kw
    )


class AnyPart(fields.Field[Part]):
    """A part of any kind, read by the schema of its kind."""

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        return field_error(key, "a map")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Part:
        if not isinstance(value, dict):
            raise fault("type", f"expected a map, got {kind_of(value)}")
        return schema_of(SCHEMAS[kind_of_part(value)]).load(value)  # type: ignore[no-any-return]  # marshmallow is untyped here

    def json_schema(self, define: Define) -> JsonSchema:
        return {"anyOf": [define(schema) for schema in SCHEMAS.values()]}


class Solution(fields.Field[tuple[Text, ...]]):
    """Steps: a text or a list of texts in each language, or a list of texts with languages."""

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        return field_error(key, "a text or a list of steps in each language")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> tuple[Text, ...]:
        if isinstance(value, list):
            return ListOf(Localized(), most=100).deserialize(value)
        if not isinstance(value, dict) or not value:
            raise fault("type", f"expected steps in each language, got {kind_of(value)}")
        steps = {lang: text if isinstance(text, list) else [text] for lang, text in value.items()}
        faults = {
            lang: wrong for lang, texts in steps.items() if (wrong := _wrong_steps(lang, texts))
        }
        if faults:
            raise ValidationError(faults)
        if len({len(texts) for texts in steps.values()}) != 1:
            counts = ", ".join(f"{lang} {len(texts)}" for lang, texts in steps.items())
            raise fault("length", f"every language needs the same number of steps, got {counts}")
        return tuple(
            dict(zip(steps, step, strict=True)) for step in zip(*steps.values(), strict=True)
        )

    def json_schema(self, define: Define) -> JsonSchema:
        one = described(Localized(), define)
        several = one | {
            "additionalProperties": {"type": "array", "items": one["additionalProperties"]}
        }
        return {"anyOf": [one, several, {"type": "array", "items": one}]}


def _wrong_steps(lang: str, texts: list[Any]) -> Any:
    if len(texts) == 1:
        wrong = wrong_text(lang, texts[0])
        return [wrong] if wrong else None
    return {index: [wrong] for index, text in enumerate(texts) if (wrong := wrong_text(lang, text))}


class CanonicalSchema(AuthoredSchema):
    """The published figures, run as a test whenever the bank is loaded."""

    set = MapOf(Number(), "Parameters.", required=True)
    expect = MapOf(
        Formula(), "Values of derived names and parts: numbers or formulas.", required=True
    )
    shown = MapOf(Words(), "How keys are printed with their unit.", load_default=dict)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Canonical:
        return Canonical(**data)


class ItemSchema(AuthoredSchema):
    """One authored question."""

    id = Id("Unique in the bank.", required=True)
    version = Count("For your own book-keeping.", least=0, most=10**9)
    title = Localized("A few words.", complete=True, required=True)
    difficulty = OneOf(
        "easy", "medium", "hard", about="medium unless given.", load_default="medium"
    )
    tags = ListOf(Id(), "What it is about.", most=30, load_default=())
    status = OneOf(
        "settled", "convention", "contested",
        about="How firmly the field agrees; settled unless given.", load_default="settled",
    )  # fmt: skip
    checked = Inner(CheckedSchema, "When the key was read against its source.", load_default=None)
    constants = Constants("Exact numbers for this item alone.")
    functions = Functions("Pure formulas; may call the ones before them.")
    params = MapOf(Inner(ParameterSchema), "What the seed decides.", most=50, load_default=dict)
    rows = ListOf(
        MapOf(Number()), "Stored rows; they win over params.", most=10_000, load_default=()
    )
    derive = MapOf(
        Formula(), "Values worked out in order.", ordered=True, most=100, load_default=dict
    )
    require = ListOf(Formula(), "Conditions a draw must meet.", most=50, load_default=())
    separate = Switch(
        "Keep known mistakes 2 tolerances from the key, by redraw.", load_default=True
    )
    prompt = Localized("What is asked.", complete=True, required=True)
    answers = ListOf(Inner(NumericPartSchema), "Number boxes.", least=1, most=50)
    parts = ListOf(AnyPart(), "Numeric and choice parts together.", least=1, most=500)
    table = Inner(TableSchema, "A grid of number boxes.")
    grid = Inner(GridTableSchema, "How parts that are written out lie in a grid.")
    choices = Inner(ChoicesSchema, "One choice among formulas.")
    hints = ListOf(Localized(), "Weakest first.", most=20, load_default=())
    solution = Solution(metadata={"description": "Worked steps."}, load_default=())
    references = ListOf(Citation(), "What the item rests on.", most=50, load_default=())
    canonical = Inner(CanonicalSchema, "The published figures.", load_default=None)
    weight = Number("For sums over items.", above=0, most=1000, load_default=1)
    licence = Words("If it differs from the bank's.", load_default=None)
    source = Words("Where the item comes from.", load_default=None)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def has_parts(self, data: dict[str, Any], original: Any, **kwargs: Any) -> None:
        given = set(original) if isinstance(original, dict) else set()
        if {"answers", "parts"} <= given:
            raise ValidationError(
                {"parts": [Fault("conflict", "`parts` stands in place of `answers`")]}
            )
        if {"table", "grid"} <= given:
            raise ValidationError(
                {"grid": [Fault("conflict", "`grid` stands in place of `table`")]}
            )
        if not given & {"answers", "parts", "table", "choices"} and isinstance(original, dict):
            raise fault(
                "missing", "nothing is asked; expected `answers`, `parts`, `table` or `choices`"
            )

    @validates_schema(skip_on_field_errors=False)
    def gives_each_name_once(self, data: dict[str, Any], **kwargs: Any) -> None:
        faults: dict[str, Any] = {}
        for field, above in (("constants", around().constants), ("functions", around().functions)):
            twice = data.get(field, {}).keys() & above.keys()
            if twice:
                faults[field] = {
                    name: [Fault("duplicate", f"{name} is given above this item")] for name in twice
                }
        if faults:
            raise ValidationError(faults)

    @validates_schema(skip_on_field_errors=True)
    def has_rows_of_one_shape(self, data: dict[str, Any], **kwargs: Any) -> None:
        rows = data["rows"]
        wrong = [index for index, row in enumerate(rows) if row.keys() != rows[0].keys()]
        if wrong:
            expected = f"expected the names {', '.join(rows[0])}, as in the first row"
            raise ValidationError({"rows": {index: [Fault("row", expected)] for index in wrong}})


class StoredItemSchema(ItemSchema):
    """An item that stands by itself: it also says where it belongs."""

    bank = Id(required=True)
    topic = Id(required=True)
