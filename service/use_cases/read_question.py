"""What a response answers: the item as it stands, or why nothing is graded just now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from question_bank.drill import Policy, is_mastered, is_over, tries_left
from question_bank.items import CompiledItem
from question_bank.model import Variant
from service import compiled as kept
from service.errors import (
    AlreadySubmitted,
    AttemptClosed,
    AttemptsExhausted,
    DeadlinePassed,
    NoSuchAttempt,
    NoSuchPart,
    NotLookedAt,
    ServiceError,
    VariantBroken,
)
from service.store import attempts, submissions
from service.store.clients import ClientRow
from service.store.database import Session
from service.store.submissions import SubmissionFacts
from service.use_cases.answer_once import Once, give_again
from service.use_cases.find_attempt import is_owner
from service.use_cases.policies import load_policy


@dataclass(frozen=True, slots=True)
class Question:
    """What is answered: the item as it stood when it was read, and its frozen truth."""

    facts: SubmissionFacts
    policy: Policy
    variant_id: int
    compiled: CompiledItem
    variant: Variant


def read_question(
    session: Session,
    attempt_id: str,
    n: int,
    client: ClientRow | None,
    now: datetime,
    once: Once | None,
) -> Question:
    facts = submissions.submission_facts(session, attempt_id, n)
    if facts is None or not is_owner(facts.owner, client):
        raise _absent(session, attempt_id, client)
    policy = load_policy(facts.policy)
    if refusal := _refusal(facts, policy, now):
        give_again(session, once)  # a repeated request gets its first answer, not a refusal
        raise refusal
    assert facts.variant_id is not None
    compiled = kept.compiled_revision(session, facts.revision_id)
    variant = kept.variant_of(session, facts.variant_id)
    return Question(facts, policy, facts.variant_id, compiled, variant)


def _absent(session: Session, attempt_id: str, client: ClientRow | None) -> ServiceError:
    attempt = attempts.get_attempt(session, attempt_id)
    if attempt is None or not is_owner(attempt.owner, client):
        return NoSuchAttempt()
    return NoSuchPart("The attempt has no item of that number.")


def _refusal(facts: SubmissionFacts, policy: Policy, now: datetime) -> ServiceError | None:
    """Why nothing is graded; None if it may be."""
    if facts.state != "open":
        return AttemptClosed()
    if is_over(policy, facts.deadline_at, now):
        return DeadlinePassed()
    if facts.variant_id is None:
        return NotLookedAt()
    if facts.variant_state == "quarantined":
        return VariantBroken()
    if tries_left(policy, facts.tries_used) == 0:
        return AttemptsExhausted("No try is left on this variant.")
    if is_mastered(policy, facts.streak):
        return AlreadySubmitted("The item is mastered: nothing more is to be done.")
    return None
