"""The table of units, and what may follow a number in a box."""

from __future__ import annotations

from fractions import Fraction

import pytest

from question_bank import units
from question_bank.model import Box
from question_bank.numbers import read_number
from question_bank.units.boxes import box_units


@pytest.mark.parametrize(
    "unit, dimension, factor",
    [
        (None, "none", 1),
        ("none", "none", 1),
        ("%", "fraction", Fraction(1, 100)),
        ("GB", "byte", 10**9),
        ("GiB", "byte", 2**30),
        ("PiB", "byte", 2**50),
        ("TFLOP/s", "FLOP/s", 10**12),
        ("PF-day", "FLOP", 86_400 * 10**15),  # Kaplan et al. 2020: 8.64e19 FLOP
        ("day", "s", 86_400),
        ("us", "s", Fraction(1, 10**6)),
    ],
)
def test_a_unit_has_a_dimension_and_an_exact_size(unit, dimension, factor):
    assert (units.dimension(unit), units.factor(unit)) == (dimension, factor)


@pytest.mark.parametrize("unit", units.known_units())
def test_every_unit_has_a_base_and_names_in_both_languages(unit):
    assert units.factor(units.base_of(unit)) == 1
    assert units.dimension(units.base_of(unit)) == units.dimension(unit)
    assert unit in ("none", "fraction") or all(units.unit_name(unit, lang) for lang in ("en", "ru"))


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("unit", [u for u in units.known_units() if u not in ("none", "fraction")])
def test_every_unit_is_read_by_the_names_it_is_shown_by(unit, lang):
    base = units.base_of(unit)

    for count in (1, 2, 5):
        reading = read_number(f"{count} {units.unit_name(unit, lang, count)}", Box(base), lang)

        assert reading.value == count * units.factor(unit)


@pytest.mark.parametrize(
    "count, name",
    [
        (1, "токен"),
        (2, "токена"),
        (5, "токенов"),
        (11, "токенов"),
        (21, "токен"),
        (Fraction(3, 2), "токена"),
        (None, "токенов"),
    ],
)
def test_russian_names_follow_the_number(count, name):
    assert units.unit_name("token", "ru", count) == name


def test_an_unknown_unit_is_told_with_those_that_are_known():
    with pytest.raises(units.UnknownUnit, match=r"'furlong'.*GiB"):
        units.factor("furlong")


@pytest.mark.parametrize(
    "unit, ask_in, fit",
    [
        ("byte", "GiB", True),
        ("byte", None, True),  # no label
        ("token", "billion", True),
        ("byte", "billion", False),
        (None, "million", True),
        ("byte", "token", False),
        ("furlong", "byte", False),
    ],
)
def test_a_label_fits_its_box(unit, ask_in, fit):
    assert units.fits(unit, ask_in) is fit


@pytest.mark.parametrize(
    "unit, typed, factor",
    [
        ("byte", "B", 1),
        ("byte", "KB", 1000),
        ("byte", "kB", 1000),
        ("byte", "gib", 2**30),
        ("byte", "Гбайт", 10**9),
        ("byte", "гигабайт", 10**9),
        ("byte", "gibibytes", 2**30),
        ("byte", "млрд байт", 10**9),
        ("byte/s", "GB/s", 10**9),
        ("param", "B", 10**9),
        ("param", "млрд. параметров", 10**9),
        ("token", "T Tokens", 10**12),
        ("token", "Т", 10**12),  # the Cyrillic letter
        (None, "млн", 10**6),
        ("FLOP", "zflops", 10**21),
        ("FLOP", "ЗФЛОП", 10**21),
        ("FLOP/s", "TFLOPS", 10**12),
        ("s", "сут.", 86_400),
    ],
)
def test_a_suffix_means_what_the_box_makes_of_it(unit, typed, factor):
    suffix = box_units(unit, None).find(typed)

    assert suffix is not None
    assert Fraction(suffix.numerator, suffix.denominator) == factor


@pytest.mark.parametrize(
    "unit, typed",
    [
        ("byte", "Gb"),
        ("byte", "kb"),
        ("byte", "Gib"),
        ("byte/s", "Gb/s"),
        ("byte", "T"),
        ("fraction", "B"),
        ("FLOP", "FLOP/s"),
        ("s", "M"),
        (None, "m"),
        ("token", "B params"),
    ],
)
def test_a_suffix_of_something_else_means_nothing(unit, typed):
    assert box_units(unit, None).find(typed) is None


def test_a_multiplier_alone_is_refused_beside_a_label_with_a_size_of_its_own():
    assert box_units("FLOP", "PFLOP").find("T") is None
    assert box_units("FLOP", "FLOP").find("T") is not None
