"""Choices: an entry of `parts` with `choice`, and the short form `choices` of formulas."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from question_bank.model import ChoicePart, Option
from question_bank.printing import is_format
from schemas.authored import Authored, AuthoredSchema
from schemas.dumping import filled, text_of
from schemas.faults import Fault, fault
from schemas.localized import Localized, Unit
from schemas.nested import Inner, ListOf
from schemas.scalars import Formula, Number, OneOf, PartId
from schemas.tolerances import Tol, dump_tolerance

KEY = "key"  # the option of `choices` that is right
PICKS = ("one", "many")
SCORINGS = ("all-or-nothing", "per-option")
ORDERS = ("shuffled", "fixed", "ascending")


class Format(Authored[str]):
    """How numbers are printed."""

    expected = "a format: g, int, fixN, sciN, siN or pctN, such as si3"

    def read(self, text: str) -> str:
        if not text or not is_format(text):
            raise fault("format", f"expected {self.expected}, got {text[:40]!r}")
        return text


class OptionSchema(AuthoredSchema):
    """One option: a text or a formula, and why it is right or wrong."""

    id = PartId("Unique among the options; responses are sent by it.", required=True)
    text = Localized("What the option says.", load_default=None)
    value = Formula("A formula whose value is the option.", load_default=None)
    credit = Number("1 for what is right; 0 unless given.", least=0, most=1, load_default=0)
    why = Localized("Why it is right, or what is wrong with it.", required=True)
    mistake = PartId("The misconception it shows.", load_default=None)

    @validates_schema(skip_on_field_errors=True)
    def says_one_thing(self, data: dict[str, Any], **kwargs: Any) -> None:
        if (data["text"] is None) == (data["value"] is None):
            raise fault("option", "an option has either `text` or `value`")

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Option:
        return Option(**data)


class ChoiceSchema(AuthoredSchema):
    """How to pick, and the options."""

    pick = OneOf(*PICKS, about="One option, or all that hold.", load_default="one")
    scoring = OneOf(*SCORINGS, about="How many picks are scored.", load_default="all-or-nothing")
    order = OneOf(*ORDERS, about="In which order options stand.", load_default="shuffled")
    show = Format("How values are printed.", load_default="g")
    min_gap = Tol("How far apart values must be.", load_default=None)
    unit = Unit("Base unit of the values.", load_default=None)
    options = ListOf(Inner(OptionSchema), "At least two.", least=2, most=100, required=True)

    @validates_schema(skip_on_field_errors=True)
    def can_be_answered(self, data: dict[str, Any], **kwargs: Any) -> None:
        options: tuple[Option, ...] = data["options"]
        ids = [option.id for option in options]
        faults: dict[int, Any] = {
            index: {"id": [Fault("duplicate", f"an option {id!r} stands before this one")]}
            for index, id in enumerate(ids)
            if id in ids[:index]
        }
        if faults:
            raise ValidationError({"options": faults})
        right = [option.id for option in options if option.credit == 1]
        if data["pick"] == "one" and len(right) != 1:
            found = ", ".join(right) or "none"
            message = f"one option has credit 1 when one is picked, got {found}"
            raise ValidationError({"options": [Fault("credit", message)]})
        if data["pick"] == "many" and not right:
            message = "at least one option has credit 1"
            raise ValidationError({"options": [Fault("credit", message)]})
        if data["order"] == "ascending" and any(option.value is None for option in options):
            message = "only options with a `value` have an ascending order"
            raise ValidationError({"order": [Fault("option", message)]})


class ChoicePartSchema(AuthoredSchema):
    """A choice among options."""

    id = PartId("Unique in the item; responses are sent under it.", required=True)
    label = Localized("Stands before the options.", load_default=dict)
    points = Number("What the choice is worth; 1 unless given.", above=0, most=1000, load_default=1)
    choice = Inner(ChoiceSchema, "How to pick, and the options.", required=True)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> ChoicePart:
        return ChoicePart(**data.pop("choice"), **data)


class WrongSchema(AuthoredSchema):
    """A wrong formula of the short form."""

    id = PartId("Unique among the options.", required=True)
    value = Formula("What a slip gives.", required=True)
    credit = Number("0 unless given.", least=0, most=1, load_default=0)
    say = Localized("What is wrong with it.", required=True)
    mistake = PartId("The misconception it shows.", load_default=None)


class ChoicesSchema(AuthoredSchema):
    """The short form: one choice among formulas."""

    id = PartId("`choice` unless given.", load_default="choice")
    label = Localized("Stands before the options.", load_default=dict)
    points = Number("What the choice is worth; 1 unless given.", above=0, most=1000, load_default=1)
    key = Formula("The right value.", required=True)
    why = Localized("Why it is right.", required=True)
    wrong = ListOf(Inner(WrongSchema), "Formulas of slips.", least=1, most=20, required=True)
    order = OneOf(*ORDERS, about="In which order options stand.", load_default="shuffled")
    show = Format("How values are printed.", load_default="g")
    min_gap = Tol("How far apart values must be.", load_default=None)
    unit = Unit("Base unit of the values.", load_default=None)

    @validates_schema(skip_on_field_errors=True)
    def has_distinct_ids(self, data: dict[str, Any], **kwargs: Any) -> None:
        ids = [KEY, *(wrong["id"] for wrong in data["wrong"])]
        faults = {
            index: {"id": [Fault("duplicate", f"the id {id!r} is taken")]}
            for index, id in enumerate(ids[1:])
            if id in ids[: index + 1]
        }
        if faults:
            raise ValidationError({"wrong": faults})

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> ChoicePart:
        key = Option(KEY, data.pop("why"), credit=1, value=data.pop("key"))
        wrong = [
            Option(w["id"], w["say"], w["credit"], value=w["value"], mistake=w["mistake"])
            for w in data.pop("wrong")
        ]
        return ChoicePart(options=(key, *wrong), **data)


def dump_choice(part: ChoicePart) -> dict[str, Any]:
    return filled(
        {
            "id": part.id,
            "label": dict(part.label),
            "points": text_of(part.points),
            "choice": filled(
                {
                    "pick": part.pick,
                    "scoring": part.scoring,
                    "order": part.order,
                    "show": part.show,
                    "min_gap": dump_tolerance(part.min_gap) if part.min_gap else None,
                    "unit": part.unit,
                    "options": [_dump_option(option) for option in part.options],
                }
            ),
        }
    )


def _dump_option(option: Option) -> dict[str, Any]:
    return filled(
        {
            "id": option.id,
            "text": dict(option.text) if option.text is not None else None,
            "value": option.value,
            "credit": text_of(option.credit),
            "why": dict(option.why),
            "mistake": option.mistake,
        }
    )
