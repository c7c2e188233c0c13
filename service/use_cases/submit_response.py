"""Grade one response and keep it.

The path that decides how many learners a machine can serve: one read, grading without any lock,
then three writes in a transaction that submissions arriving together share.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from functools import partial

from question_bank.drill import Policy, shows_explanation, shows_outcome, streak_after
from question_bank.grading import grade, refused
from question_bank.model import Outcome
from service import compiled as kept
from service.clock import utc_now
from service.errors import KeyReused, ResponseUnreadable, StillRunning, TransactionLost
from service.failpoints import hit
from service.ids import SUBMISSION, new_id
from service.store import submissions
from service.store.attempts import AttemptItemRow
from service.store.clients import ClientRow
from service.store.database import Session, reading, retrying
from service.store.outcomes import dump_outcome
from service.store.submissions import SubmissionFacts, SubmissionRow
from service.store.together import write_together
from service.use_cases.answer_once import (
    AlreadyAnswered,
    Once,
    claim_key,
    give_again,
    prepare_answer,
    release_key,
)
from service.use_cases.policies import may_draw_another, progress_of, score_after
from service.use_cases.read_question import Question, read_question
from service.use_cases.views import Feedback, SubmissionResult


@retrying
def submit_response(
    attempt_id: str,
    n: int,
    responses: Mapping[str, object],
    *,
    client: ClientRow | None,
    lang: str | None = None,
    once: Once | None = None,
) -> SubmissionResult:
    """ResponseUnreadable (its `parts` say why) if it cannot be graded: nothing is used then.

    `lang` None: the attempt's. NoSuchAttempt, NoSuchPart, AttemptClosed, DeadlinePassed,
    AttemptsExhausted (no try is left), AlreadySubmitted (mastered), VariantBroken; ResponseError
    for what could never be an answer to this item (an unknown part or option).
    """
    now = utc_now()
    with reading() as session:
        question = read_question(session, attempt_id, n, client, now, once)
        outcome = grade(question.compiled, question.variant, responses, lang or question.facts.lang)
        outcome = outcome._replace(parts=tuple(outcome.parts))  # worked out once, used three times
        if not outcome.is_graded:
            give_again(session, once)
            raise ResponseUnreadable(tuple(refused(outcome)))
    hit("submit.graded")
    item, result = _result(
        attempt_id, n, responses, question, outcome, now, lang or question.facts.lang
    )
    prepare_answer(once, result)
    write_together(
        partial(_keep, once, question.facts, item, result.submission),
        refusals=(TransactionLost, AlreadyAnswered, KeyReused, StillRunning),
    )
    hit("submit.committed")
    return result


def _result(
    attempt_id: str,
    n: int,
    responses: Mapping[str, object],
    question: Question,
    outcome: Outcome,
    now: datetime,
    lang: str,
) -> tuple[AttemptItemRow, SubmissionResult]:
    """What will be kept and told, made before anything is locked; the item as it will stand."""
    facts, policy = question.facts, question.policy
    submission = SubmissionRow(
        id=new_id(SUBMISSION),
        attempt_id=attempt_id,
        n=n,
        draw=facts.draw,
        try_number=facts.tries_used + 1,
        revision_id=facts.revision_id,
        variant_id=question.variant_id,
        lang=lang,
        responses=responses,
        outcome=dump_outcome(outcome),
        score=outcome.given / outcome.maximum if outcome.maximum else Fraction(0),
        is_late=facts.deadline_at is not None and now > facts.deadline_at,
        submitted_at=now,
    )
    item = _item_after(facts, policy, submission)
    return item, SubmissionResult(
        submission=submission,
        policy=policy,
        progress=progress_of(policy, item, is_open=True),
        feedback=_feedback(question, item, outcome, lang),
        can_draw_another=may_draw_another(policy, item),
    )


def _item_after(
    facts: SubmissionFacts, policy: Policy, submission: SubmissionRow
) -> AttemptItemRow:
    """The attempt's item as this submission leaves it."""
    score = submission.score
    streak = streak_after(facts.streak, score)
    return AttemptItemRow(
        attempt_id=submission.attempt_id,
        n=submission.n,
        item=facts.item,
        revision_id=facts.revision_id,
        weight=facts.weight,
        variant_id=facts.variant_id,
        draw=facts.draw,
        tries_used=facts.tries_used + 1,
        streak=streak,
        graded=facts.graded + 1,
        score=score_after(policy, facts.score, facts.graded, score, streak=streak),
        last=score,
        is_open=True,
        draft=None,
        draft_seq=0,
    )


def _feedback(question: Question, item: AttemptItemRow, outcome: Outcome, lang: str) -> Feedback:
    policy, facts = question.policy, question.facts
    explanation = None
    if shows_explanation(policy, is_open=True, tries_used=item.tries_used, last=item.last):
        explanation = kept.explained(
            facts.revision_id, question.variant_id, question.compiled, question.variant, lang
        )
    return Feedback(outcome if shows_outcome(policy, is_open=True) else None, explanation)


def _keep(
    once: Once | None,
    facts: SubmissionFacts,
    item: AttemptItemRow,
    submission: SubmissionRow,
    session: Session,
) -> None:
    """All of it or, with a refusal, nothing.

    TransactionLost if the item moved on since it was read: all is done again from the start.
    """
    claim_key(session, once)
    if not submissions.take_try(session, item, facts):
        release_key(session, once)
        raise TransactionLost
    submissions.add_submission(session, submission)
    hit("submit.before_commit")
