"""Close attempts whose time is over, as if their learners had finished."""

from __future__ import annotations

from datetime import datetime

from question_bank.drill import is_over
from service.clock import utc_now
from service.store import attempts
from service.store.attempts import AttemptRow
from service.store.database import reading, retrying, transaction
from service.use_cases.close_attempt import close
from service.use_cases.policies import load_policy

MOST_AT_ONCE = 200


def close_overdue() -> int:
    """Those past their deadline and its grace; how many were closed."""
    now = utc_now()
    with reading() as session:
        found = attempts.past_deadline(session, now, limit=MOST_AT_ONCE)
    return sum(_close(attempt) for attempt in found if is_overdue(attempt, now))


def is_overdue(attempt: AttemptRow, now: datetime) -> bool:
    """Whether the server's clock has closed it, though nobody has yet."""
    return is_over(load_policy(attempt.policy), attempt.deadline_at, now)


@retrying
def _close(attempt: AttemptRow) -> bool:
    with transaction() as session:
        return close(session, attempt)
