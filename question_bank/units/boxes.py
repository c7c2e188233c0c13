"""What may follow the number in one box: units, multipliers, both; as one table per box.

What a letter means depends on the box: `B` is a billion where tokens are counted and a byte
where bytes are. Wherever a multiplier stands alone, it multiplies the base unit.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from question_bank import units
from question_bank.printing.signs import text_language
from question_bank.units.rows import BIT_NAMES, BIT_NAMES_ANY_CASE

# Power of ten of the words, read in any letter case and with or without a full stop at the end.
WORDS: Mapping[str, int] = {
    word: power
    for power, words in {
        3: "thousand thousands тыс тысяча тысячи тысяч",
        6: "million millions mln mn млн миллион миллиона миллионов",
        9: "billion billions bln bn млрд миллиард миллиарда миллиардов",
        12: "trillion trillions trln trn tn трлн триллион триллиона триллионов",
        15: "quadrillion quadrillions квадриллион квадриллиона квадриллионов",
    }.items()
    for word in words.split()
}
_COUNT_LETTERS = {"k": 3, "K": 3, "M": 6, "G": 9, "B": 9, "T": 12}
_COUNT_LETTERS |= {"К": 3, "М": 6, "Г": 9, "В": 9, "Т": 12}  # their Cyrillic look-alikes
_SMALL_COUNT_LETTERS = {"m": 6, "b": 9, "t": 12}  # as in "a 7b model"
_SI_LETTERS = {"P": 15, "E": 18, "Z": 21, "Y": 24}
_MULTIPLIER_NAMES: Mapping[int, tuple[str, str]] = {
    3: ("thousand", "тыс."),
    6: ("million", "млн"),
    9: ("billion", "млрд"),
    12: ("trillion", "трлн"),
    15: ("quadrillion", "квадриллионов"),
}


@dataclass(frozen=True, slots=True)
class Suffix:
    """What stands after a number: times ten to `power`, and a unit when one was typed.

    `numerator / denominator` is the whole factor to the unit of the box.
    """

    numerator: int
    denominator: int
    power: int = 0
    unit: str | None = None
    settles: bool = False  # it tells the size, so that a lone comma or point needs no question

    @property
    def unnamed_power(self) -> int:
        """The power of ten that has no word, such as that of Z: shown as an exponent."""
        return 0 if self.power in _MULTIPLIER_NAMES else self.power

    def name(self, lang: str, numerator: int, denominator: int) -> str:
        """` trillion tokens` after that many; empty for a plain number."""
        plain = self.power or not units.is_inflected(self.unit)
        count = None if plain else Fraction(numerator, denominator)
        name = units.unit_name(self.unit, lang, count)
        if self.power in _MULTIPLIER_NAMES:
            word = _MULTIPLIER_NAMES[self.power][text_language(lang) == "ru"]
            return f" {word} {name}" if name else f" {word}"
        return f" {name}" if name else ""


@dataclass(frozen=True, slots=True)
class BoxUnits:
    """A box made ready for reading. `label` is taken when no unit was typed."""

    label: Suffix
    exact: Mapping[str, Suffix]
    loose: Mapping[str, Suffix]  # by the spelling in small letters
    letters: Mapping[str, int]  # multipliers before a unit: powers of ten
    whole: Suffix  # the base unit itself: what a bare fraction in a box of percent may mean
    refuses_bits: bool
    asks_percent: bool  # then a bare 0.179 may be meant as a fraction
    shows_label: bool

    def find(self, typed: str) -> Suffix | None:
        """What stands after a number, or None if it does not belong to this box."""
        name = typed if typed.isascii() else unicodedata.normalize("NFKC", typed)
        name = name[:-1] if name[-1:] == "." else name
        if self.refuses_bits and means_bits(name):
            return None  # before `gb` and `GB` are one
        return self.exact.get(name) or self.loose.get(name.lower()) or self._two_words(name)

    def _two_words(self, name: str) -> Suffix | None:
        """`T tokens`, `млрд. байт`: a multiplier, then the base unit."""
        first, _, rest = name.partition(" ")
        first = first.removesuffix(".")
        power = self.letters.get(first) or WORDS.get(first.lower())
        unit = self.exact.get(rest) or self.loose.get(rest.lower())
        if not power or unit is None or unit.unit != self.whole.unit:
            return None
        return Suffix(unit.numerator * 10**power, unit.denominator, power, unit.unit, True)


def means_bits(typed: str) -> bool:
    """Whether the unit is bits, or bits per something: `Gb`, `Гбит`, `Gb/s`."""
    name = typed.partition("/")[0]
    return name in BIT_NAMES or name.lower() in BIT_NAMES_ANY_CASE


@lru_cache(maxsize=1024)
def box_units(unit: str | None, ask_in: str | None) -> BoxUnits:
    """The table of a box. Raises units.UnknownUnit if the label does not fit the unit."""
    _check_label(unit, ask_in)
    dimension, letters = units.dimension(unit), _letters(unit)
    # Beside a label of its own size a multiplier alone is refused: 5 T in a box of PFLOP?
    alone = units.is_scale(ask_in) or units.factor(ask_in or unit) == 1
    alone = alone and dimension != "fraction"
    exact = {name: _suffix(unit, power=power) for name, power in letters.items() if alone}
    loose = {name: _suffix(unit, power=power) for name, power in WORDS.items() if alone}
    for each in map(units.find_unit, units.known_units(dimension)):
        suffix = _suffix(unit, typed=each.id)
        exact |= dict.fromkeys(map(_spelling, each.exact), suffix)
        loose |= dict.fromkeys((_spelling(name).lower() for name in each.loose), suffix)
    return BoxUnits(
        label=_suffix(unit, typed=ask_in or unit),
        exact=exact,
        loose=loose,
        letters=letters,
        whole=_suffix(unit, typed=units.base_of(unit)),
        refuses_bits=dimension in ("byte", "byte/s"),
        asks_percent=(ask_in or unit) in ("%", "‰"),
        shows_label=ask_in is not None,
    )


def expected_units(unit: str | None, lang: str) -> str:
    """What a refusal says was expected, in the reader's language."""
    dimension = units.dimension(unit)
    names = [units.unit_name(each, lang) for each in units.known_units(dimension)]
    listed = ", ".join(name for name in names[:12] if name)
    if dimension == units.PLAIN:
        return {"en": "a number without a unit", "ru": "число без единицы"}[text_language(lang)]
    start = {"en": "the number alone or in", "ru": "число без единицы или с одной из:"}
    return f"{start[text_language(lang)]} {listed}"


def _check_label(unit: str | None, ask_in: str | None) -> None:
    for each in (unit, ask_in):
        units.find_unit(each)
    if not units.fits(unit, ask_in):
        raise units.UnknownUnit(f"a box of {unit or 'plain numbers'} cannot ask in {ask_in!r}")


def _suffix(unit: str | None, *, power: int = 0, typed: str | None = None) -> Suffix:
    size = units.factor(typed or units.base_of(unit))
    ratio = size * 10**power / units.factor(unit)
    return Suffix(ratio.numerator, ratio.denominator, power, typed, power != 0 or size != 1)


def _spelling(name: str) -> str:
    """The micro and the ohm sign have two code points each; NFKC leaves one."""
    return unicodedata.normalize("NFKC", name)


def _letters(unit: str | None) -> Mapping[str, int]:
    """Letters that multiply where such things are counted."""
    dimension = units.dimension(unit)
    if not units.is_count(unit):
        return {}
    if dimension in ("token", "param"):
        return _COUNT_LETTERS | _SMALL_COUNT_LETTERS
    return _COUNT_LETTERS | _SI_LETTERS if dimension.startswith("FLOP") else _COUNT_LETTERS
