"""The drill's policy at work on what the store remembers. question_bank.drill decides, on values.

A drill keeps its policy as JSON; an attempt keeps the text of it, as it was at its start.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from question_bank import drill
from question_bank.drill import Policy
from service.store.attempts import AttemptItemRow
from service.use_cases.views import ItemProgress, ItemState


def policy_text(policy: Mapping[str, Any]) -> str:
    """Equal policies have equal texts."""
    return json.dumps(policy, sort_keys=True)


@lru_cache(maxsize=1024)
def load_policy(text: str) -> Policy:
    """The policy an attempt was started under."""
    return drill.load_policy(json.loads(text))


def progress_of(policy: Policy, item: AttemptItemRow, *, is_open: bool) -> ItemProgress:
    """How far the learner is with an item, as much of it as the policy shows."""
    is_shown = drill.shows_outcome(policy, is_open=is_open)
    return ItemProgress(
        n=item.n,
        item=item.item,
        weight=item.weight,
        state=_state(item, is_shown=is_shown),
        score=item.score if is_shown else None,
        tries_left=drill.tries_left(policy, item.tries_used),
        streak=item.streak,
        has_draft=item.draft is not None,
        is_done=drill.is_item_done(
            policy, streak=item.streak, tries_used=item.tries_used, last=item.last
        ),
    )


def _state(item: AttemptItemRow, *, is_shown: bool) -> ItemState:
    if item.last is None:
        return "unseen" if item.variant_id is None else "open"
    if not is_shown:
        return "answered"
    return "correct" if item.last == 1 else "partly" if item.last > 0 else "wrong"


def may_draw_another(policy: Policy, item: AttemptItemRow) -> bool:
    """Of an item of an open attempt."""
    return drill.may_draw_another(
        policy, is_open=item.is_open, streak=item.streak, tries_used=item.tries_used
    )


def score_after(
    policy: Policy, before: Fraction | None, graded: int, new: Fraction, *, streak: int
) -> Fraction:
    """The score of an item after one more response: `before` it stood so after `graded` others."""
    if policy.is_mastery:
        return drill.item_score(policy, (), streak)
    if before is None:
        return new
    if policy.try_counts == "average":
        return (before * graded + new) / (graded + 1)
    return drill.counted(policy.try_counts, (before, new))


def points_of(items: Sequence[AttemptItemRow]) -> Fraction:
    """What an attempt's items give, in points."""
    scored = (item.weight * item.score for item in items if item.score is not None)
    return sum(scored, Fraction(0))
