"""Numbers as text for storage and the wire: a plain decimal, or `a/b` where no decimal ends."""

from __future__ import annotations

import re
from fractions import Fraction

from question_bank.model import Number
from question_bank.printing.rounding import exact

_NUMBER = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+)|/([0-9]+))?")
_MOST_PLACES = 400  # a longer decimal is written as a fraction


def number_text(value: Number) -> str:
    """`1750199173.12`, `7/39`. A float is the decimal it prints as. ValueError if not finite."""
    if isinstance(value, int):
        return str(int(value))
    value = exact(value)
    places = _places(value.denominator)
    if places is None:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def parse_number_text(text: str) -> int | Fraction:
    """The inverse of number_text. Raises ValueError for anything else."""
    match = _NUMBER.fullmatch(text)
    if match is None or (match[4] and not match[4].strip("0")):
        raise ValueError(f"expected a decimal such as 1.5 or a fraction such as 7/39, got {text!r}")
    sign, whole, part, denominator = match.groups()
    if part is None and denominator is None:
        return int(sign + whole)
    if denominator is not None:
        value = Fraction(int(sign + whole), int(denominator))
    else:
        value = Fraction(int(sign + whole + part), 10 ** len(part))
    return value.numerator if value.denominator == 1 else value


def _places(denominator: int) -> int | None:
    """Decimal places of a fraction in lowest terms; None if it never ends, or ends too late."""
    twos = (denominator & -denominator).bit_length() - 1
    rest, fives = denominator >> twos, 0
    while fives <= _MOST_PLACES and rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    return places if rest == 1 and places <= _MOST_PLACES else None
