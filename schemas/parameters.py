"""`params`: what the seed decides. Each parameter is a map with one key, its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from question_bank.model import LogUniform, Parameter, Scenario, Steps, Values
from schemas.authored import AuthoredSchema
from schemas.dumping import text_of
from schemas.faults import Fault, fault
from schemas.nested import Inner, ListOf, MapOf
from schemas.scalars import Count, Number

MAX_VALUES = 10_000


class GridSchema(AuthoredSchema):
    """An exact grid from `from` to `to`, both included."""

    start = Number("The first value.", data_key="from", required=True)
    stop = Number("The last value; it lies on the grid.", data_key="to", required=True)
    step = Number("The distance of two values.", above=0, required=True)

    @validates_schema(skip_on_field_errors=True)
    def ends_on_the_grid(self, data: dict[str, Any], **kwargs: Any) -> None:
        start, stop, step = data["start"], data["stop"], data.get("step", 1)
        if stop < start:
            raise ValidationError({"to": [Fault("range", "`to` lies below `from`")]})
        if Fraction(stop - start, 1) % step:
            raise ValidationError(
                {"to": [Fault("range", "`to` does not lie on the grid of `step`")]}
            )

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Steps:
        return Steps(**data)


class WholeGridSchema(GridSchema):
    """Whole numbers from `from` to `to`."""

    step = Number("The distance of two values; 1 unless given.", above=0, load_default=1)

    @validates_schema(skip_on_field_errors=True)
    def is_whole(self, data: dict[str, Any], **kwargs: Any) -> None:
        faults = {
            key: [Fault("number", "expected a whole number; use `range` for others")]
            for key, name in (("from", "start"), ("to", "stop"), ("step", "step"))
            if not isinstance(data[name], int)
        }
        if faults:
            raise ValidationError(faults)


class LogUniformSchema(AuthoredSchema):
    """Even on a log scale, rounded to `sig` significant figures."""

    start = Number("The least value.", data_key="from", above=0, required=True)
    stop = Number("The greatest value.", data_key="to", above=0, required=True)
    sig = Count("Significant figures of a drawn value.", least=1, most=15, required=True)

    @validates_schema(skip_on_field_errors=True)
    def is_wide(self, data: dict[str, Any], **kwargs: Any) -> None:
        if data["stop"] <= data["start"]:
            raise ValidationError({"to": [Fault("range", "`to` must lie above `from`")]})

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> LogUniform:
        return LogUniform(**data)


class ParameterSchema(AuthoredSchema):
    """One parameter: exactly one of the kinds."""

    choice = ListOf(Number(), "One of these values is drawn.", least=1, most=MAX_VALUES)
    int = Inner(WholeGridSchema, "A whole number is drawn.")
    range = Inner(GridSchema, "A point of an exact decimal grid is drawn.")
    loguniform = Inner(LogUniformSchema, "A value even on a log scale is drawn.")
    scenario = MapOf(
        ListOf(Number(), least=1, most=MAX_VALUES),
        "Columns that belong together: one row of all is drawn.",
    )

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def is_of_one_kind(self, data: dict[str, Any], original: Any, **kwargs: Any) -> None:
        if not isinstance(original, dict):
            return
        kinds = [name for name in self.load_fields if name in original]
        is_told = not kinds and original  # of its unknown fields
        if len(kinds) != 1 and not is_told:
            found = f"got {' and '.join(kinds)}" if kinds else "got none"
            raise fault("parameter", f"expected one of {', '.join(self.load_fields)}, {found}")

    @validates_schema(skip_on_field_errors=True)
    def makes_sense(self, data: dict[str, Any], **kwargs: Any) -> None:
        if values := data.get("choice"):
            twice = [index for index, value in enumerate(values) if value in values[:index]]
            if twice:
                faults = {
                    index: [Fault("duplicate", "this value stands here twice")] for index in twice
                }
                raise ValidationError({"choice": faults})
        columns = data.get("scenario")
        if columns is not None and len({len(column) for column in columns.values()}) != 1:
            lengths = ", ".join(f"{name} {len(column)}" for name, column in columns.items())
            message = f"all columns need the same number of rows, got {lengths or 'none'}"
            raise ValidationError({"scenario": [Fault("length", message)]})

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Parameter:
        ((kind, value),) = data.items()
        return MAKERS[kind](value)


MAKERS: Mapping[str, Callable[[Any], Parameter]] = {
    "choice": Values,
    "int": lambda steps: steps,
    "range": lambda steps: steps,
    "loguniform": lambda drawn: drawn,
    "scenario": Scenario,
}


def dump_parameter(parameter: Parameter) -> dict[str, Any]:
    match parameter:
        case Values(values):
            return {"choice": _texts(values)}
        case Steps(start, stop, step):
            return {"range": {"from": text_of(start), "to": text_of(stop), "step": text_of(step)}}
        case LogUniform(start, stop, sig):
            ends = {"from": text_of(start), "to": text_of(stop)}
            return {"loguniform": {**ends, "sig": text_of(sig)}}
        case Scenario(columns):
            return {"scenario": {name: _texts(values) for name, values in columns.items()}}


def _texts(values: Any) -> list[str | None]:
    return [text_of(value) for value in values]
