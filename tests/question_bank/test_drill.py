"""Drills: policies, time, tries, what counts and what is shown."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from question_bank import drill
from question_bank.drill import DEFAULTS, Policy, PolicyError, Selection

START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
HALF, FULL, NONE = Fraction(1, 2), Fraction(1), Fraction(0)


@pytest.mark.parametrize("mode", ["practice", "graded", "exam", "mastery"])
def test_a_policy_is_the_same_when_loaded(mode: str) -> None:
    policy = drill.load_policy({"mode": mode, "tries": 7})

    assert (policy.mode, policy.tries) == (mode, 7)
    assert drill.load_policy(drill.dump_policy(policy)) == policy


def test_an_empty_policy_is_practice() -> None:
    assert drill.load_policy({}) == DEFAULTS["practice"] == Policy()


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"mode": "quiz"}, "mode"),
        ({"mode": ["exam"]}, "mode"),
        ({"attempts": 0}, "attempts"),
        ({"attempts": True}, "attempts"),
        ({"attempts": "3"}, "attempts"),
        ({"tries": 10**9}, "tries"),
        ({"streak": None}, "streak"),
        ({"time_limit_s": 1}, "time_limit_s"),
        ({"grace_s": -1}, "grace_s"),
        ({"counts": "worst"}, "counts"),
        ({"counts": {}}, "counts"),
        ({"another_variant": 1}, "another_variant"),
        ({"colour": "red"}, "colour"),
        ({"outcome": "at_end", "explanation": "at_once"}, "explanation"),
    ],
)
def test_a_policy_that_makes_no_sense_names_the_field(data: dict[str, Any], field: str) -> None:
    with pytest.raises(PolicyError) as caught:
        drill.load_policy(data)

    assert field in caught.value.faults


def test_all_faults_of_a_policy_are_told_together() -> None:
    with pytest.raises(PolicyError) as caught:
        drill.load_policy({"attempts": 0, "tries": 0, "colour": 1})

    assert caught.value.faults.keys() == {"attempts", "tries", "colour"}


def test_the_clock_of_an_exam_has_a_deadline_and_a_grace() -> None:
    policy = drill.load_policy({"mode": "exam", "time_limit_s": 600, "grace_s": 30})

    deadline = drill.deadline_of(policy, START)

    assert deadline == START + timedelta(minutes=10)
    assert not drill.is_over(policy, deadline, START + timedelta(seconds=630))
    assert drill.is_over(policy, deadline, START + timedelta(seconds=631))


def test_without_a_limit_time_is_never_over() -> None:
    assert drill.deadline_of(Policy(), START) is None
    assert not drill.is_over(Policy(), None, START + timedelta(days=9999))


def test_attempts_and_tries_run_out() -> None:
    policy = Policy(attempts=3, tries=2)

    assert [drill.attempts_left(policy, used) for used in (0, 2, 3, 4)] == [3, 1, 0, 0]
    assert [drill.tries_left(policy, used) for used in (0, 1, 2, 3)] == [2, 1, 0, 0]
    assert drill.attempts_left(Policy(), 99) is drill.tries_left(Policy(), 99) is None


@pytest.mark.parametrize(
    ("rule", "expected"), [("best", FULL), ("last", HALF), ("first", NONE), ("average", HALF)]
)
def test_what_counts_of_several_attempts(rule: Any, expected: Fraction) -> None:
    assert drill.counted(rule, [NONE, FULL, HALF]) == expected
    assert drill.counted(rule, []) == 0


def test_an_attempt_is_scored_by_the_weights_of_its_items() -> None:
    assert (
        drill.attempt_score([(FULL, Fraction(3)), (HALF, Fraction(2)), (NONE, Fraction(3))]) == HALF
    )
    assert drill.attempt_score([]) == 0


def test_mastery_wants_so_many_right_in_a_row() -> None:
    policy = drill.load_policy({"mode": "mastery", "streak": 3})
    streak, streaks = 0, []

    for credit in (FULL, FULL, HALF, FULL, FULL, FULL):
        streak = drill.streak_after(streak, credit)
        streaks.append(streak)

    assert streaks == [1, 2, 0, 1, 2, 3]
    assert [drill.is_mastered(policy, each) for each in (2, 3, 4)] == [False, True, True]
    assert [drill.item_score(policy, [], each) for each in (0, 1, 3, 9)] == [
        0, Fraction(1, 3), 1, 1
    ]  # fmt: skip
    assert not drill.is_mastered(Policy(), 99)


def test_in_mastery_a_fresh_variant_comes_after_a_response_only() -> None:
    policy = DEFAULTS["mastery"]

    def may(**more: Any) -> bool:
        return drill.may_draw_another(policy, **{"is_open": True, "streak": 0, **more})

    assert may(tries_used=1)
    assert not may(tries_used=0)
    assert not may(tries_used=1, streak=3)
    assert not may(tries_used=1, is_open=False)


def test_another_variant_is_for_practice() -> None:
    state: dict[str, Any] = {"is_open": True, "streak": 0, "tries_used": 0}

    assert drill.may_draw_another(DEFAULTS["practice"], **state)
    assert not drill.may_draw_another(DEFAULTS["graded"], **state)
    assert not drill.may_draw_another(DEFAULTS["exam"], **state)


def test_an_exam_tells_nothing_until_its_end() -> None:
    policy = DEFAULTS["exam"]

    assert not drill.shows_outcome(policy, is_open=True)
    assert drill.shows_outcome(policy, is_open=False)
    assert not drill.shows_explanation(policy, is_open=True, tries_used=1, last=FULL)
    assert drill.shows_explanation(policy, is_open=False, tries_used=1, last=NONE)
    assert not drill.shows_hints(policy)


def test_the_explanation_of_a_graded_drill_waits_until_no_try_is_worth_it() -> None:
    policy = drill.load_policy({"mode": "graded", "tries": 2})

    def shows(tries_used: int, last: Fraction | None) -> bool:
        return drill.shows_explanation(policy, is_open=True, tries_used=tries_used, last=last)

    assert [shows(0, None), shows(1, HALF), shows(1, FULL), shows(2, NONE)] == [
        False, False, True, True
    ]  # fmt: skip


def test_an_explanation_is_never_shown_before_a_response() -> None:
    assert not drill.shows_explanation(Policy(), is_open=True, tries_used=0, last=None)
    never = Policy(explanation="never")
    assert not drill.shows_explanation(never, is_open=False, tries_used=1, last=FULL)


def test_being_done_does_not_tell_what_is_hidden() -> None:
    hidden = Policy(outcome="at_end", explanation="at_end", tries=2)

    assert not drill.is_item_done(hidden, streak=0, tries_used=1, last=FULL)
    assert drill.is_item_done(hidden, streak=0, tries_used=2, last=NONE)
    assert drill.is_item_done(Policy(), streak=0, tries_used=1, last=FULL)


# --- items ---------------------------------------------------------------------------------------

NAMES = [f"b/item-{index}" for index in range(10)]


def test_items_keep_the_banks_order_unless_shuffled() -> None:
    assert drill.order_items(Selection(NAMES), NAMES, "att_1") == NAMES
    shuffled = drill.order_items(Selection(NAMES, order="shuffled"), NAMES, "att_1")
    assert sorted(shuffled) == NAMES and shuffled != NAMES


def test_some_of_the_items_are_drawn_anew_for_each_attempt() -> None:
    selection = Selection(NAMES, count=4)

    drawn = [drill.order_items(selection, NAMES, f"att_{index}") for index in range(20)]

    assert all(len(each) == 4 and each == sorted(each) for each in drawn)
    assert len(set(map(tuple, drawn))) > 10
    assert drill.order_items(selection, NAMES, "att_0") == drawn[0]


def test_a_selection_is_the_same_when_loaded() -> None:
    selection = Selection(("b/i",), ("b/t",), "shuffled", 5)

    assert drill.load_selection(drill.dump_selection(selection)) == selection


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "items"),
        ({"items": []}, "items"),
        ({"items": "b/i"}, "items"),
        ({"items": [1]}, "items"),
        ({"items": ["a", "a"]}, "items"),
        ({"items": ["a"] * 2000}, "items"),
        ({"topics": {}}, "topics"),
        ({"items": ["a"], "count": 0}, "count"),
        ({"items": ["a"], "count": True}, "count"),
        ({"items": ["a"], "order": "random"}, "order"),
        ({"items": ["a"], "colour": 1}, "colour"),
    ],
)
def test_a_selection_that_makes_no_sense_names_the_field(data: dict[str, Any], field: str) -> None:
    with pytest.raises(PolicyError) as caught:
        drill.load_selection(data)

    assert field in caught.value.faults
