"""Accepted intervals: every form of tolerance worked out exactly, and compared exactly.

A float key is the decimal number Python prints for it (`Fraction(repr(key))`), so that an answer
typed exactly on the edge counts as on the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction

from question_bank.expressions.runtime import decimal_exponent
from question_bank.model import Exact, Interval, Number, Tolerance

Bounds = tuple[Number, Number]  # a range's two ends, worked out

MAX_DIGITS = 30
_ONE = Fraction(1)


def exact_value(value: Number) -> Fraction:
    """`value` as a fraction; a float stands for the decimal number it prints as."""
    if isinstance(value, float):
        return Fraction(*Decimal(repr(value)).as_integer_ratio())
    return Fraction(value)


def intervals(
    tolerance: Tolerance, key: Number, *, scale: Fraction = _ONE, bounds: Bounds | None = None
) -> tuple[Interval, ...]:
    """What a rule about `key` accepts, one interval a form; any of them may accept.

    `scale` is the unit on the box's label in base units: `sig` and `dp` count digits of the number
    as it is asked for. `bounds` are the worked-out ends of `tolerance.range`.
    """
    value = exact_value(key)
    found = [
        Interval(low, high, tolerance.ends in ("open", "(]"), tolerance.ends in ("open", "[)"))
        for low, high in _spans(tolerance, value, scale, bounds)
    ]
    if tolerance.exact:
        found.append(Interval(value, value))
    return tuple(found)


def accepts(found: Iterable[Interval], value: Fraction) -> bool:
    """Whether `value` lies in one of the intervals."""
    return any(_holds(interval, value) for interval in found)


def is_near(
    tolerance: Tolerance,
    scale: Fraction,
    key: Number,
    other: Number,
    *bounds: Number,
) -> bool:
    """Whether `other` lies within two tolerances of `key`: in an interval blown up twofold."""
    value, point = exact_value(key), exact_value(other)
    if value == point:
        return True
    ends = (bounds[0], bounds[1]) if bounds else None
    return any(
        low <= point <= high or 2 * low - value <= point <= 2 * high - value
        for low, high in _spans(tolerance, value, scale, ends)
    )


def is_relative_only(tolerance: Tolerance) -> bool:
    """Whether a key of 0 would leave nothing but 0 itself to accept."""
    others = (tolerance.abs, tolerance.dp, tolerance.range)
    return not tolerance.exact and all(form is None for form in others)


def faults(tolerance: Tolerance) -> list[str]:
    """What is wrong with a tolerance, in words for its author."""
    found = [
        f"{name} must be above 0, got {value}"
        for name, value in (
            ("abs", tolerance.abs),
            ("rel", tolerance.rel),
            ("ratio", tolerance.ratio),
        )
        if value is not None and value <= 0
    ]
    if tolerance.rel is not None and tolerance.of == "response" and tolerance.rel >= 1:
        found.append(f"rel of the response must be below 1, got {tolerance.rel}")
    if tolerance.sig is not None and not 1 <= tolerance.sig <= MAX_DIGITS:
        found.append(f"sig must be 1 to {MAX_DIGITS}, got {tolerance.sig}")
    if tolerance.dp is not None and not 0 <= tolerance.dp <= MAX_DIGITS:
        found.append(f"dp must be 0 to {MAX_DIGITS}, got {tolerance.dp}")
    if tolerance == Tolerance(of=tolerance.of, ends=tolerance.ends):
        found.append("expected one of abs, rel, ratio, sig, dp, range, exact")
    return found


def _holds(interval: Interval, value: Fraction) -> bool:
    if interval.low is not None and (
        value < interval.low or (interval.low_open and value == interval.low)
    ):
        return False
    return interval.high is None or not (
        value > interval.high or (interval.high_open and value == interval.high)
    )


def _spans(
    tolerance: Tolerance, key: Fraction, scale: Fraction, bounds: Bounds | None
) -> Iterator[tuple[Fraction, Fraction]]:
    if tolerance.abs is not None:
        yield key - tolerance.abs, key + tolerance.abs
    if tolerance.rel is not None:
        yield _relative(key, tolerance.rel, tolerance.of == "response")
    if tolerance.ratio is not None:
        yield _ordered(key / (1 + tolerance.ratio), key * (1 + tolerance.ratio))
    if tolerance.sig is not None:
        half = _half_unit_of_digit(key / scale, tolerance.sig) * scale
        yield key - half, key + half
    if tolerance.dp is not None:
        half = Fraction(10) ** -tolerance.dp / 2 * scale
        yield key - half, key + half
    if bounds is not None:
        yield exact_value(bounds[0]), exact_value(bounds[1])


def _relative(key: Fraction, part: Exact, of_response: bool) -> tuple[Fraction, Fraction]:
    if of_response:  # |response - key| <= part * |response|
        return _ordered(key / (1 + part), key / (1 - part))
    return _ordered(key - key * part, key + key * part)


def _ordered(a: Fraction, b: Fraction) -> tuple[Fraction, Fraction]:
    """Mirrored for a negative key."""
    return (a, b) if a <= b else (b, a)


def _half_unit_of_digit(value: Fraction, digit: int) -> Fraction:
    if value == 0:
        return Fraction(0)
    return Fraction(10) ** (decimal_exponent(value) - digit + 1) / 2
