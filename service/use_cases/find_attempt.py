"""An attempt, for whoever may see it."""

from __future__ import annotations

from service.errors import NoSuchAttempt, NoSuchPart
from service.store import attempts
from service.store.attempts import AttemptItemRow, AttemptRow
from service.store.clients import ClientRow
from service.store.database import Session


def find_attempt(session: Session, attempt_id: str, client: ClientRow | None) -> AttemptRow:
    """A client sees its own; a visitor (None) one that a visitor started. NoSuchAttempt."""
    attempt = attempts.get_attempt(session, attempt_id)
    if attempt is None or not is_owner(attempt.owner, client):
        raise NoSuchAttempt
    return attempt


def find_attempt_item(
    session: Session, attempt_id: str, n: int, client: ClientRow | None
) -> tuple[AttemptRow, AttemptItemRow]:
    """NoSuchAttempt, NoSuchPart."""
    attempt = find_attempt(session, attempt_id, client)
    item = attempts.get_attempt_item(session, attempt_id, n)
    if item is None:
        raise NoSuchPart(f"The attempt has no item {n}.")
    return attempt, item


def is_owner(owner: str, client: ClientRow | None) -> bool:
    return owner == (client.id if client else "")
