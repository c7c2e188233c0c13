"""Keep what a learner typed but did not send."""

from __future__ import annotations

from collections.abc import Mapping

from service.errors import AttemptClosed, DraftStale
from service.store import attempts
from service.store.clients import ClientRow
from service.store.database import retrying, transaction
from service.use_cases.find_attempt import find_attempt_item


@retrying
def save_draft(
    attempt_id: str,
    n: int,
    responses: Mapping[str, object],
    *,
    client: ClientRow | None,
    seq: int | None = None,
) -> None:
    """`seq` grows with each draft that a client sends; None: newer than the one kept.

    NoSuchAttempt, NoSuchPart, AttemptClosed, DraftStale.
    """
    with transaction() as session:
        attempt, _ = find_attempt_item(session, attempt_id, n, client)
        if attempt.state != "open":
            raise AttemptClosed
        if not attempts.keep_draft(session, attempt_id, n, responses, seq=seq):
            raise DraftStale
