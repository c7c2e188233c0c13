"""Units of answers: their dimension, their size in the base unit, and what people call them.

The rows stand in unit_rows.py. The base unit of a dimension has factor 1: byte, token, param,
FLOP, s, fraction, ... A factor is exact. `none` is the unit of a plain number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType

from question_bank.printing.signs import text_language
from question_bank.units.rows import ROWS, SCALES, Row

PLAIN = "none"


class UnknownUnit(ValueError):
    """A unit that is not in the table, or does not belong to the box it is asked in."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit. `names` by language: the forms for 1, for a few, for many; or one for all.

    `exact` are spellings whose letter case matters (`Gb` would be bits), `loose` any case.
    """

    id: str
    dimension: str
    factor: Fraction
    names: Mapping[str, Sequence[str]]
    exact: Sequence[str]
    loose: Sequence[str]


def _unit(row: Row) -> Unit:
    names = {lang: tuple(forms.split("|")) for lang, forms in (("en", row.en), ("ru", row.ru))}
    return Unit(
        id=row.id,
        dimension=row.dimension,
        factor=Fraction(row.factor),
        names=MappingProxyType(names),
        exact=tuple(row.exact),
        loose=tuple(row.loose),
    )


UNITS: Mapping[str, Unit] = MappingProxyType({row.id: _unit(row) for row in ROWS})


def find_unit(unit: str | None) -> Unit:
    """The unit of that id; None is the plain number. Raises UnknownUnit."""
    try:
        return UNITS[unit or PLAIN]
    except KeyError:
        raise UnknownUnit(
            f"unknown unit {unit!r}; expected one of {', '.join(known_units())}"
        ) from None


def is_known(unit: str | None) -> bool:
    return (unit or PLAIN) in UNITS


def known_units(dimension: str | None = None) -> tuple[str, ...]:
    """Ids of all units, or of those of one dimension, in the order of the table."""
    return tuple(unit.id for unit in UNITS.values() if dimension in (None, unit.dimension))


def dimension(unit: str | None) -> str:
    return find_unit(unit).dimension


def factor(unit: str | None) -> Fraction:
    """How many base units one of these is: `factor("GiB")` is 2**30."""
    return find_unit(unit).factor


@cache  # as many entries as there are units
def base_of(unit: str | None) -> str:
    """The unit of the same dimension whose factor is 1: `base_of("GiB")` is `byte`."""
    wanted = dimension(unit)
    return next(u.id for u in UNITS.values() if u.dimension == wanted and u.factor == 1)


def fits(unit: str | None, ask_in: str | None) -> bool:
    """Whether a box of `unit` may be labelled `ask_in`: same dimension, or a scale of a count.

    A box of tokens may ask in `billion`; a box of bytes may not. None is no label.
    """
    if ask_in is None:
        return is_known(unit)
    if not (is_known(unit) and is_known(ask_in)):
        return False
    return dimension(unit) == dimension(ask_in) or (is_scale(ask_in) and is_count(unit))


def is_scale(unit: str | None) -> bool:
    """True of thousand, million, billion, trillion."""
    return unit in SCALES


def is_count(unit: str | None) -> bool:
    """True of things people count in millions and billions: plain numbers, tokens, FLOP, ..."""
    return dimension(unit) not in ("fraction", "byte", "byte/s", "s")


def is_inflected(unit: str | None) -> bool:
    """Whether the name changes with the number before it, as `token`, `tokens` does."""
    return len(find_unit(unit).names["en"]) > 1


def unit_name(unit: str | None, lang: str, count: Fraction | int | None = None) -> str:
    """What the unit is called on a label, or after a number: `GiB`, `ГиБ`, `tokens`, `токена`.

    Empty for plain numbers and fractions.
    """
    language = text_language(lang)
    forms = find_unit(unit).names[language]
    return forms[_form(language, count)] if len(forms) > 1 else forms[0]


def _form(lang: str, count: Fraction | int | None) -> int:
    """Index of the plural form; many when the count is not known."""
    if count is None:
        return -1
    if lang != "ru":
        return 0 if count == 1 else -1
    if count.denominator != 1:
        return 1  # 1,5 токена
    last_two, last = abs(int(count)) % 100, abs(int(count)) % 10
    if 11 <= last_two <= 14:
        return 2
    return 0 if last == 1 else 1 if 2 <= last <= 4 else 2
