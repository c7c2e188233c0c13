"""Grading: the published figures and the known slips, asking, refusing, and never crashing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from question_bank.grading import grade, refused
from question_bank.items import CompiledItem, compile_item
from question_bank.model import (
    Box,
    Item,
    NumericPart,
    Outcome,
    PartOutcome,
    ResponseError,
    Rule,
    Tolerance,
    Variant,
)
from question_bank.numbers import read_slowly
from question_bank.tolerance import accepts
from question_bank.variants import canonical_variant, draw_variant, dump_variant, load_variant
from tests.question_bank.exercises import (
    BREAK_EVEN,
    FILTER_CASCADE,
    LOSS_GAP,
    ZERO3_AND_BUBBLE,
    ZERO_LEDGER,
    compiled,
    number,
    tolerance,
)


def graded(item: Item, responses: dict[str, object], lang: str = "en") -> Outcome:
    return grade(compiled(item), canonical_variant(compiled(item)), responses, lang)


def part(item: Item, id: str, typed: object, lang: str = "en") -> PartOutcome:
    """The outcome of one response to the item's canonical variant."""
    outcome = graded(item, {id: typed}, lang)
    return next(part for part in outcome.parts if part.id == id)


def one_box(rules: list[Rule], **more: Any) -> tuple[CompiledItem, Variant]:
    item = Item("b", "t", "i", {"en": "T"}, {"en": "P"}, [NumericPart("x", rules, **more)])
    made = compile_item(item)
    return made, draw_variant(made, "s")


# --- the published figures -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "responses"),
    [
        (LOSS_GAP, {"L": "1.948310", "Nst": "35.663e9", "Dst": "3.377e12", "Lst": "1.922505",
                    "gap": "0.025804"}),
        (LOSS_GAP, {"L": "1.9483", "Nst": "35.7 billion", "Dst": "3.38T", "Lst": "1.9225",
                    "gap": "0.0258"}),
        (BREAK_EVEN, {"D2": "1.094026e12", "C2": "4.59491e23", "T": "2.12·10^12"}),
        (ZERO3_AND_BUBBLE, {"full": "104.308", "rank": "1.630 GiB", "f1": "17.9 %",
                            "f2": "5.2 %", "m_min": "134"}),
        (ZERO3_AND_BUBBLE, {"full": "112 GB", "rank": "1.75 GB", "f1": "700/39", "f2": "5.185",
                            "m_min": "134.0"}),
        (FILTER_CASCADE, {"s_stage": "75", "s_total": "30 %"}),
    ],
)  # fmt: skip
def test_the_published_figures_score_full(item: Item, responses: dict[str, object]) -> None:
    outcome = graded(item, responses)

    assert [part.verdict for part in outcome.parts] == ["correct"] * len(responses)
    assert outcome.given == outcome.maximum == item.points
    assert outcome.is_graded


def test_the_published_figures_score_full_as_they_are_typed_in_russian() -> None:
    responses: dict[str, object] = {
        "full": "104,31 ГиБ",
        "rank": "1,630",
        "f1": "17,9 %",
        "f2": "5,2 %",
        "m_min": "134",
    }

    assert graded(ZERO3_AND_BUBBLE, responses, "ru").given == 5
    assert part(LOSS_GAP, "Nst", "35,7 млрд", "ru").verdict == "correct"
    assert part(BREAK_EVEN, "T", "2,12·10^12", "ru").verdict == "correct"


@pytest.mark.parametrize(
    ("item", "id", "typed", "mistake", "credit"),
    [
        (ZERO3_AND_BUBBLE, "full", "112", "gb-as-gib", "1/2"),
        (ZERO3_AND_BUBBLE, "rank", "1.75", "gb-as-gib", "1/2"),
        (ZERO3_AND_BUBBLE, "f1", "21.9", "p-over-m", "1/2"),
        (ZERO3_AND_BUBBLE, "f1", "21.9 %", "p-over-m", "1/2"),
        (ZERO3_AND_BUBBLE, "m_min", "133", "not-strict", "1/2"),
        (LOSS_GAP, "Nst", "80.1B", "no-six", "1/2"),
        (LOSS_GAP, "gap", "−0.0258", "sign", "1/2"),
        (BREAK_EVEN, "T", "4.25e12", "factor-2", "1/2"),
        (ZERO_LEDGER, "peak8", "2.3125", "all-divided", "1/2"),
        (FILTER_CASCADE, "s_total", "75", "last-only", "0"),
    ],
)
def test_a_known_slip_is_recognised_with_its_credit_and_text(
    item: Item, id: str, typed: str, mistake: str, credit: str
) -> None:
    outcome = part(item, id, typed)

    assert (outcome.mistake, outcome.rule) == (mistake, mistake)
    assert outcome.credit == Fraction(credit)
    assert outcome.verdict == ("partly" if outcome.credit else "wrong")
    assert outcome.say is not None and outcome.say.startswith("<p>")


def test_the_score_adds_points_times_credit() -> None:
    responses: dict[str, object] = {
        "L": "1.9483",
        "Nst": "80.1e9",
        "Dst": "1",
        "Lst": "1.9225",
        "gap": "-0.0258",
    }

    outcome = graded(LOSS_GAP, responses)

    assert (outcome.given, outcome.maximum) == (Fraction(7, 2), 6)
    assert [part.verdict for part in outcome.parts] == [
        "correct", "partly", "wrong", "correct", "partly"
    ]  # fmt: skip


def test_how_a_number_was_read_is_told() -> None:
    assert part(LOSS_GAP, "L", "1.9483").read_as == "1.9483"
    assert part(LOSS_GAP, "L", "-12345").read_as == "−12,345"
    assert part(ZERO3_AND_BUBBLE, "full", "112").read_as == "112 GiB"
    assert part(ZERO3_AND_BUBBLE, "full", "104,31", "ru").read_as == "104,31 ГиБ"


# --- refused, asked, empty -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "typed", "code"),
    [
        ("L", "abc", "not_a_number"),
        ("L", "1e400", "out_of_range"),
        ("L", "nan", "non_finite"),
        ("L", "7*16", "expression"),
        ("L", "1" * 65, "too_long"),
        ("L", "1_000", "separators"),
        ("L", "", "empty"),
        ("L", "   ", "empty"),
        ("L", None, "empty"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_code_and_a_sentence(
    id: str, typed: object, code: str
) -> None:
    outcome = part(LOSS_GAP, id, typed)

    assert (outcome.verdict, outcome.credit, outcome.code) == ("unreadable", 0, code)
    assert outcome.say


def test_bits_in_a_box_of_bytes_are_refused_not_marked_wrong() -> None:
    assert part(ZERO3_AND_BUBBLE, "full", "112 Gb").code == "bits"


def test_a_missing_part_is_unreadable_and_nothing_is_graded() -> None:
    outcome = graded(LOSS_GAP, {"L": "1.9483"})

    assert not outcome.is_graded
    assert [part.code for part in outcome.parts] == [None, "empty", "empty", "empty", "empty"]
    assert [part.id for part in refused(outcome)] == ["Nst", "Dst", "Lst", "gap"]


@pytest.mark.parametrize("typed", ["1,234", "1,948"])
def test_two_readings_are_asked_about_whether_or_not_one_is_right(typed: str) -> None:
    outcome = part(LOSS_GAP, "L", typed)

    assert (outcome.verdict, outcome.credit, outcome.rule) == ("ask", 0, None)
    assert [reading.other for reading in outcome.readings] == [(), ()]


def test_a_bare_fraction_beside_percent_is_asked_about() -> None:
    for typed in ("0.179", "7/39", "0.999"):
        assert part(ZERO3_AND_BUBBLE, "f1", typed).verdict == "ask"
    assert part(ZERO3_AND_BUBBLE, "f1", "1.0").verdict == "wrong"


def test_the_reading_chosen_is_graded() -> None:
    as_fraction = {"text": "0.179", "reading": "0.179"}
    as_percent = {"text": "0.179", "reading": "0.00179"}

    assert part(ZERO3_AND_BUBBLE, "f1", as_fraction).verdict == "correct"
    assert part(ZERO3_AND_BUBBLE, "f1", as_percent).verdict == "wrong"
    assert part(LOSS_GAP, "L", {"text": "1,948", "reading": "1.948"}).verdict == "correct"
    assert part(LOSS_GAP, "L", {"text": "1.948", "reading": None}).verdict == "correct"
    assert part(LOSS_GAP, "L", {"text": "1.948"}).verdict == "correct"
    assert part(LOSS_GAP, "L", {"text": "1,948", "reading": "7"}).code == "reading"


@pytest.mark.parametrize(
    ("responses", "code", "id"),
    [
        ({"X": "1"}, "unknown_part", "X"),
        ({"L": 1.9483}, "type", "L"),
        ({"L": 10**400}, "type", "L"),
        ({"L": True}, "type", "L"),
        ({"L": ["1"]}, "type", "L"),
        ({"L": {"reading": "1"}}, "type", "L"),
        ({"L": {"text": 1}}, "type", "L"),
        ({"L": {"text": "1", "reading": 1}}, "type", "L"),
        ({"L": {"text": "1", "more": 1}}, "type", "L"),
    ],
)
def test_what_is_no_response_at_all_is_an_error_that_names_the_part(
    responses: dict[str, object], code: str, id: str
) -> None:
    with pytest.raises(ResponseError) as caught:
        graded(LOSS_GAP, responses)

    assert (caught.value.code, caught.value.part) == (code, id)


# --- rules in order ------------------------------------------------------------------------------


def test_the_first_rule_that_accepts_decides() -> None:
    made, variant = one_box(
        [
            Rule("key", "10", tolerance(abs=1)),
            Rule("also-1", "20", tolerance(abs=1)),
            Rule("half", "15", tolerance(abs=5), credit=number("0.5")),
            Rule("none", "15", tolerance(abs=9), credit=0, say={"en": "No."}),
        ]
    )

    def rule(typed: str) -> tuple[str | None, str | None, str]:
        outcome = grade(made, variant, {"x": typed}, "en").parts[0]
        return outcome.rule, outcome.mistake, outcome.verdict

    assert rule("11") == ("key", None, "correct")
    assert rule("19") == ("also-1", None, "correct")
    assert rule("12") == ("half", "half", "partly")
    assert rule("7") == ("none", "none", "wrong")
    assert rule("24.5") == (None, None, "wrong")


def test_too_few_digits_are_sent_back_only_where_the_value_is_right() -> None:
    made, variant = one_box(
        [
            Rule("key", "1.9483", tolerance(abs="0.06")),
            Rule("slip", "3", tolerance(abs="0.06"), credit=number("0.5")),
        ],
        min_digits=3,
    )

    outcomes = {
        typed: grade(made, variant, {"x": typed}, "en").parts[0]
        for typed in ("1.9", "1.90", "1.95", "2.0", "3", "5")
    }

    assert [outcomes[typed].code for typed in outcomes] == [
        "digits", None, None, "digits", None, None
    ]  # fmt: skip
    assert outcomes["1.9"].verdict == "unreadable"
    assert outcomes["1.9"].say == "Right, but give at least 3 significant digits."
    assert outcomes["1.90"].verdict == "correct"
    assert outcomes["3"].verdict == "partly"


EDGES = st.decimals(min_value=-30, max_value=30, places=3).map(str)


@settings(max_examples=200, deadline=None)
@given(
    typed=EDGES
    | st.sampled_from("10 9 11 9.000 11.0 8.999999999999999999999 9.0000000000000000001".split())
    | st.floats(-50, 50).map(repr)
    | st.text("0123456789.,-+eE _", max_size=12),
    lang=st.sampled_from(["en", "ru", "de"]),
    ends=st.sampled_from(["closed", "open", "(]", "[)"]),
    ask_in=st.sampled_from([None, "%"]),
)
def test_the_quick_way_gives_the_verdict_of_the_exact_one(
    typed: str, lang: str, ends: Any, ask_in: str | None
) -> None:
    unit = "fraction" if ask_in else None
    scale = Fraction(1, 100 if ask_in else 1)
    made, variant = one_box(
        [
            Rule("key", f"10*{scale}", Tolerance(abs=scale, ends=ends)),
            Rule("slip", f"-5*{scale}", tolerance(rel="0.1"), credit=0),
            Rule("zero", "0", tolerance(abs="0.001"), credit=number("0.5")),
        ],
        unit=unit,
        ask_in=ask_in,
    )

    outcome = grade(made, variant, {"x": typed}, lang).parts[0]

    key = variant.keys["x"]
    try:
        reading = read_slowly(typed, Box(unit, ask_in), lang)
    except ResponseError as error:
        assert (outcome.verdict, outcome.code) == ("unreadable", error.code)
        return
    if reading.other:
        assert outcome.verdict == "ask"
        return
    rule = next((r.id for r in key.rules if accepts(r.intervals, reading.value)), None)
    assert (outcome.rule, outcome.read_as) == (rule, reading.read_as)


@settings(deadline=None)
@given(typed=st.text(max_size=70), lang=st.sampled_from(["en", "ru", "de", "xx", ""]))
def test_no_typed_text_crashes_grading(typed: str, lang: str) -> None:
    outcome = graded(ZERO3_AND_BUBBLE, {"full": typed, "f1": typed, "m_min": typed}, lang)

    assert 0 <= outcome.given <= outcome.maximum


# --- frozen truth --------------------------------------------------------------------------------


def test_a_stored_variant_is_graded_by_what_was_stored() -> None:
    made = compiled(LOSS_GAP)
    stored = dump_variant(canonical_variant(made))
    stored["keys"]["L"]["rules"][0]["intervals"] = [["5", "6", "[)"]]

    loaded = load_variant(stored)

    assert grade(made, loaded, {"L": "5"}, "en").parts[0].verdict == "correct"
    assert grade(made, loaded, {"L": "6"}, "en").parts[0].verdict == "wrong"
    assert grade(made, loaded, {"L": "1.9483"}, "en").parts[0].verdict == "wrong"


def test_keys_of_any_mapping_can_be_graded() -> None:
    made = compiled(LOSS_GAP)
    plain = replace(canonical_variant(made), keys=dict(canonical_variant(made).keys))

    assert grade(made, plain, {"L": "1.9483"}, "en").parts[0].verdict == "correct"


def test_an_outcome_compares_and_prints_like_its_parts() -> None:
    responses: dict[str, object] = {"L": "1.9483"}

    first, second = graded(LOSS_GAP, responses), graded(LOSS_GAP, responses)

    assert first == second
    assert first.parts[0:2] == list(second.parts)[0:2]
    assert "1.9483" in repr(first)
