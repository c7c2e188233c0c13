"""Numbers as people read them, in any language; printed text reads back through our own reader.

The promise: read in the same language, printed text is the rounded value again. Where the group
sign is a point or a comma, a number with a single group (`1,234`) is asked about, and then its
first reading is the printed one. Text over 64 characters is not read.

Rounding is exact and a half goes away from zero, as on paper; a float counts as the decimal it
prints as. Formats:

`int`   grouped whole number                 8,030,000,000
`fixN`  N digits after the decimal sign      1.948310
`sciN`  N significant digits, power of ten   7.227 × 10²³
`siN`   N significant digits at most, with K, M, B, T (тыс., млн, млрд, трлн)    8.03B
`pctN`  a fraction in percent, N decimals    17.9 %
`g`     also no format: whole where it is short, else 6 significant digits
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from question_bank import units
from question_bank.model import Box, Number
from question_bank.printing.rounding import exact, fixed, short_decimal_places, significant
from question_bank.printing.signs import Signs, signs_of, text_language

SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_SUFFIXES = {
    "en": {3: "K", 6: "M", 9: "B", 12: "T"},
    "ru": {3: " тыс.", 6: " млн", 9: " млрд", 12: " трлн"},
}
_SPEC = re.compile("(fix|sci|si|pct)([0-9]|1[0-5])")
_GENERAL_DIGITS = 6
_LONGEST_GENERAL = 15  # digits of a whole number or decimal that `g` shows in full
_LONGEST_PLAIN = 48  # digits before the decimal sign; beyond, a power of ten


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed number: the digits with their signs, a power of ten, and what follows."""

    number: str
    power: int | None = None
    suffix: str = ""

    @property
    def text(self) -> str:
        """Plain text, for a line of its own: `7.227 × 10²³`."""
        return f"{self.number}{power_text(self.power)}{self.suffix}"

    @property
    def html(self) -> str:
        """HTML that does not break across lines."""
        power = "" if self.power is None else f" × 10<sup>{_minus(self.power)}</sup>"
        return f"{self.number}{power}{self.suffix}".replace(" ", "\u00a0")

    @property
    def mathml(self) -> str:
        """One element for inside `<math>`."""
        parts = [_signed_mathml(self.number)]
        if self.power is not None:
            exponent = _signed_mathml(_minus(self.power))
            parts.append(f"<mo>×</mo><msup><mn>10</mn>{_one_element(exponent)}</msup>")
        if self.suffix:
            parts.append(f"<mtext>{self.suffix.replace(' ', chr(0xA0))}</mtext>")
        return _one_element("".join(parts))


def print_number(value: Number, spec: str, lang: str) -> Printed:
    """The value in the format `spec` with the signs of `lang`.

    Raises ValueError for an unknown format or a value that is not finite.
    """
    printer, digits = _printer(spec)
    return printer(value, digits, lang)


def is_format(spec: str) -> bool:
    return spec in ("", "g", "int") or _SPEC.fullmatch(spec) is not None


def print_quantity(value: Number, box: Box, lang: str, spec: str = "") -> Printed:
    """A key as its box asks for it: in the unit of the label, with that unit after it."""
    label = box.ask_in or box.unit
    if label in (None, units.PLAIN, "fraction"):
        return print_number(value, spec, lang)
    in_label = exact(value) * units.factor(box.unit) / units.factor(label)
    if spec[:2] == "si" and not units.is_count(box.unit):
        spec = f"sci{spec[2:]}"  # B would be a byte
    printed = print_number(in_label, spec, lang)
    count = None if printed.power or printed.suffix else in_label
    return Printed(
        printed.number,
        printed.power,
        f"{printed.suffix} {units.unit_name(label, lang, count)}",
    )


_Printer = Callable[[Number, int, str], Printed]


@lru_cache(maxsize=256)
def _printer(spec: str) -> tuple[_Printer, int]:
    if spec in ("", "g"):
        return _print_general, _GENERAL_DIGITS
    if spec == "int":
        return _print_fixed, 0
    match = _SPEC.fullmatch(spec)
    if match is None:
        expected = "g, int, fixN, sciN, siN or pctN, with N at most 15"
        raise ValueError(f"unknown number format {spec!r}; expected {expected}")
    return _PRINTERS[match[1]], int(match[2])


def _print_general(value: Number, digits: int, lang: str) -> Printed:
    places = short_decimal_places(value, _LONGEST_GENERAL)
    if places is not None:
        return _print_fixed(value, places, lang)
    negative, figures, power = significant(value, digits)
    figures = figures.rstrip("0")
    if -5 <= power < _LONGEST_GENERAL:
        return Printed(_sign(negative) + _place_sign(figures, power, signs_of(lang)))
    return _scientific(negative, figures, power, lang)


def _print_fixed(value: Number, places: int, lang: str) -> Printed:
    negative, whole, part = fixed(value, places)
    if len(whole) > _LONGEST_PLAIN:
        return _print_scientific(value, _LONGEST_GENERAL, lang)
    signs = signs_of(lang)
    number = group(whole, signs) + (signs.decimal + part if part else "")
    return Printed(_sign(negative) + number)


def _print_scientific(value: Number, digits: int, lang: str) -> Printed:
    return _scientific(*significant(value, max(digits, 1)), lang)


def _print_si(value: Number, digits: int, lang: str) -> Printed:
    negative, figures, power = significant(value, max(digits, 1))
    figures = figures.rstrip("0")
    if not -5 <= power < _LONGEST_GENERAL:
        return _scientific(negative, figures, power, lang)
    scale = max(power // 3 * 3, 0)
    number = _place_sign(figures, power - scale, signs_of(lang))
    suffix = _SUFFIXES[text_language(lang)][scale] if scale else ""
    return Printed(_sign(negative) + number, None, suffix)


def _print_percent(value: Number, places: int, lang: str) -> Printed:
    printed = _print_fixed(exact(value) * 100, places, lang)
    return Printed(printed.number, printed.power, " %")


_PRINTERS: dict[str, _Printer] = {
    "fix": _print_fixed,
    "sci": _print_scientific,
    "si": _print_si,
    "pct": _print_percent,
}


def power_text(power: int | None) -> str:
    """` × 10²³`, or nothing."""
    return "" if power is None else f" × 10{str(power).translate(SUPERSCRIPTS)}"


def group(whole: str, signs: Signs) -> str:
    """Digits in threes with the language's group sign: `23 500 000 000`."""
    if len(whole) <= 3:
        return whole
    return f"{int(whole):,}".replace(",", signs.group)


def _scientific(negative: bool, figures: str, power: int, lang: str) -> Printed:
    if not figures.strip("0"):
        return Printed("0")
    return Printed(_sign(negative) + _place_sign(figures, 0, signs_of(lang)), power)


def _place_sign(figures: str, power: int, signs: Signs) -> str:
    """Significant digits with their decimal sign in place; `power` is that of the first digit."""
    if power < 0:
        return f"0{signs.decimal}{'0' * (-power - 1)}{figures}"
    whole, part = figures[: power + 1].ljust(power + 1, "0"), figures[power + 1 :]
    return group(whole, signs) + (signs.decimal + part if part else "")


def _sign(negative: bool) -> str:
    return "−" if negative else ""


def _minus(power: int) -> str:
    return str(power).replace("-", "−")


def _signed_mathml(number: str) -> str:
    digits = number.removeprefix("−")
    return f"<mo>−</mo><mn>{digits}</mn>" if digits != number else f"<mn>{digits}</mn>"


def _one_element(mathml: str) -> str:
    return mathml if mathml.count("<m") == 1 else f"<mrow>{mathml}</mrow>"
