"""Number boxes: an entry of `answers`, a numeric entry of `parts`, and the cells of a `table`."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from question_bank import units
from question_bank.model import NumericPart, Rule
from schemas.authored import AuthoredSchema, Define, JsonSchema, described
from schemas.dumping import filled, text_of
from schemas.faults import Fault
from schemas.localized import Localized, Unit
from schemas.nested import Inner, ListOf, MapOf
from schemas.scalars import Count, Formula, Number, PartId
from schemas.tolerances import Tol, dump_tolerance

KEY = "key"  # the id of the rule that holds the correct response


class RuleSchema(AuthoredSchema):
    """One rule of the long form `rules`."""

    id = PartId("Named in feedback and statistics.", required=True)
    value = Formula("What the rule is about, in the base unit.", required=True)
    tolerance = Tol("Which values it accepts.", data_key="tol", required=True)
    credit = Number("From 0 to 1; 1 unless given.", least=0, most=1, load_default=1)
    say = Localized("Shown when the rule decided.", load_default=dict)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Rule:
        return Rule(**data)


class MistakeSchema(AuthoredSchema):
    """A known slip."""

    id = PartId("The misconception's name, shared with options and statistics.", required=True)
    value = Formula("What the slip gives, in the base unit.", required=True)
    tolerance = Tol("As the key's unless given.", data_key="tol")
    credit = Number("From 0 to 1; 0 unless given.", least=0, most=1, load_default=0)
    say = Localized("Shown when the slip is recognised.", load_default=dict)


class AlsoSchema(AuthoredSchema):
    """A further value that is right."""

    id = PartId("`also-1`, `also-2` ... unless given.")
    value = Formula("A further right value, in the base unit.", required=True)
    tolerance = Tol("As the key's unless given.", data_key="tol")
    credit = Number("From 0 to 1; 1 unless given.", least=0, most=1, load_default=1)
    say = Localized("Shown when this value was given.", load_default=dict)


class Also(Inner):
    """A map, or the formula alone."""

    def _deserialize(
        self, value: Any, attr: Any, data: Any, partial: Any = None, **kwargs: Any
    ) -> Any:
        whole = {"value": value} if isinstance(value, str) else value
        return super()._deserialize(whole, attr, data, partial, **kwargs)

    def json_schema(self, define: Define) -> JsonSchema:
        return {"anyOf": [described(Formula(), define), super().json_schema(define)]}


class BoxSchema(AuthoredSchema):
    """What every number box says, whatever its value is called."""

    tolerance = Tol("Which values the key accepts.", data_key="tol")
    also = ListOf(Also(AlsoSchema), "Further values that are right.", most=50, load_default=())
    mistakes = ListOf(
        Inner(MistakeSchema), "Known slips, in order; the first that accepts decides.",
        most=50, load_default=(),
    )  # fmt: skip
    unit = Unit("Base unit of all values of this box.", load_default=None)
    ask_in = Unit("The unit on the box's label.", load_default=None)
    points = Number("What the box is worth; 1 unless given.", above=0, most=1000, load_default=1)
    min_digits = Count(
        "Fewer typed digits are sent back, the attempt kept.", least=1, most=15, load_default=None
    )
    why = Localized("Why the key is right.", load_default=dict)

    @validates_schema(skip_on_field_errors=True)
    def fits_its_unit(self, data: dict[str, Any], **kwargs: Any) -> None:
        unit, ask_in = data["unit"], data["ask_in"]
        if unit is not None and units.base_of(unit) != unit:
            message = (
                f"values are in a base unit: write {units.base_of(unit)}, and {unit} in `ask_in`"
            )
            raise ValidationError({"unit": [Fault("unit", message)]})
        if ask_in is not None and not units.fits(unit, ask_in):
            message = f"{ask_in} does not measure what {unit or 'a plain number'} does"
            raise ValidationError({"ask_in": [Fault("unit", message)]})


class NumericPartSchema(BoxSchema):
    """A box for a number."""

    id = PartId("Unique in the item; responses are sent under it.", required=True)
    label = Localized("Stands before the box.", load_default=dict)
    value = Formula("The key: a derived name or a formula, in the base unit.")
    say = Localized("Shown with the right response.", load_default=dict)
    rules = ListOf(
        Inner(RuleSchema), "The long form, in place of value, tol, also, mistakes; first the key.",
        least=1, most=100,
    )  # fmt: skip
    names = MapOf(Number(), "Values known to this part's formulas only.", load_default=dict)

    @validates_schema(skip_on_field_errors=True)
    def has_a_key(self, data: dict[str, Any], **kwargs: Any) -> None:
        short = [
            name for name in ("value", "tolerance", "also", "mistakes", "say") if data.get(name)
        ]
        if "rules" in data:
            if short:
                shown = ", ".join(short).replace("tolerance", "tol")
                raise ValidationError(
                    {"rules": [Fault("conflict", f"`rules` stands in place of {shown}")]}
                )
            _check_rules(data["rules"])
            return
        faults = {}
        if "value" not in data:
            faults["value"] = [Fault("missing", 'the key is missing; expected `value: "formula"`')]
        if "tolerance" not in data:
            faults["tol"] = [
                Fault("missing", "a tolerance is missing; expected one such as {rel: 0.01}")
            ]
        if faults:
            raise ValidationError(faults)
        check_rule_ids(data)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> NumericPart:
        rules = data.pop("rules", None) or short_rules(data, data["value"], data["say"])
        kept = {name: data[name] for name in NumericPart.__slots__ if name in data}
        return NumericPart(**{**kept, "rules": rules})


def _check_rules(rules: tuple[Rule, ...]) -> None:
    if rules[0].credit != 1:
        raise ValidationError(
            {"rules": {0: {"credit": [Fault("credit", "the first rule is the key, its credit 1")]}}}
        )
    ids = [rule.id for rule in rules]
    faults = {
        index: {"id": [Fault("duplicate", f"a rule {id!r} stands before this one")]}
        for index, id in enumerate(ids)
        if id in ids[:index]
    }
    if faults:
        raise ValidationError({"rules": faults})


def check_rule_ids(data: dict[str, Any]) -> None:
    """`also` and `mistakes` of one box share one set of ids; `key` is taken."""
    seen = {KEY}
    faults: dict[str, dict[int, Any]] = {}
    for field in ("also", "mistakes"):
        for index, rule in enumerate(data[field]):
            id = rule.get("id", f"also-{index + 1}")
            if id in seen:
                wrong = Fault("duplicate", f"the id {id!r} is taken by the key or a rule before")
                faults.setdefault(field, {})[index] = {"id": [wrong]}
            seen.add(id)
    if faults:
        raise ValidationError(faults)


def short_rules(data: dict[str, Any], value: str, say: Any) -> tuple[Rule, ...]:
    """The ordered rules of the short form: key, further values, mistakes."""
    key = Rule(KEY, value, data["tolerance"], say=say)
    also = [
        _rule({"id": f"also-{index}", **rule}, key) for index, rule in enumerate(data["also"], 1)
    ]
    return (key, *also, *(_rule(mistake, key) for mistake in data["mistakes"]))


def _rule(data: dict[str, Any], key: Rule) -> Rule:
    return Rule(**{"tolerance": key.tolerance, **data})


def dump_numeric(part: NumericPart) -> dict[str, Any]:
    """The long form: every rule with its own tolerance."""
    return filled(
        {
            "id": part.id,
            "label": dict(part.label),
            "unit": part.unit,
            "ask_in": part.ask_in,
            "points": text_of(part.points),
            "min_digits": text_of(part.min_digits),
            "why": dict(part.why),
            "names": {name: text_of(value) for name, value in part.names.items()},
            "rules": [_dump_rule(rule) for rule in part.rules],
        }
    )


def _dump_rule(rule: Rule) -> dict[str, Any]:
    return filled(
        {
            "id": rule.id,
            "value": rule.value,
            "tol": dump_tolerance(rule.tolerance),
            "credit": text_of(rule.credit),
            "say": dict(rule.say),
        }
    )
