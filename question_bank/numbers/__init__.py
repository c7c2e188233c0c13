"""Reads what a person typed into a number box: an exact value, the way it was read, any other
way to read it; or a refusal with a stable code, which costs no attempt.

Forms: `1,234.5`, `1 234,5`, `1.2e12`, `1.2·10^12`, `10¹²`, `7/39`, `1½`, `17.9 %`, `35.7B`,
`2,1 трлн токенов`, `1,63 ГиБ`, also as `x = 5`, `(5)`, `~5`. No general arithmetic.

Where a text has two readings, both are given and the caller asks before grading, right or not:
asking only about wrong responses would give the key away. A lone comma or point before three
digits is such a text, unless the language settles it (`1.234` in English), or an exponent, a
multiplier or a scaled unit does. So is a bare `0.179` or `7/39` in a box labelled %.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from question_bank.model import Box, Reading
from question_bank.numbers.forms import bare, read_form
from question_bank.numbers.normalizing import normalize
from question_bank.numbers.numerals import Numeral, may_group
from question_bank.numbers.refusals import MAX_LENGTH, Refused
from question_bank.numbers.refusals import explain_refusal as explain_refusal
from question_bank.numbers.refusals import refusal_codes as refusal_codes
from question_bank.numbers.typed import as_reading, decimal
from question_bank.numbers.wire import number_text as number_text
from question_bank.numbers.wire import parse_number_text as parse_number_text
from question_bank.printing.signs import signs_of
from question_bank.units.boxes import box_units

_PLAIN = re.compile(r"(-?)([0-9]+)(?:([.,])([0-9]+))?(?:[eE]([-+]?[0-9]{1,3}))?")
_SAFE_EXPONENT = 150  # with at most 64 digits and any unit, such a value is within range


def read_number(text: str, box: Box, lang: str) -> Reading:
    """The reading of a typed number, in the unit of the box, exact.

    `other` holds the further readings: when there are any, ask before grading.
    Raises ResponseError with one of refusal_codes(); UnknownUnit if the box itself is wrong.
    """
    return read_plain(text, box, lang) or read_slowly(text, box, lang)


def read_slowly(text: str, box: Box, lang: str) -> Reading:
    """read_number without its fast path; the same verdict for every text."""
    units, signs = box_units(box.unit, box.ask_in), signs_of(lang)
    try:
        return read_form(bare(normalize(text)), box, units, signs, lang)
    except Refused as refused:
        raise refused.as_response_error(lang) from None


def read_plain(text: str, box: Box, lang: str) -> Reading | None:
    """What read_slowly gives, sooner, for plain numbers with one reading; None for all others."""
    match = _PLAIN.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if match is None:
        return None
    minus, whole, sign, part, power = match.groups()
    signs, units = signs_of(lang), box_units(box.unit, box.ask_in)
    if sign and sign != signs.decimal and not power and may_group(whole, part):
        return None
    exponent = int(power) if power else None
    if exponent is not None and abs(exponent) > _SAFE_EXPONENT:
        return None
    typed = decimal(minus, Numeral(whole, part or "", sign is not None), exponent, signs)
    if units.asks_percent and typed.may_be_fraction:
        return None
    return as_reading(typed, units.label, units, lang)


def plain_float(text: str, lang: str) -> float | None:
    """The value of a plain number in the unit of the label, at the least cost; None if unsure.

    A float says that read_number has exactly one reading, and what float is nearest to it. In a
    box labelled % that is not so between -1 and 1: ask read_number there. Zero and the far ends
    of the range are left to read_number too.
    """
    try:
        value = float(text)
    except ValueError:
        return None
    if not 1e-99 < abs(value) < 1e99 or "_" in text or len(text) > MAX_LENGTH:
        return None
    if signs_of(lang).decimal != "." and text.strip()[-4:-3] == ".":
        return None  # 1.234 where the point may group
    return value


def resolve_reading(text: str, box: Box, lang: str, reading: str) -> Reading:
    """The reading of `text` whose value is `reading`: `1234`, `7/39`, as number_text writes it.

    The value counts in the unit of the box, or failing that in the unit of its label.
    Raises ResponseError, with the code `reading` if there is no such reading.
    """
    first = read_number(text, box, lang)
    readings = {each.value: each for each in (first, *first.other)}
    label = box_units(box.unit, box.ask_in).label
    value = _parse_or_none(reading)
    if value is not None:
        in_label = value * Fraction(label.numerator, label.denominator)
        if found := readings.get(value) or readings.get(in_label):
            return replace(found, other=())
    expected = ", ".join(map(number_text, readings))
    raise Refused("reading", expected=expected).as_response_error(lang)


def _parse_or_none(chosen: str) -> Fraction | None:
    try:
        return Fraction(parse_number_text(chosen.strip()))
    except ValueError:
        return None
