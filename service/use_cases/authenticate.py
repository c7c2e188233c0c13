"""Who calls, by the secret of a key."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from service.clock import utc_now
from service.errors import NotAuthenticated, Unavailable
from service.store import clients
from service.store.clients import ClientRow
from service.store.database import reading, retrying, transaction
from service.use_cases.create_key import digest_of

REMEMBERED_S = 5.0  # how long a revoked key may still work in another process
USED_EVERY = timedelta(minutes=1)  # how exact `last_used_at` is
MOST_REMEMBERED = 10_000

_remembered: dict[str, tuple[float, ClientRow]] = {}  # digest -> (until, caller)


def authenticate(secret: str) -> ClientRow:
    """The caller of a key that is neither expired nor revoked. NotAuthenticated."""
    digest = digest_of(secret)
    caller = _recalled(digest) or _found(digest)
    if caller is None or not _is_valid(caller, utc_now()):
        raise NotAuthenticated
    return caller


def forget_callers() -> None:
    """Look every key up again: one was revoked in this process."""
    _remembered.clear()


def _recalled(digest: str) -> ClientRow | None:
    until, caller = _remembered.get(digest, (0.0, None))
    return caller if until > time.monotonic() else None


@retrying
def _found(digest: str) -> ClientRow | None:
    with reading() as session:
        caller = clients.caller_of(session, digest)
    if caller is not None:
        if len(_remembered) >= MOST_REMEMBERED:
            _remembered.clear()
        _remembered[digest] = (time.monotonic() + REMEMBERED_S, caller)
        _note_use(caller)
    return caller


def _note_use(caller: ClientRow) -> None:
    now = utc_now()
    if caller.last_used_at is not None and now - caller.last_used_at < USED_EVERY:
        return
    try:
        with transaction() as session:
            clients.mark_used(session, caller.key_id, now)
    except Unavailable:
        pass  # a record for people: no call fails for it


def _is_valid(caller: ClientRow, now: datetime) -> bool:
    is_expired = caller.expires_at is not None and caller.expires_at <= now
    return caller.revoked_at is None and not is_expired
