"""Numbers of a bank file: exact, and never what a YAML reader would guess."""

from __future__ import annotations

import re
from fractions import Fraction

from question_bank.model import Exact

MAX_LENGTH = 400
MAX_EXPONENT = 300
NUMBER = r"[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?"
FRACTION = r"[+-]?(?:0|[1-9][0-9]*)/[1-9][0-9]*"
_NUMBER = re.compile(NUMBER)
_FRACTION = re.compile(FRACTION)
_OCTAL = re.compile(r"[+-]?0[0-9]+(?:\.[0-9]*)?(?:[eE].*)?")


def read_exact(text: str) -> Exact:
    """The value of `8.03e9`, `5e-4` or `7/39`. Raises ValueError with what was expected."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"a number has at most {MAX_LENGTH} characters, got {len(text)}")
    if _FRACTION.fullmatch(text):
        return _whole_if_it_is(Fraction(text))
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"expected a number such as 8.03e9, {_why_not(text)}")
    exponent = re.split("[eE]", text)[-1] if re.search("[eE]", text) else "0"
    if abs(int(exponent)) > MAX_EXPONENT:
        raise ValueError(f"an exponent lies between -{MAX_EXPONENT} and {MAX_EXPONENT}, got {text}")
    return _whole_if_it_is(Fraction(text))


def _why_not(text: str) -> str:
    shown = repr(text) if len(text) <= 40 else f"{text[:40]!r}..."
    if _OCTAL.fullmatch(text):
        return f"got {shown}: other readers take a leading 0 for octal, write it without"
    if text.startswith("."):
        return f"got {shown}: write a 0 before the point"
    if re.fullmatch(r"[+-]?[0-9][0-9_, ]*(?:\.[0-9]*)?", text):
        return f"got {shown}: write the digits without signs between them"
    return f"got {shown}"


def _whole_if_it_is(value: Fraction) -> Exact:
    return value.numerator if value.denominator == 1 else value
