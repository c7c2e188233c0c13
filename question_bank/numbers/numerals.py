"""A run of digits with points, commas and blanks: which numbers it can be.

`1,234` is 1234 to one reader and 1.234 to another. Both readings are tried, each only if its
grouping is well formed, and the language decides which comes first.
"""

from __future__ import annotations

from dataclasses import dataclass

from question_bank.printing.signs import Signs

ARABIC_DECIMAL = "٫"  # never groups, so it settles the reading by itself


@dataclass(frozen=True, slots=True)
class Numeral:
    """One reading: digits before and after the decimal sign, and whether that was typed.

    `habit` is the decimal sign of people who write so; empty where nothing shows it.
    """

    whole: str
    part: str = ""
    has_sign: bool = False
    habit: str = ""

    def agrees(self, other: Numeral) -> bool:
        """Whether one person can have written both."""
        return not (self.habit and other.habit) or self.habit == other.habit

    @property
    def significant(self) -> tuple[int, int]:
        """Least and most significant digits this can be, as STACK counts them.

        `0.0010` has 2, `100.` has 3, `0.00` has 2; `100` has 1 to 3.
        """
        digits = (self.whole + self.part).lstrip("0")
        if not digits:
            count = max(len(self.part), 1)
            return count, count
        if self.has_sign:
            return len(digits), len(digits)
        return len(digits.rstrip("0")), len(digits)


def read_numeral(text: str, signs: Signs) -> tuple[Numeral, ...]:
    """The readings of a plain ASCII numeral, the language's own first; () if it is malformed."""
    if text.isdecimal():
        return (Numeral(text),)
    whole, sign, part = text.partition("," if "," in text else ".")
    if whole.isdecimal() and part.isdecimal() and not may_group(whole, part):
        return (Numeral(whole, part, True, sign),)
    if ARABIC_DECIMAL in text:
        only = _split(text, ARABIC_DECIMAL, " ',.")
        return (only,) if only else ()
    point, comma = _split(text, ".", " ',"), _split(text, ",", " '.")
    if point is None or comma is None or point == comma:
        either = point or comma
        return (either,) if either else ()
    return _ordered(point, comma, typed="," if "," in text else ".", signs=signs)


def may_group(whole: str, part: str) -> bool:
    """Whether a lone sign between these digits could be one that groups."""
    return len(part) == 3 and len(whole) <= 3 and whole[0] != "0"


def _ordered(point: Numeral, comma: Numeral, *, typed: str, signs: Signs) -> tuple[Numeral, ...]:
    """A lone sign before three digits. The decimal sign of the language never groups in it; the
    other sign may come from either habit, and comes first as what the language uses it for.
    """
    decimal, grouped = (comma, point) if typed == "," else (point, comma)
    if typed == signs.decimal:
        return (decimal,)
    return (grouped, decimal) if typed == signs.group else (decimal, grouped)


def _split(text: str, decimal: str, group_signs: str) -> Numeral | None:
    whole, sign, part = text.partition(decimal)
    bare_whole, bare_part = _ungroup(whole, group_signs), _ungroup_part(part)
    if bare_whole is None or bare_part is None or not (whole or part):
        return None
    habit = decimal if "." in text or "," in text else ""
    return Numeral(bare_whole or "0", bare_part, bool(sign), habit)


def _ungroup(text: str, group_signs: str) -> str | None:
    """Digits of `1 234` or `12,34,567`; None if the groups are not 3-3-3 or Indian 2-2-3.

    A group that begins the number never starts with 0, and all are split by one kind of sign.
    """
    if not text or text.isdecimal():
        return text
    sign = next((char for char in text if char in group_signs), "")
    if not sign:
        return None
    first, *groups = text.split(sign)
    digits = "".join((first, *groups))
    if not digits.isdecimal() or not first or first[0] == "0":
        return None
    lengths = [len(group) for group in groups]
    western = len(first) <= 3 and all(length == 3 for length in lengths)
    indian = (
        sign == "," and len(first) <= 2 and lengths[-1] == 3 and all(n == 2 for n in lengths[:-1])
    )
    return digits if western or indian else None


def _ungroup_part(text: str) -> str | None:
    """Digits after the decimal sign, which only blanks may group: `3.141 592 65`."""
    if not text or text.isdecimal():
        return text
    *groups, last = text.split(" ")
    if not last.isdecimal() or len(last) > 3:
        return None
    if not all(len(group) == 3 and group.isdecimal() for group in groups):
        return None
    return "".join((*groups, last))
