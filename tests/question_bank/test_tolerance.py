"""Which values a tolerance accepts: every form, exactly to its edges."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from question_bank.model import Interval, Number, Tolerance
from question_bank.tolerance import accepts, exact_value, faults, intervals, is_near
from tests.question_bank.exercises import tolerance

GIB = Fraction(2**30)


def is_accepted(accepted: Tolerance, key: Number, typed: str, **more: object) -> bool:
    return accepts(intervals(accepted, key, **more), Fraction(typed))


@pytest.mark.parametrize(
    ("accepted", "key", "right", "wrong"),
    [
        (tolerance(abs="5e-4"), "1.9483", "1.9478 1.9488", "1.94779999 1.94880001"),
        (tolerance(rel="0.01"), "200", "198 202", "197.999 202.001"),
        (tolerance(rel="0.01"), "-200", "-198 -202", "-197.999 -202.001 200"),
        # A sample with its response first: key 4.136, 5 % of the response.
        (tolerance(rel="0.05", of="response"), "4.136", "3.94 4.35", "3.93 4.36"),
        (tolerance(rel="0.05", of="response"), "-4.136", "-3.94 -4.35", "-3.93 -4.36"),
        (tolerance(rel="0.05", of="response"), "0", "0", "0.001 -0.001"),
        (tolerance(ratio="1"), "7", "3.5 14", "3.49 14.01"),
        (tolerance(ratio="1"), "-7", "-14 -3.5", "-14.01 -3.49 7"),
        (tolerance(ratio="0.5"), "0", "0", "0.1"),
        (tolerance(sig=3), "104.308", "104 103.808 104.808 104.5", "103.8 104.81"),
        (tolerance(sig=3), "0.012345", "0.0123 0.012395", "0.0122 0.0124"),
        (tolerance(sig=2), "0.125", "0.12 0.13", "0.119 0.131"),  # a tie: both roundings
        (tolerance(sig=3), "9.996", "10.0 9.991", "10.01 9.99"),
        (tolerance(sig=2), "-0.125", "-0.12 -0.13", "-0.119 0.12"),
        (tolerance(sig=2), "0", "0", "0.001"),
        (tolerance(dp=2), "1.005", "1.00 1.01", "0.99 1.011"),
        (tolerance(dp=0), "134", "133.5 134.5", "133.4 134.6"),
        (tolerance(exact=True), "134", "134 134.0", "133.999999999"),
        (tolerance(abs="1", ends="open"), "5", "4.001 5.999", "4 6"),
        (tolerance(abs="1", ends="(]"), "5", "6 4.001", "4"),
        (tolerance(abs="1", ends="[)"), "5", "4 5.999", "6"),
        (tolerance(abs="0.1", rel="0.5"), "10", "5 15", "4.9 15.1"),
        (tolerance(abs="0.1", exact=True), "10", "9.9 10 10.1", "9.8"),
    ],
)
def test_every_form_accepts_to_its_edges(
    accepted: Tolerance, key: str, right: str, wrong: str
) -> None:
    for typed in right.split():
        assert is_accepted(accepted, Fraction(key), typed), typed
    for typed in wrong.split():
        assert not is_accepted(accepted, Fraction(key), typed), typed


def test_a_range_is_its_two_ends() -> None:
    accepted = Tolerance(range=("lo", "hi"), ends="[)")

    found = intervals(accepted, 5, bounds=(Fraction(1, 3), 7.25))

    assert found == (Interval(Fraction(1, 3), Fraction(29, 4), False, True),)


def test_digits_count_in_the_unit_of_the_label() -> None:
    key = 112 * 10**9  # bytes, 104.308... GiB

    assert is_accepted(tolerance(sig=3), key, str(104 * 2**30), scale=GIB)
    assert not is_accepted(tolerance(sig=3), key, str(105 * 2**30), scale=GIB)
    assert is_accepted(tolerance(dp=1), Fraction(7, 39), "0.179", scale=Fraction(1, 100))
    assert not is_accepted(tolerance(dp=1), Fraction(7, 39), "0.178", scale=Fraction(1, 100))


def test_a_float_key_is_the_decimal_it_prints_as() -> None:
    assert exact_value(0.1) == Fraction(1, 10)
    assert exact_value(1e300) == 10**300
    assert exact_value(-0.0) == 0
    assert is_accepted(tolerance(abs="0.2"), 0.1, "0.3")


@settings(deadline=None)
@given(
    key=st.decimals(-1000, 1000, places=4).map(Fraction),
    share=st.sampled_from(["0.01", "0.02", "0.005", "0.1"]),
)
def test_an_answer_exactly_on_the_edge_is_right(key: Fraction, share: str) -> None:
    edge = key * (1 + Fraction(share))

    assert accepts(intervals(tolerance(rel=share), float(key)), edge)
    assert accepts(intervals(tolerance(abs=share), float(key)), key + Fraction(share))


@settings(deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_finite_key_is_accepted_by_its_own_tolerance(key: float) -> None:
    forms = [tolerance(abs="1"), tolerance(rel="0.01"), tolerance(rel="0.1", of="response")]
    forms += [tolerance(ratio="2"), tolerance(sig=3), tolerance(dp=3), tolerance(exact=True)]

    for form in forms:
        assert accepts(intervals(form, key), exact_value(key))


@pytest.mark.parametrize(
    ("accepted", "key", "near", "far"),
    [
        (tolerance(abs="0.1"), 5, "5.2 4.8 5", "5.21 4.79"),
        (tolerance(rel="0.01"), -100, "-102 -98", "-102.1 -97.9 100"),
        (tolerance(exact=True), 134, "134", "133 134.001"),
        (tolerance(sig=3), 104, "105 103", "105.1 102.9"),
        (tolerance(ratio="1"), 8, "24 0 8", "24.1 -0.1"),
    ],
)
def test_near_means_within_two_tolerances(
    accepted: Tolerance, key: int, near: str, far: str
) -> None:
    for value in near.split():
        assert is_near(accepted, Fraction(1), key, Fraction(value))
    for value in far.split():
        assert not is_near(accepted, Fraction(1), key, Fraction(value))


def test_near_a_range_means_twice_as_far_from_the_key_or_inside() -> None:
    accepted = Tolerance(range=("lo", "hi"))

    assert is_near(accepted, Fraction(1), 5, 8, 4, 7)
    assert is_near(accepted, Fraction(1), 50, 6, 4, 7)
    assert not is_near(accepted, Fraction(1), 5, Fraction("9.1"), 4, 7)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Tolerance(), "expected one of abs, rel"),
        (tolerance(ends="open"), "expected one of abs, rel"),
        (tolerance(abs=0), "abs must be above 0, got 0"),
        (tolerance(rel="-0.1"), "rel must be above 0"),
        (tolerance(ratio=0), "ratio must be above 0"),
        (tolerance(rel=1, of="response"), "below 1"),
        (tolerance(sig=0), "sig must be 1 to 30, got 0"),
        (tolerance(dp=-1), "dp must be 0 to 30, got -1"),
    ],
)
def test_a_tolerance_that_makes_no_sense_is_told(wrong: Tolerance, message: str) -> None:
    assert message in faults(wrong)[0]
