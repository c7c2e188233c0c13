"""The forms of a typed number, tried on normalized text: fraction, vulgar fraction, decimal with
or without an exponent, each with or without a unit.

No pattern here holds `\\d`, which matches the digits of every script; and none can take more
than a square of the 64 characters in steps.
"""

from __future__ import annotations

import re

from question_bank.model import Box, Reading
from question_bank.numbers.normalizing import VULGAR
from question_bank.numbers.numerals import Numeral, read_numeral
from question_bank.numbers.refusals import MAX_EXPONENT, Refused
from question_bank.numbers.typed import (
    Typed,
    as_fraction_reading,
    as_reading,
    decimal,
    mixed,
    quotient,
)
from question_bank.numbers.unreadable import looks_like_unit, why_unreadable
from question_bank.printing.signs import Signs
from question_bank.units.boxes import BoxUnits, Suffix, expected_units, means_bits

_NAME = r"[^\W0-9_][\w*']{0,15}(?:\([\w, ]{0,15}\))? ?"  # N*, L(N,D)
_LEAD = re.compile(rf"(?:{_NAME})?(?:= ?~?|~ ?=?) ?")
_NUMERAL = r"[0-9.,'٫](?:[0-9.,'٫ ]*[0-9.,'٫])?"
_INTEGER = r"[-+]? ?[0-9]+"
_POWER = rf"10 ?(?:\^|\*\*) ?(?:\( ?({_INTEGER}) ?\)|({_INTEGER}))"
# Е, е, Х, х are also there as Cyrillic letters, which look the same between digits.
_DECIMAL = re.compile(
    rf"([-+]?) ?(?:{_POWER}|({_NUMERAL})(?: ?[eEеЕ⏨] ?({_INTEGER})| ?[*xXхХ] ?{_POWER})?)"
)
_MIXED = re.compile(rf"([-+]?) ?([0-9]*) ?([{''.join(VULGAR)}])")
_FRACTION = re.compile(rf"([-+]?) ?({_NUMERAL}) ?/ ?({_NUMERAL})")


def bare(text: str) -> str:
    """Without `x =`, without `~`, without brackets round the whole."""
    if "=" in text or "~" in text:
        lead = _LEAD.match(text)
        text = text[lead.end() :] if lead else text
    if text[:1] == "(" and text[-1] == ")" and text.count("(") == 1:
        text = text[1:-1].strip()
    return text


def read_form(text: str, box: Box, units: BoxUnits, signs: Signs, lang: str) -> Reading:
    """The readings of bare text, the first with the others in it. Raises Refused."""
    if "/" in text and (match := _FRACTION.fullmatch(text)):
        return _together(_fractions(match, signs), units.label, units, lang, has_unit=False)
    vulgar = None if text.isascii() else _MIXED.match(text)
    match = vulgar or _DECIMAL.match(text)
    if match is None:
        raise why_unreadable(text)
    rest = text[match.end() :].strip()
    suffix = _suffix(text, rest, box, units, lang) if rest else units.label
    if vulgar:
        typed = [mixed(vulgar[1], vulgar[2], VULGAR[vulgar[3]])]
    else:
        typed = _decimals(match, signs, suffix, settled=bool(rest) and suffix.settles)
    return _together(typed, suffix, units, lang, has_unit=bool(rest))


def _together(
    typed: list[Typed], suffix: Suffix, units: BoxUnits, lang: str, *, has_unit: bool
) -> Reading:
    first, *others = typed
    other = [as_reading(each, suffix, units, lang) for each in others]
    if units.asks_percent and not has_unit:
        fractions = [each for each in typed if each.may_be_fraction]
        other += [as_fraction_reading(each, units, lang) for each in fractions]
    return as_reading(first, suffix, units, lang, tuple(other))


def _suffix(text: str, rest: str, box: Box, units: BoxUnits, lang: str) -> Suffix:
    """What stands after the number; refused by name if it looks like a unit of something else."""
    if suffix := units.find(rest):
        return suffix
    unreadable = why_unreadable(text)
    if unreadable.code == "base" or not looks_like_unit(rest):
        raise unreadable
    code = "bits" if units.refuses_bits and means_bits(rest) else "unit"
    raise Refused(code, typed=rest, expected=expected_units(box.unit, lang))


def _decimals(match: re.Match[str], signs: Signs, suffix: Suffix, *, settled: bool) -> list[Typed]:
    """One or two. Nobody groups the digits before an exponent, so that leaves the decimal one;
    before a multiplier or a scaled unit, people do, so that leaves the language's own.
    """
    sign, bracketed_alone, alone, text, after_e, bracketed, after_ten = match.groups()
    power = bracketed_alone or alone or after_e or bracketed or after_ten
    numerals = read_numeral(text, signs) if text else (Numeral("1"),)
    if not numerals:
        raise why_unreadable(text)
    if len(numerals) > 1 and power:
        numerals = tuple(numeral for numeral in numerals if numeral.has_sign)
    elif settled:
        numerals = numerals[:1]
    exponent = _exponent(power) if power else None
    extra_power = suffix.unnamed_power
    return [decimal(sign, each, exponent, signs, extra_power) for each in numerals]


def _exponent(power: str) -> int:
    """Checked before any large number is built."""
    exponent = int(power.replace(" ", ""))
    if abs(exponent) > MAX_EXPONENT:
        raise Refused("out_of_range")
    return exponent


def _fractions(match: re.Match[str], signs: Signs) -> list[Typed]:
    """The readings of `a/b`, each with one habit for both numbers."""
    sign, above, below = match.groups()
    tops, bottoms = read_numeral(above, signs), read_numeral(below, signs)
    if not tops or not bottoms:
        raise why_unreadable(match.group() if " " in above else above if not tops else below)
    pairs = [(top, bottom) for top in tops for bottom in bottoms if top.agrees(bottom)]
    if not pairs:
        raise Refused("separators")
    typed = [quotient(sign, top, bottom, signs) for top, bottom in pairs]
    return list({(each.numerator, each.denominator): each for each in typed}.values())
