"""What is in an item: its texts, its formulas, the names they use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from question_bank.model import ChoicePart, Exact, Expression, Item, NumericPart, Text, Tolerance
from question_bank.texts.places import NAME

IDENTIFIER = re.compile(NAME)
PLACE = re.compile(rf"\{{\s*({NAME})")  # {{name:format}} in prose, \val{{name:format}} in math


def texts_of(item: Item) -> Iterator[tuple[str, Text]]:
    """Every text with its path, as items.compile_item would name it."""
    yield "title", item.title
    yield "prompt", item.prompt
    for index, hint in enumerate(item.hints):
        yield f"hints[{index}]", hint
    for index, step in enumerate(item.solution):
        yield f"solution[{index}]", step
    if item.table:
        yield "table.row_label", item.table.row_label
        yield "table.col_label", item.table.column_label
    for index, part in enumerate(item.parts):
        path = f"parts[{index}]"
        yield f"{path}.label", part.label
        if isinstance(part, NumericPart):
            yield f"{path}.why", part.why
            for number, rule in enumerate(part.rules):
                yield f"{path}.rules[{number}].say", rule.say
        else:
            for number, option in enumerate(part.options):
                yield f"{path}.options[{number}].text", option.text or {}
                yield f"{path}.options[{number}].why", option.why


def formulas_of(item: Item) -> Iterator[Expression]:
    yield from item.derive.values()
    yield from item.require
    if item.canonical:
        yield from item.canonical.expect.values()
    for part in item.parts:
        match part:
            case NumericPart():
                for rule in part.rules:
                    yield rule.value
                    yield from _ends(rule.tolerance)
            case ChoicePart():
                yield from (option.value for option in part.options if option.value)
                yield from _ends(part.min_gap)


def _ends(tolerance: Tolerance | None) -> tuple[Expression, ...]:
    return tolerance.range if tolerance and tolerance.range else ()


def used_names(item: Item) -> set[str]:
    """Names in formulas and in places of texts; a few too many do no harm."""
    names = {name for formula in formulas_of(item) for name in IDENTIFIER.findall(formula)}
    for _, text in texts_of(item):
        names |= {name for words in text.values() for name in PLACE.findall(words)}
    return names


def needed(
    names: set[str], constants: Mapping[str, Exact], functions: Mapping[str, Expression]
) -> tuple[dict[str, Exact], dict[str, Expression]]:
    """The constants and functions that are used, be it by a used function, in their order."""
    used = set(names)
    kept = set[str]()
    # A function calls only those before it, so one pass from the last to the first finds all.
    for signature in reversed(list(functions)):
        name, _, arguments = signature.partition("(")
        if name.strip() in used:
            kept.add(signature)
            used |= set(IDENTIFIER.findall(functions[signature])) - set(
                IDENTIFIER.findall(arguments)
            )
    return (
        {name: value for name, value in constants.items() if name in used},
        {signature: body for signature, body in functions.items() if signature in kept},
    )
