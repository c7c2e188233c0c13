"""A typed number on its way to a Reading: digits understood, unit not yet applied."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from question_bank.model import Reading
from question_bank.numbers.numerals import Numeral
from question_bank.numbers.refusals import MAX_EXPONENT, MAX_LENGTH, Refused
from question_bank.printing import group, power_text, print_number
from question_bank.printing.rounding import short_decimal_places
from question_bank.printing.signs import Signs
from question_bank.units.boxes import BoxUnits, Suffix

_ANY_DIGITS = (1, MAX_LENGTH)  # a fraction is exact: it has as many digits as one asks for
_LARGEST = Fraction(10**MAX_EXPONENT)
_SMALLEST = 1 / _LARGEST
_SURELY_IN_RANGE = 900  # bits; ten to the 300th has 997


class Typed(NamedTuple):
    """One reading without its unit: the value as a ratio, how it shows, its digits."""

    numerator: int
    denominator: int
    shown: str
    digits: tuple[int, int]

    @property
    def may_be_fraction(self) -> bool:
        """Whether a box labelled % must ask what it means: 0.179 % or 17.9 %."""
        return 0 < abs(self.numerator) < self.denominator


def decimal(
    sign: str, numeral: Numeral, exponent: int | None, signs: Signs, extra_power: int = 0
) -> Typed:
    """A decimal with its exponent, if it has one. `extra_power` is shown, but not applied."""
    numerator = int(numeral.whole + numeral.part)
    minus = sign == "-" and numerator != 0
    shown = f"−{_shown(numeral, signs)}" if minus else _shown(numeral, signs)
    if exponent is not None or extra_power:
        shown += power_text((exponent or 0) + extra_power)
    shift = (exponent or 0) - len(numeral.part)
    signed = -numerator if minus else numerator
    if shift >= 0:
        return Typed(signed * 10**shift, 1, shown, numeral.significant)
    return Typed(signed, 10**-shift, shown, numeral.significant)


def _shown(numeral: Numeral, signs: Signs) -> str:
    whole = group(numeral.whole.lstrip("0") or "0", signs)
    return f"{whole}{signs.decimal}{numeral.part}" if numeral.part else whole


def quotient(sign: str, top: Numeral, bottom: Numeral, signs: Signs) -> Typed:
    """`7/39`, reduced, but shown as it was typed."""
    above, below = decimal(sign, top, None, signs), decimal("", bottom, None, signs)
    if not below.numerator:
        raise Refused("division_by_zero")
    value = Fraction(above.numerator * below.denominator, above.denominator * below.numerator)
    shown = f"{above.shown}/{below.shown}"
    return Typed(value.numerator, value.denominator, shown, _ANY_DIGITS)


def mixed(sign: str, whole: str, vulgar: Fraction) -> Typed:
    """`1½`; the whole number may be empty."""
    value = int(whole or "0") + vulgar
    shown = f"{value.numerator}/{value.denominator}"
    if sign == "-":
        return Typed(-value.numerator, value.denominator, f"−{shown}", _ANY_DIGITS)
    return Typed(value.numerator, value.denominator, shown, _ANY_DIGITS)


def as_reading(
    typed: Typed, suffix: Suffix, units: BoxUnits, lang: str, other: Sequence[Reading] = ()
) -> Reading:
    """The value in the unit of the box. Raises Refused when it is out of range."""
    value = Fraction(typed.numerator * suffix.numerator, typed.denominator * suffix.denominator)
    _check_range(value)
    shown = typed.shown
    if suffix is not units.label or units.shows_label:
        shown += suffix.name(lang, typed.numerator, typed.denominator)
    return Reading(value, shown, other, typed.digits)


def as_fraction_reading(typed: Typed, units: BoxUnits, lang: str) -> Reading:
    """`0.179 = 17.9 %`: the number meant as it stands, although the label says percent."""
    percent = Fraction(typed.numerator * 100, typed.denominator)
    equals = "=" if short_decimal_places(percent, 15) is not None else "≈"
    shown = f"{typed.shown} {equals} {print_number(percent, '', lang).text} %"
    return as_reading(typed._replace(shown=shown), units.whole, units, lang)


def _check_range(value: Fraction) -> None:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) <= _SURELY_IN_RANGE:
        return
    if value and not _SMALLEST <= abs(value) <= _LARGEST:
        raise Refused("out_of_range")
