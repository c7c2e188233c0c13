"""Draws: the same seed gives the same variant, for ever and everywhere."""

from __future__ import annotations

import json
import platform
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from question_bank import parameters
from question_bank.expressions.runtime import decimal_exponent
from question_bank.items import compile_item
from question_bank.model import Item, LogUniform, Parameter, Scenario, Steps, Tolerance, Values
from question_bank.variants import (
    NoVariant,
    canonical_variant,
    draw_variant,
    dump_variant,
    load_variant,
    prompt_hash,
)
from tests.question_bank.exercises import (
    BREAK_EVEN,
    EXERCISES,
    LOSS_GAP,
    ZERO3_AND_BUBBLE,
    box,
    compiled,
    number,
)

EVEN = 1 << 58  # 64 numbers spread over all that SHA-256 can give


def taken(parameter: Values | Steps | LogUniform) -> list[object]:
    take = parameters.taker(parameter)
    return [take(index * EVEN) for index in range(64)]


def test_a_list_is_drawn_evenly() -> None:
    assert Counter(taken(Values((3, 5, 7, 11)))) == {3: 16, 5: 16, 7: 16, 11: 16}


def test_a_grid_is_drawn_evenly_with_both_ends_and_stays_exact() -> None:
    values = taken(Steps(number("0.2"), number("0.9"), number("0.1")))

    assert Counter(values) == {Fraction(tenth, 10): 8 for tenth in range(2, 10)}
    assert Counter(taken(Steps(-1, 2, 1))) == {-1: 16, 0: 16, 1: 16, 2: 16}


def test_a_loguniform_draw_is_even_in_its_decades_and_rounded_exactly() -> None:
    values = taken(LogUniform(number("1e-2"), 100, 2))

    assert all(10 ** (1 - decimal_exponent(value)) * value % 1 == 0 for value in values)
    assert Counter(map(decimal_exponent, values)) == {-2: 16, -1: 16, 0: 16, 1: 16}


def test_a_whole_number_is_an_int_wherever_it_comes_from() -> None:
    values = [*taken(LogUniform(1, 1000, 3)), *taken(Steps(0, 2, number("0.5")))]

    assert all(isinstance(value, int) for value in values if value == int(value))


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1))
def test_every_number_picks_a_value_within_the_ends(bits: int) -> None:
    loguniform = parameters.taker(LogUniform(number("1.5e-3"), number("9.99e7"), 3))
    steps = parameters.taker(Steps(1, 9, 2))

    assert Fraction(15, 10**4) <= loguniform(bits) <= 99_900_000
    assert steps(bits) in (1, 3, 5, 7, 9)


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        (Values((1, 2, 3)), 3),
        (Steps(1, 9, 2), 5),
        (Steps(number("0.1"), 1, number("0.1")), 10),
        (LogUniform(1, 10, 1), 10),
        (LogUniform(number("0.95"), 10, 2), 5 + 91),
        (LogUniform(10**9, 80 * 10**9, 3), 900 + 701),
        (Scenario({"a": (1, 2), "b": (3, 4)}), 2),
    ],
)
def test_the_values_of_a_parameter_can_be_counted(parameter: Parameter, expected: int) -> None:
    assert parameters.count(parameter) == expected


@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        (Values(()), "1 to 10000 values, got 0"),
        (Values((1, 2, 1)), "the value 1 stands there twice"),
        (Steps(1, 5, 0), "step must be above 0"),
        (Steps(5, 1, 1), "is empty"),
        (Steps(1, 6, 2), "never reaches 6"),
        (Steps(0, 10**12, 1), "at most"),
        (LogUniform(0, 5, 2), "0 < from < to"),
        (LogUniform(5, 5, 2), "0 < from < to"),
        (LogUniform(1, 5, 0), "sig must be 1 to 15"),
        (LogUniform(number("1.25"), 5, 2), "more than sig: 2"),
        (LogUniform(1, 10**200, 1), "between 1e-100 and 1e100"),
        (Scenario({"a": (1, 2), "b": (3,)}), "same length"),
        (Scenario({"a": (1, 1), "b": (3, 3)}), "two rows"),
    ],
)
def test_a_parameter_that_makes_no_sense_is_told(parameter: Parameter, message: str) -> None:
    assert message in parameters.faults(parameter)[0]


def test_every_parameter_is_decided_by_its_own_hash() -> None:
    head = parameters.head(parameters.domain("llm-pretraining/loss-gap", "ab12"), "s1", 3)

    text = "etude1|llm-pretraining/loss-gap|ab12|s1|3|N"
    assert parameters.number(head, b"N") == int(sha256(text.encode()).hexdigest()[:16], 16)


def test_the_columns_of_a_scenario_are_drawn_together() -> None:
    pairs = set(
        zip(*(BREAK_EVEN.params["pair"].columns[name] for name in ("N1", "N2")), strict=True)
    )

    variants = [draw_variant(compiled(BREAK_EVEN), str(seed)) for seed in range(100)]

    assert {(v.values["N1"], v.values["N2"]) for v in variants} <= pairs
    assert len({v.values["N1"] for v in variants}) > 6


def test_another_parameter_does_not_change_what_a_seed_draws() -> None:
    head = parameters.head("domain", "seed", 0)

    assert parameters.number(head, b"N") != parameters.number(head, b"M")
    assert parameters.number(head, b"N") == parameters.number(head, b"N")


def test_stored_rows_win_over_parameters() -> None:
    rows = [{"x": 4, "answer": 41}, {"x": 5, "answer": 52}]
    item = Item(
        "b",
        "t",
        "rows",
        {"en": "Rows"},
        {"en": "What of {x}?"},
        [box("a", "answer", Tolerance(exact=True))],
        params={"x": Values((1, 2))},
        rows=rows,
    )

    made = compile_item(item)

    drawn = [draw_variant(made, str(seed)).values for seed in range(30)]

    assert {(values["x"], values["answer"]) for values in drawn} == {(4, 41), (5, 52)}


def test_a_seed_gives_the_same_variant_again() -> None:
    for item in EXERCISES:
        first = draw_variant(compiled(item), "seed 1")

        assert draw_variant(compile_item(item), "seed 1") == first


def test_mending_a_text_does_not_reshuffle_variants() -> None:
    mended = replace(LOSS_GAP, prompt={"en": "Find the gap."}, title={"en": "Gap"}, hints=())

    assert compile_item(mended).grading_hash == compiled(LOSS_GAP).grading_hash
    assert compile_item(mended).text_hash != compiled(LOSS_GAP).text_hash


def test_a_neighbours_constant_or_function_does_not_reshuffle_variants() -> None:
    shared = replace(
        LOSS_GAP,
        constants={**LOSS_GAP.constants, "other": 5},
        functions={**LOSS_GAP.functions, "twice(x)": "2*x"},
    )

    assert compile_item(shared).grading_hash == compiled(LOSS_GAP).grading_hash


@pytest.mark.parametrize(
    "changed",
    [
        replace(LOSS_GAP, constants={**LOSS_GAP.constants, "A0": number("406.5")}, canonical=None),
        replace(LOSS_GAP, derive={**LOSS_GAP.derive, "extra": "1"}),
        replace(LOSS_GAP, require=LOSS_GAP.require[:2]),
        replace(LOSS_GAP, params={**LOSS_GAP.params, "D": Values((15 * 10**12,))}),
        replace(LOSS_GAP, parts=LOSS_GAP.parts[:4]),
        replace(LOSS_GAP, separate=False),
    ],
)
def test_what_decides_a_grade_changes_the_grading_hash(changed: Item) -> None:
    assert compile_item(changed).grading_hash != compiled(LOSS_GAP).grading_hash


@pytest.mark.parametrize("item", EXERCISES, ids=lambda item: item.id)
def test_a_stored_variant_is_the_same_when_loaded(item: Item) -> None:
    variant = draw_variant(compiled(item), "s1")

    stored = json.loads(json.dumps(dump_variant(variant)))

    loaded = load_variant(stored)
    assert loaded == variant
    assert dump_variant(loaded) == dump_variant(variant)
    assert [type(value) for value in loaded.values.values()] == [
        type(value) for value in variant.values.values()
    ]
    assert prompt_hash(compiled(item), loaded) == prompt_hash(compiled(item), variant)


def test_every_draw_meets_the_conditions() -> None:
    for seed in range(300):
        values = draw_variant(compiled(ZERO3_AND_BUBBLE), str(seed)).values

        assert values["m1"] >= values["p"]
        assert values["rank"] != values["P"]
        assert values["m_min"] not in (values["R"], values["m1"], values["m2"])


def test_no_known_mistake_lies_within_two_tolerances_of_the_key() -> None:
    for seed in range(300):
        variant = draw_variant(compiled(ZERO3_AND_BUBBLE), str(seed))
        for part in ("f1", "f2"):
            key, mistake = variant.keys[part].rules

            assert abs(key.value - mistake.value) > Fraction(2 * 5, 10_000)


def test_separate_can_be_switched_off() -> None:
    item = compile_item(replace(ZERO3_AND_BUBBLE, separate=False))

    draws = [draw_variant(item, str(seed)).draws for seed in range(50)]

    assert sum(draws) < sum(
        draw_variant(compiled(ZERO3_AND_BUBBLE), str(seed)).draws for seed in range(50)
    )


def test_no_variant_tells_how_often_which_condition_failed() -> None:
    item = replace(LOSS_GAP, require=["N > 1", "gap > 100", "1/(N-N) > 0"], canonical=None)
    compiled_item = compile_item(item, trial_draws=0)

    with pytest.raises(NoVariant) as caught:
        draw_variant(compiled_item, "s1")

    assert caught.value.failed == {"require[1]: gap > 100": 200}
    assert "200 x require[1]: gap > 100" in str(caught.value)


def test_a_formula_that_cannot_be_worked_out_is_a_draw_that_failed() -> None:
    item = replace(
        LOSS_GAP,
        params={"N": Values((0, 1)), "D": Values((0, 1))},
        derive={"q": "D/N", "r": "sqrt(q - 1/2)"},
        require=(),
        parts=[box("r", "r", Tolerance(abs=1))],
        prompt={"en": "{N} {D}"},
        solution=(),
        hints=(),
        canonical=None,
    )
    made = compile_item(item)

    drawn = [draw_variant(made, str(seed)) for seed in range(40)]

    assert {(v.values["N"], v.values["D"]) for v in drawn} == {(1, 1)}
    assert max(v.draws for v in drawn) > 3


def digest() -> str:
    """What 400 seeds of every exercise give, keys included."""
    hashed = sha256()
    for item in EXERCISES:
        hashed.update(json.dumps(dump_variant(canonical_variant(compiled(item)))).encode())
        for seed in range(400):
            hashed.update(
                json.dumps(dump_variant(draw_variant(compiled(item), str(seed)))).encode()
            )
    return hashed.hexdigest()


@pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="C libraries differ in the last bit of pow and exp"
)
def test_draws_and_keys_are_the_same_on_every_python() -> None:
    assert digest() == "de78177f358359439f82f336ce9265825e838d1daaa04f0ad3bfc860f0d003e3"
