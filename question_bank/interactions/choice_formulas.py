"""Choices at compile time: what is wrong with one, its formulas, the conditions of a draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from question_bank.expressions.graph import Graph
from question_bank.expressions.nodes import Node
from question_bank.faults import Faults
from question_bank.interactions.protocol import IS_APART, PartText
from question_bank.model import Box, ChoicePart, Exact, Number, Option, Tolerance
from question_bank.printing import is_format, print_quantity
from question_bank.tolerance import exact_value
from question_bank.units import is_known

MAX_OPTIONS = 26


def check(part: ChoicePart, path: str, faults: Faults) -> None:
    where = f"{path}.choice"
    if not 2 <= len(part.options) <= MAX_OPTIONS:
        faults.add(
            "options", where, f"expected 2 to {MAX_OPTIONS} options, got {len(part.options)}"
        )
    for index, option in enumerate(part.options):
        _check_option(part, option, f"{where}.options[{index}]", faults)
    ids = [option.id for option in part.options]
    for repeated in sorted({id for id in ids if ids.count(id) > 1}):
        faults.add("id", f"{where}.options", f"the id {repeated} stands there twice")
    if not any(option.credit == 1 for option in part.options):
        faults.add("credit", f"{where}.options", "no option is right: one needs credit 1")
    if part.order == "ascending" and any(option.value is None for option in part.options):
        faults.add("order", f"{where}.order", "ascending needs a formula for every option")
    if not is_format(part.show):
        faults.add("format", f"{where}.show", f"unknown format {part.show!r}")
    if not is_known(part.unit):
        faults.add("unit", f"{where}.unit", f"unknown unit {part.unit!r}")
    _check_gap(part.min_gap, f"{where}.min_gap", faults)
    _check_same_texts(part, f"{where}.options", faults)


def _check_option(part: ChoicePart, option: Option, path: str, faults: Faults) -> None:
    if not 0 <= option.credit <= 1:
        faults.add("credit", f"{path}.credit", f"credit must be 0 to 1, got {option.credit}")
    if part.pick == "many" and option.credit not in (0, 1):
        expected = f"with pick: many an option is right (1) or not (0), got {option.credit}"
        faults.add("credit", f"{path}.credit", expected)
    if not option.why:
        faults.add("missing", f"{path}.why", "every option needs a why")
    if (option.text is None) == (option.value is None):
        faults.add("option", path, "an option has either a text or a formula")


def _check_gap(gap: Tolerance | None, path: str, faults: Faults) -> None:
    if gap is None:
        return
    if gap != Tolerance(abs=gap.abs, rel=gap.rel) or gap == Tolerance():
        faults.add("min_gap", path, "min_gap is given as abs or rel")
    elif (gap.abs is not None and gap.abs <= 0) or (gap.rel is not None and gap.rel <= 0):
        faults.add("min_gap", path, "min_gap must be above 0")


def _check_same_texts(part: ChoicePart, path: str, faults: Faults) -> None:
    for a, b in combinations(part.options, 2):
        for lang in (a.text or {}).keys() & (b.text or {}).keys():
            if (a.text or {})[lang].strip() == (b.text or {})[lang].strip():
                faults.add("same", path, f"{a.id} and {b.id} show the same text ({lang})")


def names(part: ChoicePart) -> Mapping[str, Exact]:
    return {}


def formulas(part: ChoicePart) -> Iterator[tuple[str, str]]:
    for index, option in enumerate(part.options):
        if option.value is not None:
            yield f"choice.options[{index}].value", option.value


def conditions(
    part: ChoicePart, nodes: Sequence[Node], graph: Graph, separate: bool
) -> Iterator[tuple[str, Node]]:
    if len(nodes) < 2:
        return
    for a, b in combinations(nodes, 2):
        far = graph.compare("!=", a, b)
        if part.min_gap is not None:
            far = graph.negate(_close(graph, part.min_gap, a, b))
        yield f"choice: two options {IS_APART}", far
    shown = partial(_show_differently, part.show, part.unit)
    yield f"choice: what two options show: they {IS_APART}", graph.holds(shown, *nodes)


def _close(graph: Graph, gap: Tolerance, a: Node, b: Node) -> Node:
    """Closer than min_gap; `rel` is a part of the larger of the two."""
    distance = graph.abs(graph.sub(a, b))
    close = graph.compare("==", a, b)
    if gap.abs is not None:
        close = graph.either(close, graph.compare("<", distance, graph.constant(gap.abs)))
    if gap.rel is not None:
        larger = graph.extreme("max", [graph.abs(a), graph.abs(b)])
        limit = graph.mul(graph.constant(gap.rel), larger)
        close = graph.either(close, graph.compare("<", distance, limit))
    return close


def _show_differently(show: str, unit: str | None, *values: Number) -> bool:
    """Languages differ in signs only, so one language stands for all."""
    exact = [exact_value(value) for value in values]
    return len({print_quantity(value, Box(unit), "en", show).text for value in exact}) == len(
        values
    )


def texts(part: ChoicePart) -> Iterator[PartText]:
    yield PartText("label", "label", part.label)
    for index, option in enumerate(part.options):
        where = f"choice.options[{index}]"
        yield PartText(f"option.{option.id}", f"{where}.text", option.text or {})
        yield PartText(f"why.{option.id}", f"{where}.why", option.why)


def truth(part: ChoicePart) -> Any:
    gap = part.min_gap
    return {
        "options": [
            [option.id, str(option.credit), option.value and " ".join(option.value.split())]
            for option in part.options
        ],
        "pick": part.pick,
        "scoring": part.scoring,
        "order": part.order,
        "show": part.show,
        "min_gap": gap and [str(gap.abs), str(gap.rel)],
        "unit": part.unit,
        "points": str(part.points),
    }
