"""Begin a drill, or go on with an attempt that is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from question_bank.drill import Policy, attempts_left, deadline_of
from service.clock import utc_now
from service.errors import AttemptsExhausted, DrillClosed, SelectionEmpty, TransactionLost
from service.ids import ATTEMPT, new_id
from service.store import attempts
from service.store.attempts import AttemptItemRow, AttemptRow
from service.store.banks import ItemRow
from service.store.clients import ClientRow
from service.store.database import Session, retrying, transaction
from service.store.drills import DrillRow
from service.use_cases.answer_once import Once, claim_key, keep_answer
from service.use_cases.checks import checked_text
from service.use_cases.close_overdue import is_overdue
from service.use_cases.policies import load_policy, policy_text
from service.use_cases.read_drill import find_drill
from service.use_cases.select_items import select_items


@dataclass(frozen=True, slots=True)
class StartedAttempt:
    """`is_resumed`: it was open already."""

    attempt: AttemptRow
    is_resumed: bool


@retrying
def start_attempt(
    drill_id: str,
    *,
    learner: str | None,
    client: ClientRow | None,
    lang: str = "en",
    once: Once | None = None,
) -> StartedAttempt:
    """The learner's open attempt, or a new one if the policy leaves one.

    `learner` None: a visitor of the pages, who gets a new attempt each time.
    NoSuchDrill (also another client's), DrillClosed, AttemptsExhausted, SelectionEmpty.
    """
    with transaction() as session:
        claim_key(session, once)
        drill = find_drill(session, drill_id, client)
        started = _resumed_or_new(session, drill, learner, client, lang)
        keep_answer(session, once, started)
    return started


def _resumed_or_new(
    session: Session, drill: DrillRow, learner: str | None, client: ClientRow | None, lang: str
) -> StartedAttempt:
    owner = client.id if client else ""
    attempt_id, now = new_id(ATTEMPT), utc_now()
    name = checked_text(learner, "learner") if learner is not None else attempt_id
    before = attempts.attempts_of_learner(session, drill.id, owner, name)
    for attempt in before:
        if attempt.state == "open" and not is_overdue(attempt, now):
            return StartedAttempt(attempt, is_resumed=True)
    policy = load_policy(policy_text(drill.policy))
    _check_may_start(drill, policy, before)
    chosen = select_items(session, drill.selection, attempt_id)
    attempt = AttemptRow(
        id=attempt_id,
        drill_id=drill.id,
        owner=owner,
        learner=name,
        number=len(before) + 1,
        policy=policy_text(drill.policy),
        lang=lang,
        state="open",
        started_at=now,
        deadline_at=deadline_of(policy, now),
        finished_at=None,
        given=None,
        maximum=sum((weight for _, weight in chosen), Fraction(0)),
    )
    # Two starts race for one number: the loser looks again, and finds what the winner started.
    if not attempts.add_attempt(session, attempt):
        raise TransactionLost
    attempts.add_items(session, _attempt_items(attempt_id, chosen))
    return StartedAttempt(attempt, is_resumed=False)


def _check_may_start(drill: DrillRow, policy: Policy, before: Sequence[AttemptRow]) -> None:
    if drill.state != "open":
        raise DrillClosed
    if attempts_left(policy, len(before)) == 0:
        raise AttemptsExhausted(f"All {policy.attempts} attempts are used.")


def _attempt_items(
    attempt_id: str, chosen: Sequence[tuple[ItemRow, Fraction]]
) -> list[AttemptItemRow]:
    return [
        AttemptItemRow(
            attempt_id=attempt_id,
            n=n,
            item=item.name,
            revision_id=_ready_revision(item),
            weight=weight,
            variant_id=None,
            draw=0,
            tries_used=0,
            streak=0,
            graded=0,
            score=None,
            last=None,
            is_open=True,
            draft=None,
            draft_seq=0,
        )
        for n, (item, weight) in enumerate(chosen, start=1)
    ]


def _ready_revision(item: ItemRow) -> int:
    if item.revision_id is None:
        raise SelectionEmpty(f"{item.name} is not ready.")
    return item.revision_id
