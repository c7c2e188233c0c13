"""Exact rounding to decimals, a half away from zero; the digits come back as text.

A float stands for the shortest decimal that names it, so 2.675 rounds to 2.68.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from math import isfinite

from question_bank.model import Number

_ZERO = Decimal(0)
# One context a precision: the C library rounds a quotient or a decimal once, exactly.
_CONTEXTS = [Context(prec=max(n, 1), rounding=ROUND_HALF_UP) for n in range(17)]


def significant(value: Number, digits: int) -> tuple[bool, str, int]:
    """Sign, exactly `digits` digits, and the power of ten of the first: 0.0123 is (1230.., -2)."""
    rounded = _rounded(value, _CONTEXTS[digits])
    if not rounded:
        return False, "0" * digits, 0
    mantissa, power = format(rounded, f".{digits - 1}e").split("e")
    figures = mantissa.replace(".", "").removeprefix("-")
    return rounded < _ZERO, figures, int(power)


def _rounded(value: Number, context: Context) -> Decimal:
    if isinstance(value, float):
        check_finite(value)
        return context.create_decimal(repr(value))
    if isinstance(value, int):
        return context.create_decimal(value)
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))


def fixed(value: Number, places: int) -> tuple[bool, str, str]:
    """Sign, digits before and exactly `places` digits after the decimal sign. Zero has no sign."""
    numerator, denominator = _ratio(value)
    scaled = (2 * abs(numerator) * 10**places + denominator) // (2 * denominator)
    digits = str(scaled).rjust(places + 1, "0")
    split = len(digits) - places
    return numerator < 0 and scaled != 0, digits[:split], digits[split:]


def short_decimal_places(value: Number, longest: int) -> int | None:
    """Decimal places of a value that ends within `longest` digits in all; None if it does not.

    Floats of more than 6 digits carry rounding noise, so they are not short.
    """
    if isinstance(value, int):
        return 0 if abs(value) < 10**longest else None
    if isinstance(value, float):
        check_finite(value)
        longest = 6 if not value.is_integer() else longest
        if value and not 1e-5 <= abs(value) < 1e15:
            return None
    numerator, denominator = _ratio(value)
    places = _decimal_places(denominator, longest)
    if places is None or len(str(abs(numerator) * 10**places // denominator)) > longest:
        return None
    return places


def _ratio(value: Number) -> tuple[int, int]:
    if isinstance(value, float):
        check_finite(value)
        return Decimal(repr(value)).as_integer_ratio()
    return value.numerator, value.denominator


def _decimal_places(denominator: int, longest: int) -> int | None:
    """Places after which a fraction of this denominator ends, if at most `longest`."""
    if denominator == 1:
        return 0
    if 10**longest % denominator:
        return None
    return next(places for places in range(1, longest + 1) if 10**places % denominator == 0)


def check_finite(value: float) -> None:
    if not isfinite(value):
        raise ValueError(f"cannot print {value}: expected a finite number")


def exact(value: Number) -> Fraction:
    """The value as a fraction; a float as the decimal it prints as. ValueError if not finite."""
    return Fraction(*_ratio(value))
