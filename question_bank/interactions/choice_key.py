"""The key of a choice: the order shown, the credit of each option, the values of formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any

from question_bank.model import ChoiceKey, ChoicePart, Number
from question_bank.numbers.stored import dump_number, load_number
from question_bank.tolerance import exact_value


def key(part: ChoicePart, numbers: Sequence[Number], draw_head: bytes) -> ChoiceKey:
    with_formula = (option.id for option in part.options if option.value is not None)
    values = dict(zip(with_formula, numbers, strict=True))
    return ChoiceKey(
        order=_order(part, values, draw_head),
        credits={option.id: Fraction(option.credit) for option in part.options},
        values=values,
    )


def _order(part: ChoicePart, values: Mapping[str, Number], draw_head: bytes) -> tuple[str, ...]:
    ids = [option.id for option in part.options]
    match part.order:
        case "ascending":
            ids.sort(key=lambda id: exact_value(values[id]))
        case "shuffled":
            # Sorting by hashes is a fair shuffle, and adding an option keeps the rest in order.
            ids.sort(key=lambda id: sha256(draw_head + f"{part.id}/{id}".encode()).digest())
    return tuple(ids)


def dump_key(key: ChoiceKey) -> dict[str, Any]:
    return {
        "order": list(key.order),
        "credits": {id: str(credit) for id, credit in key.credits.items()},
        "values": {id: dump_number(value) for id, value in key.values.items()},
    }


def load_key(data: Mapping[str, Any]) -> ChoiceKey:
    return ChoiceKey(
        order=tuple(data["order"]),
        credits={id: Fraction(credit) for id, credit in data["credits"].items()},
        values={id: load_number(value) for id, value in data["values"].items()},
    )
