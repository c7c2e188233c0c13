"""The key of a number box: every rule's value and accepted intervals, and their stored form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from question_bank import tolerance as tolerances
from question_bank.interactions.numeric_formulas import by_rule, label_scale
from question_bank.model import AcceptedRule, Interval, Number, NumericKey, NumericPart
from question_bank.numbers import number_text
from question_bank.numbers.stored import dump_number, load_number


def key(part: NumericPart, numbers: Sequence[Number], draw_head: bytes) -> NumericKey:
    scale = label_scale(part)
    return NumericKey(
        tuple(
            AcceptedRule(
                id=rule.id,
                value=value,
                credit=Fraction(rule.credit),
                intervals=tolerances.intervals(
                    rule.tolerance, value, scale=scale, bounds=ends or None
                ),
            )
            for rule, value, ends in by_rule(part, numbers)
        )
    )


def dump_key(key: NumericKey) -> dict[str, Any]:
    return {
        "rules": [
            {
                "id": rule.id,
                "value": dump_number(rule.value),
                "credit": str(rule.credit),
                "intervals": [_dump_interval(interval) for interval in rule.intervals],
            }
            for rule in key.rules
        ]
    }


def _dump_interval(interval: Interval) -> list[Any]:
    """[low, high, ends]: ends like `[]`, `(]`; null is no end."""
    ends = ("(" if interval.low_open else "[") + (")" if interval.high_open else "]")
    low, high = (None if end is None else number_text(end) for end in (interval.low, interval.high))
    return [low, high, ends]


def load_key(data: Mapping[str, Any]) -> NumericKey:
    return NumericKey(
        tuple(
            AcceptedRule(
                id=rule["id"],
                value=load_number(rule["value"]),
                credit=_load_credit(rule["credit"]),
                intervals=tuple(_load_interval(each) for each in rule["intervals"]),
            )
            for rule in data["rules"]
        )
    )


def _load_interval(data: Sequence[Any]) -> Interval:
    low, high, ends = data
    return Interval(
        None if low is None else _load_end(low),
        None if high is None else _load_end(high),
        ends[0] == "(",
        ends[1] == ")",
    )


_load_credit = lru_cache(maxsize=256)(Fraction)


def _load_end(text: str) -> Fraction:
    """Decimal reads a decimal exactly, and in half the time that Fraction takes."""
    return Fraction(text) if "/" in text else Fraction(*Decimal(text).as_integer_ratio())
