"""What can be wrong with an item before its formulas are looked at: names, parameters, parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from question_bank import parameters
from question_bank.expressions import ExpressionError, check_name, function_name
from question_bank.faults import Faults
from question_bank.interactions import INTERACTIONS
from question_bank.model import Exact, Item, NumericPart
from question_bank.paths import part_path

MAX_NAMES = 200  # parameters and derived values
MAX_PARTS = 200
MAX_ROWS = 10_000


def check_item(item: Item, faults: Faults) -> None:
    """Every fault of names, parameters, stored rows and parts."""
    _check_names(item, faults)
    if item.rows:
        _check_rows(item.rows, faults)
    for name, parameter in item.params.items():
        for message in parameters.faults(parameter):
            faults.add("parameter", f"params.{name}", message)
    _check_parts(item, faults)
    if not item.prompt:
        faults.add("missing", "prompt", "the prompt has no text in any language")


def parameter_extents(item: Item) -> Mapping[str, Sequence[Exact]]:
    """Values that show the kind and range of every parameter, in the order of their columns.

    Where a parameter is at fault, 0 stands in, so that its formulas can be looked at.
    """
    extents: dict[str, list[Exact]] = {}
    for key, parameter in ({} if item.rows else item.params).items():
        is_sound = not parameters.faults(parameter)
        for name in parameters.names(key, parameter):
            extents[name] = list(parameters.extent(name, parameter)) if is_sound else [0]
    for name in item.rows[0] if item.rows else ():
        extents[name] = [row.get(name, 0) for row in item.rows]
    for name, value in (item.canonical.set if item.canonical else {}).items():
        if name in extents:
            extents[name].append(value)
    return extents


def _given_names(item: Item) -> Iterator[tuple[str, str]]:
    """(path, name) of every name the item's formulas may use."""
    yield from ((f"constants.{name}", name) for name in item.constants)
    for signature in item.functions:
        yield f"functions.{signature}", function_name(signature)
    if item.rows:
        yield from (("rows", name) for name in item.rows[0])
    else:
        for key, parameter in item.params.items():
            yield from ((f"params.{key}", name) for name in parameters.names(key, parameter))
    yield from ((f"derive.{name}", name) for name in item.derive)


def _check_names(item: Item, faults: Faults) -> None:
    given = list(_given_names(item))
    if len(given) > MAX_NAMES:
        faults.add("size", "derive", f"expected at most {MAX_NAMES} names, got {len(given)}")
    seen = Counter(name for _, name in given)
    for path, name in given:
        _check_name(path, name, faults)
        if seen[name] > 1:
            faults.add("name", path, f"the name {name} is given {seen[name]} times")
    for index, part in enumerate(item.parts):
        for name in INTERACTIONS[part.kind].names(part):
            path = part_path(item, index)
            _check_name(path, name, faults)
            if name in seen:
                faults.add("name", path, f"the name {name} is given twice")


def _check_name(path: str, name: str, faults: Faults) -> None:
    try:
        check_name(name)
    except ExpressionError as error:
        faults.add("name", path, str(error))


def _check_rows(rows: Sequence[Mapping[str, Exact]], faults: Faults) -> None:
    if len(rows) > MAX_ROWS:
        faults.add("size", "rows", f"expected at most {MAX_ROWS} rows, got {len(rows)}")
    for index, row in enumerate(rows):
        if row.keys() != rows[0].keys():
            expected = f"expected {', '.join(rows[0])} as in the first row"
            faults.add("row", f"rows[{index}]", f"{expected}, got {', '.join(row)}")


def _check_parts(item: Item, faults: Faults) -> None:
    if not 1 <= len(item.parts) <= MAX_PARTS:
        faults.add("size", "parts", f"expected 1 to {MAX_PARTS} parts, got {len(item.parts)}")
    repeated = Counter(part.id for part in item.parts)
    for index, part in enumerate(item.parts):
        path = part_path(item, index)
        if repeated[part.id] > 1:
            faults.add("id", f"{path}.id", f"the id {part.id} is given {repeated[part.id]} times")
        if part.points <= 0:
            faults.add("points", f"{path}.points", f"points must be above 0, got {part.points}")
        INTERACTIONS[part.kind].check(part, path, faults)
    if item.table:
        _check_table(item, faults)


def _check_table(item: Item, faults: Faults) -> None:
    assert item.table is not None
    boxes = {part.id for part in item.parts if isinstance(part, NumericPart)}
    for row in item.table.cells:
        for cell in row:
            if cell not in boxes:
                faults.add("table", "table", f"the cell {cell} is not a number box of this item")
