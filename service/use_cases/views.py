"""What use cases give back about attempts: rows, policy and texts put together. No key in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal

from question_bank.drill import Policy
from question_bank.model import Outcome
from question_bank.presented import Explanation, Presented
from service.store.attempts import AttemptItemRow, AttemptRow
from service.store.submissions import SubmissionRow

ItemState = Literal["unseen", "open", "answered", "correct", "partly", "wrong"]


@dataclass(frozen=True, slots=True)
class ItemProgress:
    """How far the learner is with the n-th item.

    `state`: unseen; open (looked at, not answered); then the verdict of the last submission, or
    only "answered" while the policy hides it. `score` in [0, 1], None while none or hidden.
    `tries_left` on the present variant; None: no limit. `is_done`: nothing more is to be done here.
    """

    n: int
    item: str
    weight: Fraction
    state: ItemState
    score: Fraction | None
    tries_left: int | None
    streak: int
    has_draft: bool
    is_done: bool


@dataclass(frozen=True, slots=True)
class AttemptView:
    """An attempt and its items. `given` in points: None while hidden by the policy."""

    attempt: AttemptRow
    policy: Policy
    items: Sequence[ItemProgress]
    given: Fraction | None
    server_time: datetime

    @property
    def is_open(self) -> bool:
        return self.attempt.state == "open"


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a learner may see of a graded response now.

    `outcome` None while the policy hides it; `explanation` (why, solution, references) None
    until the policy shows it.
    """

    outcome: Outcome | None
    explanation: Explanation | None


@dataclass(frozen=True, slots=True)
class ItemView:
    """The n-th item before the learner: texts in `lang`, draft, and the last feedback if any.

    `is_withdrawn`: the variant failed a check; a fresh one can be drawn, this one is not graded.
    """

    attempt: AttemptRow
    policy: Policy
    progress: ItemProgress
    row: AttemptItemRow
    presented: Presented
    draft: Mapping[str, Any] | None
    submission: SubmissionRow | None
    feedback: Feedback | None
    is_withdrawn: bool
    can_draw_another: bool
    hints: Sequence[str]  # HTML, in the order they are to be given; none where the policy says so


@dataclass(frozen=True, slots=True)
class SubmissionResult:
    """One graded and kept response: what may be shown of it and how the learner stands."""

    submission: SubmissionRow
    policy: Policy
    progress: ItemProgress
    feedback: Feedback
    can_draw_another: bool


@dataclass(frozen=True, slots=True)
class ItemResult:
    """One item of a finished attempt, with all its submissions' feedback on the last variant."""

    progress: ItemProgress
    submission: SubmissionRow | None
    feedback: Feedback | None


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """The result of a finished attempt. `counted` is the score over all the learner's finished
    attempts, in [0, 1], by the drill's rule (best, last, average, first)."""

    attempt: AttemptRow
    policy: Policy
    items: Sequence[ItemResult]
    given: Fraction
    maximum: Fraction
    counted: Fraction
