"""The result of a finished attempt."""

from __future__ import annotations

from fractions import Fraction

from question_bank.drill import Policy, counted
from service.errors import ResultNotYet
from service.store import attempts, submissions
from service.store.attempts import AttemptItemRow, AttemptRow
from service.store.clients import ClientRow
from service.store.database import Session, reading, retrying
from service.store.submissions import SubmissionRow
from service.use_cases.feedback import feedback_on
from service.use_cases.find_attempt import find_attempt
from service.use_cases.policies import load_policy, progress_of
from service.use_cases.views import AttemptResult, ItemResult


@retrying
def read_result(
    attempt_id: str, *, client: ClientRow | None, lang: str | None = None
) -> AttemptResult:
    """NoSuchAttempt; ResultNotYet while it is open."""
    with reading() as session:
        attempt = find_attempt(session, attempt_id, client)
        if attempt.state != "finished":
            raise ResultNotYet
        return result_of(session, attempt, lang or attempt.lang)


def result_of(session: Session, attempt: AttemptRow, lang: str) -> AttemptResult:
    """Of an attempt that is finished."""
    policy = load_policy(attempt.policy)
    items = attempts.get_items(session, attempt.id)
    last = {row.n: row for row in submissions.submissions_of(session, attempt.id)}
    return AttemptResult(
        attempt=attempt,
        policy=policy,
        items=[_item_result(session, policy, item, last.get(item.n), lang) for item in items],
        given=attempt.given or Fraction(0),
        maximum=attempt.maximum,
        counted=_counted(session, policy, attempt),
    )


def _item_result(
    session: Session,
    policy: Policy,
    item: AttemptItemRow,
    submission: SubmissionRow | None,
    lang: str,
) -> ItemResult:
    """With the newest submission to the item, on whatever variant that was."""
    return ItemResult(
        progress=progress_of(policy, item, is_open=False),
        submission=submission,
        feedback=feedback_on(session, policy, item, submission, lang=lang),
    )


def _counted(session: Session, policy: Policy, attempt: AttemptRow) -> Fraction:
    every = attempts.attempts_of_learner(session, attempt.drill_id, attempt.owner, attempt.learner)
    scores = [
        row.given / row.maximum if row.maximum else Fraction(0)
        for row in every
        if row.given is not None
    ]
    return counted(policy.counts, scores)
