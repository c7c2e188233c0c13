"""How typed numbers are read: the table of readings, then what holds for every text."""

from __future__ import annotations

import re
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from question_bank.model import Box, ResponseError
from question_bank.numbers import (
    explain_refusal,
    number_text,
    parse_number_text,
    plain_float,
    read_number,
    read_plain,
    read_slowly,
    refusal_codes,
    resolve_reading,
)
from question_bank.units import UnknownUnit

PLAIN = Box()
GIB = Box("byte", "GiB")
PERCENT = Box("fraction", "%")
BOXES = [PLAIN, GIB, PERCENT, Box("token"), Box("param", "billion"), Box("FLOP"), Box("s", "day")]
LANGUAGES = ["en", "ru", "de", "fr", "fa", "en-IN"]


def rows() -> list[tuple[Box, str, str, str]]:
    """Every row of readings.tsv, once in English and once in Russian."""
    lines = (Path(__file__).parent / "readings.tsv").read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines:
        if not line.startswith("# "):
            unit, ask_in, typed, en, ru = line.split("\t")
            box = Box(None if unit == "-" else unit, None if ask_in == "-" else ask_in)
            text = re.sub(r"\\u([0-9a-f]{4})", lambda match: chr(int(match[1], 16)), typed)
            found += [(box, text, "en", en), (box, text, "ru", ru)]
    return found


def verdict(text: str, box: Box, lang: str) -> str:
    """A reading as the table writes it."""
    try:
        first = read_number(text, box, lang)
    except ResponseError as refused:
        return f"refused: {refused.code}"
    return " or ".join(number_text(each.value) for each in (first, *first.other))


@pytest.mark.parametrize("box, text, lang, expected", rows())
def test_a_number_is_read_as_the_table_says(box, text, lang, expected):
    assert verdict(text, box, lang) == expected


@pytest.mark.parametrize(
    "text, box, lang, read_as",
    [
        ("1.9483", PLAIN, "en", "1.9483"),
        ("1,63 ГиБ", GIB, "ru", "1,63 ГиБ"),
        ("104.308", GIB, "en", "104.308 GiB"),  # the label's unit, as none was typed
        ("35.7", Box("param"), "en", "35.7"),
        ("35.7B", Box("param"), "en", "35.7 billion"),
        ("2.1T tokens", Box("token"), "ru", "2,1 трлн токенов"),
        ("3", Box("token", "token"), "ru", "3 токена"),
        ("1234", PLAIN, "ru", "1\u00a0234"),
        ("1 234.5", PLAIN, "en", "1,234.5"),
        ("-7.227e23", PLAIN, "en", "−7.227 × 10²³"),
        ("1.20", PLAIN, "ru", "1,20"),  # the digits stay as typed
        ("7/39", PLAIN, "en", "7/39"),
        ("1½", PLAIN, "en", "3/2"),
        ("-0", PLAIN, "en", "0"),
        ("17.9", PERCENT, "en", "17.9 %"),
        ("459Z", Box("FLOP"), "en", "459 × 10²¹"),
    ],
)
def test_the_echo_shows_the_number_as_it_was_read(text, box, lang, read_as):
    assert read_number(text, box, lang).read_as == read_as


@pytest.mark.parametrize(
    "text, echoes",
    [
        ("0.179", ["0.179 %", "0.179 = 17.9 %"]),
        ("7/39", ["7/39 %", "7/39 ≈ 17.9487 %"]),
    ],
)
def test_a_bare_fraction_beside_a_percent_label_has_both_readings(text, echoes):
    first = read_number(text, PERCENT, "en")

    assert [each.read_as for each in (first, *first.other)] == echoes


@pytest.mark.parametrize(
    "text, digits",
    [
        ("0.0010", (2, 2)),
        ("100.", (3, 3)),
        ("1.00e3", (3, 3)),
        ("0.00", (2, 2)),
        ("100", (1, 3)),
        ("1 200", (2, 4)),
        ("0", (1, 1)),
        ("007", (1, 1)),
        ("7/39", (1, 64)),  # exact
        ("10^12", (1, 1)),
    ],
)
def test_significant_digits_are_counted_as_stack_counts_them(text, digits):
    assert read_number(text, PLAIN, "en").digits == digits


@pytest.mark.parametrize(
    "text, box, lang, chosen, value",
    [
        ("1.234", PLAIN, "ru", "1234", Fraction(1234)),
        ("1.234", PLAIN, "ru", "1.234", Fraction("1.234")),
        ("0.179", PERCENT, "en", "0.179", Fraction("0.179")),
        ("0.179", PERCENT, "en", "0.00179", Fraction("0.00179")),
        ("7/39", PERCENT, "en", "7/39", Fraction(7, 39)),
        ("1,234", GIB, "en", "1324997410816", Fraction(1234 * 2**30)),
        ("1,234", GIB, "en", "1234", Fraction(1234 * 2**30)),  # in the unit of the label
        ("5", PLAIN, "en", "5", Fraction(5)),
    ],
)
def test_a_chosen_reading_is_the_only_one(text, box, lang, chosen, value):
    reading = resolve_reading(text, box, lang, chosen)

    assert (reading.value, reading.other) == (value, ())


@pytest.mark.parametrize("chosen", ["1235", "", "abc", "1/0", "1e3", "1" * 5000])
def test_a_reading_that_does_not_exist_is_refused(chosen):
    with pytest.raises(ResponseError) as refused:
        resolve_reading("1.234", PLAIN, "ru", chosen)

    assert refused.value.code == "reading"


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("code", refusal_codes())
def test_every_refusal_says_what_was_expected(code, lang):
    sentence = explain_refusal(code, lang)

    assert {"en": "Expected", "ru": "Ожида"}[lang] in sentence
    assert "{" not in sentence


def test_a_refused_unit_is_named_together_with_those_that_fit():
    with pytest.raises(ResponseError) as refused:
        read_number("35.7 tokens", GIB, "en")

    assert "“tokens”" in refused.value.message
    assert "GiB" in refused.value.message


@pytest.mark.parametrize("text", ["9.099×10 −1", "9.099×10−1", "1.2×1012"])
def test_a_lost_exponent_is_refused_with_a_hint(text):
    with pytest.raises(ResponseError, match="exponent") as refused:
        read_number(text, PLAIN, "en")

    assert refused.value.code == "expression"


@pytest.mark.parametrize("box", [Box("furlong"), Box("byte", "token"), Box(None, "GiB")])
def test_a_box_of_unknown_or_unfit_units_is_the_authors_fault(box):
    with pytest.raises(UnknownUnit):
        read_number("5", box, "en")


def test_the_largest_exponent_is_read_exactly():
    assert read_number("1e300", PLAIN, "en").value == 10**300
    assert read_number("-1e-300", PLAIN, "en").value == -Fraction(1, 10**300)


typed = st.one_of(
    st.text(max_size=70),
    st.text(alphabet="0123456789.,' +-−*/^()eE×x%10BTGkiбГ½²³=~;_\u00a0\u200b", max_size=24),
    st.from_regex(r"[-+]?[0-9]{1,7}([.,][0-9]{1,7})?([eE][-+]?[0-9]{1,3})?", fullmatch=True),
    st.from_regex(r"[0-9 ,.]{1,12} ?(GB|ГиБ|%|T|tokens|млрд|e5|/3)?", fullmatch=True),
)


@given(text=typed, box=st.sampled_from(BOXES), lang=st.sampled_from(LANGUAGES))
@settings(max_examples=600, deadline=None)
def test_any_text_is_read_or_refused_with_a_known_code(text, box, lang):
    try:
        first = read_number(text, box, lang)
    except ResponseError as refused:
        assert refused.code in refusal_codes()
    else:
        assert all(abs(each.value) <= 10**300 for each in (first, *first.other))
        assert len({each.value for each in (first, *first.other)}) == 1 + len(first.other)


@given(text=typed, box=st.sampled_from(BOXES), lang=st.sampled_from(LANGUAGES))
@settings(max_examples=600, deadline=None)
@example(text="1.234", box=PLAIN, lang="ru")
@example(text="0,500", box=PERCENT, lang="en")
def test_the_fast_path_gives_the_verdict_of_the_slow_one(text, box, lang):
    fast = read_plain(text, box, lang)

    assert fast is None or fast == read_slowly(text, box, lang)


@given(text=typed, box=st.sampled_from(BOXES), lang=st.sampled_from(LANGUAGES))
@settings(max_examples=600, deadline=None)
@example(text=" 1.234\u00a0", box=PLAIN, lang="ru")
@example(text="1_0.5", box=PLAIN, lang="en")
@example(text="0.000001e303", box=PLAIN, lang="en")
def test_a_plain_float_is_the_only_reading_in_the_unit_of_the_label(text, box, lang):
    value = plain_float(text, lang)

    if value is not None and not (box == PERCENT and -1 < value < 1):
        slow = read_slowly(text, Box(box.unit), lang)
        assert slow.other == ()
        assert float(slow.value) == value


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("text", ["1.9483", "35.66e9", "-0.0258", "134"])
def test_ordinary_numbers_are_plain(text, lang):
    assert plain_float(text, lang) == float(text)
    assert read_plain(text, PLAIN, lang) is not None


HOSTILE = """
    1*64 1_*32 1,*32 (*64 1e*32 -_*32 x=*32 1/*32 a*64 ½*64 ²*64 \ufdfa*64 10^*21 1.1*10*10
    _*1000000 9*1000000 1e*30 _or*20 0.*32 ٫*64 '1*32 10**64
""".split()


@pytest.mark.parametrize("recipe", HOSTILE)
def test_hostile_texts_are_settled_at_once(recipe):
    piece, _, times = recipe.rpartition("*")
    text = piece.replace("_", " ") * int(times)
    start = time.perf_counter()

    for box in BOXES:
        verdict(text, box, "en")

    assert time.perf_counter() - start < 0.5


numbers = st.one_of(
    st.integers(),
    st.fractions(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.decimals(allow_nan=False, allow_infinity=False, places=5).map(Fraction),
)


@given(value=numbers)
def test_number_text_round_trips_exactly(value):
    text = number_text(value)

    assert parse_number_text(text) == (Fraction(repr(value)) if isinstance(value, float) else value)


@pytest.mark.parametrize(
    "value, text",
    [
        (Fraction("1750199173.12"), "1750199173.12"),
        (23_500_000_000, "23500000000"),
        (Fraction(7, 39), "7/39"),
        (Fraction(-1, 8), "-0.125"),
        (-0.0, "0"),
        (1e22, "10000000000000000000000"),
        (0.1, "0.1"),
        (Fraction(1, 2**2000), f"1/{2**2000}"),
    ],
)
def test_number_text_is_a_plain_decimal_or_a_fraction(value, text):
    assert number_text(value) == text


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
def test_number_text_refuses_what_is_not_finite(value):
    with pytest.raises(ValueError, match="finite"):
        number_text(value)


@pytest.mark.parametrize("text", ["", " 1", "1e5", "1/0", "1.", ".5", "+1", "１", "1/-2", "--1"])
def test_parse_number_text_takes_nothing_else(text):
    with pytest.raises(ValueError, match="expected"):
        parse_number_text(text)
