"""The published figures of an item: does it reproduce them, digit for digit?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from question_bank.expressions import ExpressionError, parse
from question_bank.expressions.graph import Graph
from question_bank.expressions.lowering import Lowering
from question_bank.faults import Faults
from question_bank.model import Box, Number, NumericPart, Reading, ResponseError, Tolerance
from question_bank.numbers import number_text, read_number
from question_bank.tolerance import accepts, exact_value, intervals

if TYPE_CHECKING:
    from question_bank.items import CompiledItem

_DECIMAL = re.compile(r"-?[0-9]+(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,3}))?")
_RELATIVE = Fraction(1, 10**9)  # how near a formula's value must come where it is not exact


def check_canonical(compiled: CompiledItem, faults: Faults) -> None:
    """Add a fault for every published figure that the item's formulas do not give."""
    canonical = compiled.item.canonical
    if canonical is None:
        return
    names = set(compiled.parameter_names)
    for name in canonical.set.keys() - names:
        faults.add("canonical", f"canonical.set.{name}", f"{name} is not a parameter of this item")
    for name in sorted(names - canonical.set.keys()):
        faults.add("canonical", "canonical.set", f"the parameter {name} is missing")
    if names != canonical.set.keys():
        return
    try:
        worked = compiled.work_out(canonical.set)
    except (ArithmeticError, ValueError) as error:
        faults.add("canonical", "canonical.set", f"the formulas cannot be worked out: {error}")
        return
    found = {**{id: numbers[0] for id, numbers in worked.numbers.items() if numbers}}
    found |= worked.values
    for name, expected in canonical.expect.items():
        _check_expected(name, expected, found, compiled, faults)
    for name, shown in canonical.shown.items():
        _check_shown(name, shown, found, compiled, faults)


def _check_expected(
    name: str, expected: str, found: Mapping[str, Number], compiled: CompiledItem, faults: Faults
) -> None:
    path = f"canonical.expect.{name}"
    if name not in found:
        faults.add("canonical", path, f"{name} is neither a value nor a part of this item")
        return
    value = exact_value(found[name])
    with faults.at(path):
        if not _agrees(value, expected.strip(), compiled):
            message = f"expected {expected}, the formulas give {_in_words(found[name])}"
            faults.add("canonical", path, message)


def _agrees(value: Fraction, expected: str, compiled: CompiledItem) -> bool:
    """A decimal is met at its printed precision; a formula exactly, or to 1e-9 of a float."""
    if match := _DECIMAL.fullmatch(expected):
        places = len(match[1] or "") - int(match[2] or 0)
        return abs(value - Fraction(expected)) <= Fraction(10) ** -places / 2
    graph = Graph()
    constants = {name: graph.constant(given) for name, given in compiled.item.constants.items()}
    node = Lowering(graph, constants, compiled.source.functions).number(parse(expected), {})
    if not node.is_constant:
        raise ExpressionError("expected a formula of constants")
    assert isinstance(node.value, int | Fraction | float)
    wanted = exact_value(node.value)
    return value == wanted or abs(value - wanted) <= abs(wanted) * _RELATIVE


def _check_shown(
    name: str, shown: str, found: Mapping[str, Number], compiled: CompiledItem, faults: Faults
) -> None:
    path = f"canonical.shown.{name}"
    if name not in found:
        faults.add("canonical", path, f"{name} is neither a value nor a part of this item")
        return
    part = next((part for part in compiled.item.parts if part.id == name), None)
    box = Box(part.unit, part.ask_in) if isinstance(part, NumericPart) else Box()
    try:
        reading = read_number(shown, box, "en")
    except ResponseError as error:
        faults.add("canonical", path, f"{shown!r} cannot be read: {error.message}")
        return
    if not _is_rounded(found[name], reading):
        message = f"{shown} is not a rounding of {_in_words(found[name])}"
        faults.add("canonical", path, message)


def _is_rounded(value: Number, reading: Reading) -> bool:
    """Whether what was printed lies within half a unit of its last digit of the value."""
    digits = Tolerance(sig=min(reading.digits[1], 30))
    return any(
        accepts(intervals(digits, each.value), exact_value(value))
        for each in (reading, *reading.other)
    )


def _in_words(value: Number) -> str:
    return number_text(value)
