"""Drills: how often and how long, what counts, what is shown when.

Pure functions of values; the service keeps the rows and tells the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction

from question_bank.drill.policy import DEFAULTS as DEFAULTS
from question_bank.drill.policy import Counted as Counted
from question_bank.drill.policy import Policy as Policy
from question_bank.drill.policy import PolicyError as PolicyError
from question_bank.drill.policy import dump_policy as dump_policy
from question_bank.drill.policy import load_policy as load_policy
from question_bank.drill.selection import Selection as Selection
from question_bank.drill.selection import dump_selection as dump_selection
from question_bank.drill.selection import load_selection as load_selection
from question_bank.drill.selection import order_items as order_items

# --- time -----------------------------------------------------------------------------------------


def deadline_of(policy: Policy, started_at: datetime) -> datetime | None:
    """When the time of an attempt is over, as learners are told; None is never."""
    if policy.time_limit_s is None:
        return None
    return started_at + timedelta(seconds=policy.time_limit_s)


def is_over(policy: Policy, deadline: datetime | None, now: datetime) -> bool:
    """Whether a response that arrives now comes too late, the grace for its way counted."""
    return deadline is not None and now > deadline + timedelta(seconds=policy.grace_s)


# --- tries and variants ---------------------------------------------------------------------------


def attempts_left(policy: Policy, used: int) -> int | None:
    """How many more attempts the learner has; None is no limit."""
    return None if policy.attempts is None else max(policy.attempts - used, 0)


def tries_left(policy: Policy, used: int) -> int | None:
    """How many more responses to the present variant are graded; None is no limit."""
    return None if policy.tries is None else max(policy.tries - used, 0)


def streak_after(streak: int, credit: Fraction) -> int:
    """Right in a row after one more graded response; anything short of full credit starts anew."""
    return streak + 1 if credit == 1 else 0


def is_mastered(policy: Policy, streak: int) -> bool:
    """Whether an item is done for good: only in mastery."""
    return policy.is_mastery and streak >= policy.streak


def is_item_done(policy: Policy, *, streak: int, tries_used: int, last: Fraction | None) -> bool:
    """Whether nothing more is to be done at an item."""
    if policy.is_mastery:
        return is_mastered(policy, streak)
    # While the outcome is hidden, being done must not tell that the response was right.
    is_right = policy.outcome == "at_once" and last == 1
    return is_right or tries_left(policy, tries_used) == 0


def may_draw_another(policy: Policy, *, is_open: bool, streak: int, tries_used: int) -> bool:
    """Whether the learner may have a fresh variant of an item now."""
    if not is_open or not policy.another_variant:
        return False
    if policy.is_mastery:
        # Each of the row is on a fresh variant, and none can be skipped by asking for another.
        return tries_used > 0 and not is_mastered(policy, streak)
    return True


# --- what is shown --------------------------------------------------------------------------------


def shows_outcome(policy: Policy, *, is_open: bool) -> bool:
    """Whether verdicts and scores are shown while the attempt is open, or after it."""
    return not is_open or policy.outcome == "at_once"


def shows_explanation(
    policy: Policy, *, is_open: bool, tries_used: int, last: Fraction | None
) -> bool:
    """Whether the key, reasons and solution of a variant are shown after `tries_used` responses.

    With `when_done`: once the response was right or no try is left, so that a try is never a copy.
    """
    if policy.explanation == "never" or tries_used == 0:
        return False
    if not is_open or policy.explanation == "at_once":
        return True
    is_done = last == 1 or tries_left(policy, tries_used) == 0
    return policy.explanation == "when_done" and policy.outcome == "at_once" and is_done


def shows_hints(policy: Policy) -> bool:
    """Hints are for learning, not for exams."""
    return policy.mode != "exam"


# --- scores ---------------------------------------------------------------------------------------


def counted(rule: Counted, scores: Sequence[Fraction]) -> Fraction:
    """The score in [0, 1] that counts, of scores in the order they were made; 0 of none."""
    if not scores:
        return Fraction(0)
    match rule:
        case "best":
            return max(scores)
        case "last":
            return scores[-1]
        case "first":
            return scores[0]
        case "average":
            return sum(scores, Fraction(0)) / len(scores)


def item_score(policy: Policy, tries: Sequence[Fraction], streak: int = 0) -> Fraction:
    """The score of an item in [0, 1]; in mastery the share of the row that is made."""
    if policy.is_mastery:
        return Fraction(min(streak, policy.streak), policy.streak)
    return counted(policy.try_counts, tries)


def attempt_score(weighted: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    """The score of an attempt in [0, 1] of (score, weight) of its items; 0 of none."""
    total = sum((weight for _, weight in weighted), Fraction(0))
    given = sum((score * weight for score, weight in weighted), Fraction(0))
    return given / total if total else Fraction(0)
