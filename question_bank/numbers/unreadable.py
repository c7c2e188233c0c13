"""Which refusal fits a text that is no number: the code that tells its writer the most."""

from __future__ import annotations

import re

from question_bank.numbers.normalizing import VULGAR
from question_bank.numbers.refusals import Refused

_NON_FINITE = re.compile(r"[-+]? ?(?:inf|infinity|nan|бесконечность|∞)", re.IGNORECASE)
_OTHER_BASE = re.compile(r"[-+]? ?0[xXbBoO][0-9a-fA-F]+.*", re.DOTALL)
_SEVERAL = re.compile(
    r"[;|]|[0-9], [0-9]|[0-9] ?[^\W0-9_]+ [0-9]|[0-9] ?(?:or|and|to|или|и|до)\b[^0-9]*[0-9]",
    re.IGNORECASE,
)
_LOST_EXPONENT = re.compile(r"[^*xXхХ]*[0-9] ?[*xXхХ] ?10(?: ?[-+]? ?[0-9]{1,3})?")
_MIXED_NUMBER = re.compile(r"[-+]? ?[0-9]+ [0-9]+ ?/ ?[0-9]+")
_CALCULATION = re.compile(r"[*/^+\-()\[\]{}<>=!√±:&~]|[0-9] ?[xXхХ] ?[0-9]")
_ONLY_SEPARATORS = re.compile(r"[0-9.,'_ ٫]+")
_WORDS_FIRST = re.compile(r"[^0-9]*[^\W0-9_][.,]? [^0-9]*[0-9].*", re.DOTALL)
_NOT_IN_UNIT = re.compile(r"[0-9*^+()=<>;,]")
_UNIT_SIGNS = frozenset("%‰°$€£¥₽")


def looks_like_unit(rest: str) -> bool:
    """Whether what stands after a number looks like a unit, known or not."""
    starts = rest[0].isalpha() or rest[0] in _UNIT_SIGNS
    return starts and _NOT_IN_UNIT.search(rest) is None


def why_unreadable(text: str) -> Refused:
    """The refusal of normalized text that is none of the forms a number has."""
    if _NON_FINITE.fullmatch(text):
        return Refused("non_finite")
    if _OTHER_BASE.fullmatch(text):
        return Refused("base")
    digits = any(char.isdecimal() or char in VULGAR for char in text)
    if not digits or text[0] == "^":  # a lone superscript is no number
        return Refused("not_a_number")
    if _SEVERAL.search(text):
        return Refused("several")
    if _LOST_EXPONENT.fullmatch(text):
        return Refused("expression", hint="lost_exponent")
    if _MIXED_NUMBER.fullmatch(text):
        return Refused("expression", hint="mixed_number")
    return _by_signs(text[1:] if text[0] in "+-" else text)


def _by_signs(text: str) -> Refused:
    if _CALCULATION.search(text):
        return Refused("expression")
    if _ONLY_SEPARATORS.fullmatch(text):
        hint = "grouped_by_underscore" if "_" in text else None
        return Refused("separators", hint=hint)
    return Refused("words" if _WORDS_FIRST.fullmatch(text) else "not_a_number")
