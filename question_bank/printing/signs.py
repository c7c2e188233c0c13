"""The decimal sign and the group sign of a language, from Babel's locale data.

Nothing else of a number's look comes from there: digits, exponents and rounding are ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from babel import Locale, UnknownLocaleError


@dataclass(frozen=True, slots=True)
class Signs:
    """`decimal` as in 1.5, `group` as in 1,234,567."""

    decimal: str
    group: str

    @property
    def reads_comma(self) -> bool:
        """True where a typed comma is the decimal sign."""
        return self.decimal == ","


@lru_cache(maxsize=256)
def signs_of(lang: str) -> Signs:
    """The signs that go with the digits 0-9; those of English for a language nobody knows."""
    symbols = _locale(lang).number_symbols["latn"]
    return Signs(decimal=symbols["decimal"], group=symbols["group"])


def _locale(lang: str) -> Locale:
    try:
        return Locale.parse(lang.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Locale.parse("en")


def text_language(lang: str) -> str:
    """The language our own words are shown in: `ru` for any Russian, else `en`."""
    return "ru" if lang[:2].lower() == "ru" else "en"
