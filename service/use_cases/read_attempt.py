"""An attempt as it stands."""

from __future__ import annotations

from collections.abc import Sequence

from question_bank.drill import shows_outcome
from service.clock import utc_now
from service.store import attempts
from service.store.attempts import AttemptItemRow, AttemptRow
from service.store.clients import ClientRow
from service.store.database import reading, retrying
from service.use_cases.find_attempt import find_attempt
from service.use_cases.policies import load_policy, points_of, progress_of
from service.use_cases.views import AttemptView


@retrying
def read_attempt(attempt_id: str, *, client: ClientRow | None) -> AttemptView:
    """NoSuchAttempt if there is none or it is not the caller's."""
    with reading() as session:
        attempt = find_attempt(session, attempt_id, client)
        items = attempts.get_items(session, attempt_id)
    return view_of(attempt, items)


def view_of(attempt: AttemptRow, items: Sequence[AttemptItemRow]) -> AttemptView:
    policy = load_policy(attempt.policy)
    is_open = attempt.state == "open"
    is_shown = shows_outcome(policy, is_open=is_open)
    return AttemptView(
        attempt=attempt,
        policy=policy,
        items=[progress_of(policy, item, is_open=is_open) for item in items],
        given=points_of(items) if is_shown else None,
        server_time=utc_now(),
    )
