"""Number boxes at compile time: what is wrong with one, its formulas, the conditions of a draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from question_bank import tolerance as tolerances
from question_bank import units
from question_bank.expressions import ExpressionError
from question_bank.expressions.graph import Graph
from question_bank.expressions.nodes import Node
from question_bank.faults import Faults
from question_bank.interactions.protocol import IS_APART, PartText
from question_bank.model import Exact, NumericPart, Rule, Tolerance
from question_bank.paths import rule_path

MAX_RULES = 100
MAX_MIN_DIGITS = 15


def check(part: NumericPart, path: str, faults: Faults) -> None:
    if not 1 <= len(part.rules) <= MAX_RULES:
        faults.add("rules", path, f"expected 1 to {MAX_RULES} rules, got {len(part.rules)}")
        return
    if part.rules[0].credit != 1:
        faults.add("credit", path, f"the key earns credit 1, got {part.rules[0].credit}")
    _check_units(part, path, faults)
    if part.min_digits is not None and not 1 <= part.min_digits <= MAX_MIN_DIGITS:
        expected = f"min_digits must be 1 to {MAX_MIN_DIGITS}, got {part.min_digits}"
        faults.add("min_digits", f"{path}.min_digits", expected)
    seen: set[str] = set()
    for index, rule in enumerate(part.rules):
        where = f"{path}.{rule_path(part, index)}"
        if rule.id in seen:
            faults.add("id", f"{where}id", f"the id {rule.id} stands there twice")
        seen.add(rule.id)
        if not 0 <= rule.credit <= 1:
            faults.add("credit", f"{where}credit", f"credit must be 0 to 1, got {rule.credit}")
        for message in tolerances.faults(rule.tolerance):
            faults.add("tolerance", f"{where}tol", message)


def _check_units(part: NumericPart, path: str, faults: Faults) -> None:
    if not units.is_known(part.unit):
        expected = f"unknown unit {part.unit!r}; known: {', '.join(units.known_units())}"
        faults.add("unit", f"{path}.unit", expected)
    elif units.factor(part.unit) != 1:
        expected = f"values are in base units: expected {units.base_of(part.unit)}, got {part.unit}"
        faults.add("unit", f"{path}.unit", expected)
    elif part.ask_in is not None and not units.fits(part.unit, part.ask_in):
        expected = f"a box of {part.unit or 'plain numbers'} cannot ask in {part.ask_in!r}"
        faults.add("unit", f"{path}.ask_in", expected)


def names(part: NumericPart) -> Mapping[str, Exact]:
    return part.names


def formulas(part: NumericPart) -> Iterator[tuple[str, str]]:
    for index, rule in enumerate(part.rules):
        where = rule_path(part, index)
        yield f"{where}value", rule.value
        for end, source in enumerate(rule.tolerance.range or ()):
            yield f"{where}tol.range[{end}]", source


def conditions(
    part: NumericPart, nodes: Sequence[Node], graph: Graph, separate: bool
) -> Iterator[tuple[str, Node]]:
    rules = list(by_rule(part, nodes))
    for index, (rule, value, ends) in enumerate(rules):
        where = rule_path(part, index)
        if ends:
            yield f"{where}tol.range: the ends are in order", graph.compare("<=", *ends)
        if rule.tolerance.exact and value.kind == "float":
            raise ExpressionError(
                f"{where}tol: exact needs an exact value, and {rule.value} is a float"
            )
    key_rule, key, key_ends = rules[0]
    if tolerances.is_relative_only(key_rule.tolerance):
        yield "tol: the key is not 0", graph.compare("!=", key, graph.constant(0))
    for index, (rule, value, _) in enumerate(rules):
        if separate and rule.credit < 1:
            near = _near(graph, key_rule.tolerance, label_scale(part), key, value, key_ends)
            where = rule_path(part, index)
            yield f"{where}value: it and the key {IS_APART}", graph.negate(near)


def by_rule(
    part: NumericPart, values: Sequence[Any]
) -> Iterator[tuple[Rule, Any, tuple[Any, ...]]]:
    """(rule, its value, the two ends of its range if it has one)"""
    rest = iter(values)
    for rule in part.rules:
        value = next(rest)
        yield rule, value, tuple(next(rest) for _ in rule.tolerance.range or ())


def label_scale(part: NumericPart) -> Fraction:
    """How many base units one of the label's units is."""
    return units.factor(part.ask_in or part.unit)


def _near(
    graph: Graph,
    tolerance: Tolerance,
    scale: Fraction,
    key: Node,
    other: Node,
    ends: Sequence[Node],
) -> Node:
    """tolerance.is_near as a condition; the usual forms are written out, for speed."""
    if tolerance != Tolerance(abs=tolerance.abs, rel=tolerance.rel, exact=tolerance.exact):
        helper = partial(tolerances.is_near, tolerance, scale)
        return graph.holds(helper, key, other, *ends)
    near = graph.compare("==", other, key)
    distance = graph.abs(graph.sub(other, key))
    if tolerance.abs is not None:
        limit = graph.constant(2 * tolerance.abs)
        near = graph.compare("<=", distance, limit)
    if tolerance.rel is not None:
        limit = graph.mul(graph.constant(2 * tolerance.rel), graph.abs(key))
        by_part = graph.compare("<=", distance, limit)
        near = by_part if tolerance.abs is None else graph.either(near, by_part)
    return near


def texts(part: NumericPart) -> Iterator[PartText]:
    yield PartText("label", "label", part.label)
    yield PartText("why", "why", part.why)
    for index, rule in enumerate(part.rules):
        yield PartText(f"say.{rule.id}", f"{rule_path(part, index)}say", rule.say)


def truth(part: NumericPart) -> Any:
    return {
        "rules": [
            [
                rule.id,
                " ".join(rule.value.split()),
                _tolerance_truth(rule.tolerance),
                str(rule.credit),
            ]
            for rule in part.rules
        ],
        "unit": part.unit,
        "ask_in": part.ask_in,
        "points": str(part.points),
        "min_digits": part.min_digits,
        "names": {name: str(value) for name, value in part.names.items()},
    }


def _tolerance_truth(tolerance: Tolerance) -> Any:
    exact_forms = (tolerance.abs, tolerance.rel, tolerance.ratio)
    return [
        *(None if form is None else str(form) for form in exact_forms),
        tolerance.sig,
        tolerance.dp,
        list(tolerance.range) if tolerance.range else None,
        tolerance.exact,
        tolerance.of,
        tolerance.ends,
    ]
