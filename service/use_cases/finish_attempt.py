"""Close an attempt and count it."""

from __future__ import annotations

from service.errors import Unanswered
from service.store import attempts
from service.store.clients import ClientRow
from service.store.database import Session, retrying, transaction
from service.use_cases.answer_once import Once, claim_key, keep_answer
from service.use_cases.close_attempt import close
from service.use_cases.find_attempt import find_attempt
from service.use_cases.policies import load_policy
from service.use_cases.read_result import result_of
from service.use_cases.views import AttemptResult


@retrying
def finish_attempt(
    attempt_id: str,
    *,
    client: ClientRow | None,
    lang: str | None = None,
    force: bool = False,
    once: Once | None = None,
) -> AttemptResult:
    """Finishing what is finished gives its result again.

    NoSuchAttempt; Unanswered if items are open, the policy wants them, and not `force`.
    """
    with transaction() as session:
        claim_key(session, once)
        attempt = find_attempt(session, attempt_id, client)
        if attempt.state == "open":
            if not force and load_policy(attempt.policy).all_answered:
                _check_answered(session, attempt_id)
            close(session, attempt)
            attempt = find_attempt(session, attempt_id, client)
        result = result_of(session, attempt, lang or attempt.lang)
        keep_answer(session, once, result)
    return result


def _check_answered(session: Session, attempt_id: str) -> None:
    open_items = [row.n for row in attempts.get_items(session, attempt_id) if row.last is None]
    if open_items:
        numbers = ", ".join(map(str, open_items))
        raise Unanswered(f"Not answered yet: {numbers}. Send `force` to finish all the same.")
