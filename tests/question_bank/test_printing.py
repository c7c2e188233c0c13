"""Printed numbers: formats, exact rounding, and that they read back through our own reader."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import pytest
from babel.localedata import locale_identifiers
from hypothesis import given, settings
from hypothesis import strategies as st

from question_bank.model import Box
from question_bank.numbers import read_number
from question_bank.printing import is_format, print_number, print_quantity
from question_bank.printing.rounding import fixed, significant
from question_bank.printing.signs import signs_of

NO_BREAK = "\u00a0"


@pytest.mark.parametrize(
    "value, spec, en, ru",
    [
        (8_030_000_000, "si3", "8.03B", "8,03 млрд"),
        (70_000_000_000, "si3", "70B", "70 млрд"),
        (35663093470.12, "si5", "35.663B", "35,663 млрд"),
        (999_960_000_000, "si3", "1T", "1 трлн"),  # rounding carries into the next suffix
        (128_000, "si3", "128K", "128 тыс."),
        (512, "si3", "512", "512"),
        (6 * 10**23, "si3", "6 × 10²³", "6 × 10²³"),
        (7.227e23, "sci4", "7.227 × 10²³", "7,227 × 10²³"),
        (Fraction(-1, 400), "sci2", "−2.5 × 10⁻³", "−2,5 × 10⁻³"),
        (0, "sci4", "0", "0"),
        (1.9483096527, "fix6", "1.948310", "1,948310"),
        (-0.0004, "fix2", "0.00", "0,00"),
        (Fraction(7, 39), "pct1", "17.9 %", "17,9 %"),
        (8_030_000_000, "int", "8,030,000,000", "8\u00a0030\u00a0000\u00a0000"),
        (Fraction(5, 2), "int", "3", "3"),
        (Fraction("0.34"), "", "0.34", "0,34"),
        (406.4, "g", "406.4", "406,4"),
        (Fraction(7, 39), "g", "0.179487", "0,179487"),
        (0.025804333215, "g", "0.0258043", "0,0258043"),
        (1e-7, "g", "1 × 10⁻⁷", "1 × 10⁻⁷"),
        (16.0, "g", "16", "16"),
    ],
)
def test_a_format_prints_in_the_signs_of_the_language(value, spec, en, ru):
    assert print_number(value, spec, "en").text == en
    assert print_number(value, spec, "ru").text == ru


def test_html_does_not_break_inside_a_number():
    printed = print_number(7.227e23, "sci4", "en")

    assert printed.html == f"7.227{NO_BREAK}×{NO_BREAK}10<sup>23</sup>"
    assert " " not in print_number(8 * 10**9, "si3", "ru").html


@pytest.mark.parametrize("spec", ["g", "fix2", "sci3", "si3", "pct1"])
@pytest.mark.parametrize("value", [-1.5e-9, 7, 8.03e9, -7.2e23])
def test_mathml_is_one_wellformed_element(value, spec):
    printed = print_number(value, spec, "ru")

    element = ElementTree.fromstring(printed.mathml)

    assert element.tag in ("mn", "mrow")


@pytest.mark.parametrize("spec", ["fix", "fix16", "sci-1", "%.3f", "d", "si３", "g3"])
def test_an_unknown_format_is_told(spec):
    assert not is_format(spec)
    with pytest.raises(ValueError, match="unknown number format"):
        print_number(1, spec, "en")


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
def test_what_is_not_finite_is_not_printed(value):
    with pytest.raises(ValueError, match="finite"):
        print_number(value, "g", "en")


@pytest.mark.parametrize(
    "value, places, text",
    [
        (2.675, 2, "2.68"),  # the decimal it prints as, not the binary below it
        (0.125, 2, "0.13"),
        (Fraction(-1, 8), 2, "-0.13"),
        (Fraction(2, 3), 4, "0.6667"),
    ],
)
def test_a_half_goes_away_from_zero(value, places, text):
    negative, whole, part = fixed(value, places)

    assert ("-" if negative else "") + f"{whole}.{part}" == text


@given(value=st.fractions(), digits=st.integers(1, 15))
def test_rounding_to_significant_digits_is_exact(value, digits):
    negative, figures, power = significant(value, digits)
    rounded = int(figures) * Fraction(10) ** (power - digits + 1)
    unit = Fraction(10) ** (power - digits + 1)

    assert negative == (value < 0)
    assert len(figures) == digits
    assert abs(abs(value) - rounded) * 2 <= unit


@pytest.mark.parametrize(
    "value, box, lang, text",
    [
        (112 * 10**9, Box("byte", "GiB"), "en", "104.308 GiB"),
        (112 * 10**9, Box("byte", "GiB"), "ru", "104,308 ГиБ"),
        (2, Box("token"), "ru", "2 токена"),
        (Fraction(1, 4), Box("fraction", "%"), "en", "25 %"),
        (1.5, Box(), "en", "1.5"),
    ],
)
def test_a_key_is_printed_as_its_box_asks_for_it(value, box, lang, text):
    assert print_quantity(value, box, lang).text == text


# --- the promise: what is printed reads back -------------------------------------------------

magnitudes = st.integers(-30, 40)
mantissas = st.integers(-(10**15), 10**15)
values = st.one_of(
    st.integers(-(10**18), 10**18),
    st.builds(lambda m, e: m * Fraction(10) ** (e - 15), mantissas, magnitudes),
    st.floats(-1e40, 1e40).filter(lambda x: x == 0 or abs(x) > 1e-40),
    st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=1000),
)
specs = st.sampled_from(["", "g", "int", "fix2", "fix6", "sci1", "sci4", "si3", "si5", "pct1"])
languages = st.sampled_from(sorted(locale_identifiers()))


def rounded(value: Fraction, spec: str) -> Fraction:
    """The value as a format of a known number of decimals or digits rounds it."""
    if spec[:3] in ("fix", "int", "pct"):
        places = int(spec[3:] or 0) + (2 if spec.startswith("pct") else 0)
        negative, whole, part = fixed(value, places)
        return Fraction(f"{'-' if negative else ''}{whole}.{part or 0}")
    negative, figures, power = significant(value, int(spec[-1:]))
    return (-1 if negative else 1) * int(figures) * Fraction(10) ** (power + 1 - len(figures))


@given(value=values, spec=specs, lang=languages)
@settings(max_examples=1000, deadline=None)
def test_what_is_printed_reads_back_in_every_language(value, spec, lang):
    text = print_number(value, spec, lang).text
    box = Box("fraction", "%") if spec.startswith("pct") else Box()
    exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)

    reading = read_number(text, box, lang)

    assert text.count(signs_of(lang).group) == 1 or not reading.other
    if spec not in ("", "g"):
        assert reading.value == rounded(exact, spec)
    else:
        assert abs(reading.value - exact) <= abs(exact) / 10**5


@given(value=values, lang=languages)
@settings(max_examples=300, deadline=None)
def test_a_printed_key_reads_back_in_its_box(value, lang):
    box = Box("byte", "GiB")

    reading = read_number(print_quantity(value, box, lang).text, box, lang)

    assert abs(reading.value - Fraction(value)) <= abs(Fraction(value)) / 10**5
