"""How an attempt ends, whoever ends it."""

from __future__ import annotations

from service.clock import utc_now
from service.store import attempts
from service.store.attempts import AttemptRow
from service.store.database import Session
from service.use_cases.policies import points_of


def close(session: Session, attempt: AttemptRow) -> bool:
    """Take no more submissions, then count those made; False if it was closed before.

    In this order: a submission under way is waited for, and counts.
    """
    attempts.close_items(session, attempt.id)
    items = attempts.get_items(session, attempt.id)
    given = points_of(items)
    return attempts.close_attempt(session, attempt.id, given=given, finished_at=utc_now())
