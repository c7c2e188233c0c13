"""`table`: a grid of number boxes written as one formula, and the long form `grid` of a store."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from question_bank.model import Exact, NumericPart, Table
from question_bank.numbers.wire import number_text
from schemas.authored import AuthoredSchema
from schemas.dumping import filled, text_of
from schemas.faults import Fault
from schemas.interactions.numeric import BoxSchema, check_rule_ids, short_rules
from schemas.localized import Localized
from schemas.nested import ListOf, MapOf
from schemas.scalars import NAME, Formula, Number, PartId, Words

IN_NAMES = str.maketrans({".": "p", "-": "m", "/": "o"})


@dataclass(frozen=True, slots=True)
class Expanded:
    """A table and the parts it stands for, row by row."""

    table: Table
    parts: tuple[NumericPart, ...]


def cell_id(row: Exact, column: Exact) -> str:
    """`c_1_8`, or `c_0p5_8`: a name that formulas could use."""
    return f"c_{number_text(row)}_{number_text(column)}".translate(IN_NAMES)


class TableSchema(BoxSchema):
    """One number box for each row and column."""

    rows = MapOf(
        ListOf(Number(), least=1, most=50), "The row's name and its values.", required=True
    )
    cols = MapOf(
        ListOf(Number(), least=1, most=50), "The column's name and its values.", required=True
    )
    row_label = Localized("Stands above the rows.", load_default=dict)
    col_label = Localized("Stands above the columns.", load_default=dict)
    cell = Formula("The key of a box, by the row's and the column's value.", required=True)

    @validates_schema(skip_on_field_errors=True)
    def is_a_grid(self, data: dict[str, Any], **kwargs: Any) -> None:
        faults: dict[str, Any] = {}
        for side in ("rows", "cols"):
            if len(data[side]) != 1:
                wrong = Fault("table", f"expected one name with its values, got {len(data[side])}")
                faults[side] = [wrong]
                continue
            ((name, values),) = data[side].items()
            if len(set(values)) != len(values):
                faults[side] = {name: [Fault("duplicate", "a value stands here twice")]}
        if not faults and data["rows"].keys() == data["cols"].keys():
            faults["cols"] = [Fault("duplicate", "rows and columns need different names")]
        if "tolerance" not in data:
            faults["tol"] = [
                Fault("missing", "a tolerance is missing; expected one such as {rel: 0.01}")
            ]
        if faults:
            raise ValidationError(faults)
        check_rule_ids(data)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Expanded:
        ((row, rows),) = data["rows"].items()
        ((column, columns),) = data["cols"].items()
        ids = tuple(tuple(cell_id(r, c) for c in columns) for r in rows)
        table = Table(row, rows, column, columns, data["row_label"], data["col_label"], ids)
        kept = {name: data[name] for name in ("unit", "ask_in", "points", "min_digits", "why")}
        model = NumericPart(id="", rules=short_rules(data, data["cell"], {}), **kept)
        return Expanded(
            table,
            tuple(
                replace(model, id=cell_id(r, c), names={row: r, column: c})
                for r in rows
                for c in columns
            ),
        )


class GridTableSchema(AuthoredSchema):
    """How parts that are written out lie in a grid."""

    row = Words(pattern=NAME, required=True)
    rows = ListOf(Number(), least=1, most=50, required=True)
    column = Words(pattern=NAME, data_key="col", required=True)
    columns = ListOf(Number(), data_key="cols", least=1, most=50, required=True)
    row_label = Localized(load_default=dict)
    column_label = Localized(data_key="col_label", load_default=dict)
    cells = ListOf(ListOf(PartId(), most=50), "Ids of parts, row by row.", most=50, required=True)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Table:
        return Table(**data)


def dump_table(table: Table) -> dict[str, Any]:
    return filled(
        {
            "row": table.row,
            "rows": [text_of(value) for value in table.rows],
            "col": table.column,
            "cols": [text_of(value) for value in table.columns],
            "row_label": dict(table.row_label),
            "col_label": dict(table.column_label),
            "cells": [list(row) for row in table.cells],
        }
    )
