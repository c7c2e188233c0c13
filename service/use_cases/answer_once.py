"""The same request twice: the first answer is given again, and nothing is done twice.

A use case that creates or grades takes `once`. It claims the caller's key at the start of its
transaction and writes what will be told in the same transaction, so that effect and answer are
kept or lost together. Refusals and failures are not kept: a retry then does the work.

    with transaction() as session:
        claim_key(session, once)
        ...
        keep_answer(session, once, result)

While the first request runs, the second is refused with StillRunning on PostgreSQL; on SQLite,
where writers go one by one, it waits and then gets the first answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from service.clock import utc_now
from service.errors import KeyReused, StillRunning
from service.store import idempotency
from service.store.database import Session
from service.store.idempotency import AnswerRow


@dataclass(frozen=True, slots=True)
class Answer:
    """What is sent back: an HTTP status, headers of its own (Location, ETag), and a body."""

    status: int
    body: str
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Once:
    """A request that must be done once. `told` is what was told, after the use case returned.

    `caller` is the credential's id; `fingerprint` says what is asked (see `fingerprint_of`);
    `tell` makes the answer from what the use case returns.
    """

    caller: str
    key: str
    fingerprint: str
    tell: Callable[[Any], Answer]
    told: Answer | None = None


class AlreadyAnswered(Exception):
    """The key was answered before: send `answer` again, marked as replayed."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("answered before")
        self.answer = answer


def fingerprint_of(method: str, path: str, body: bytes) -> str:
    """What a request asks for, as a hash."""
    return hashlib.sha256(b"\n".join((method.encode(), path.encode(), body))).hexdigest()


def claim_key(session: Session, once: Once | None) -> None:
    """Take the caller's key. AlreadyAnswered, KeyReused or StillRunning if it is taken."""
    if once is not None and not idempotency.claim(session, _row(once)):
        give_again(session, once)
        raise StillRunning


def release_key(session: Session, once: Once | None) -> None:
    """Give back a key claimed in this transaction, which goes on with the work of others."""
    if once is not None:
        idempotency.release(session, once.caller, once.key)


def keep_answer(session: Session, once: Once | None, result: object) -> None:
    """Write what will be told, for a key claimed in this transaction."""
    if once is not None:
        once.told = once.tell(result)
        idempotency.keep_answer(session, _row(once))


def prepare_answer(once: Once | None, result: object) -> None:
    """Make the answer ahead, outside the transaction: `claim_key` then keeps both in one step."""
    if once is not None:
        once.told = once.tell(result)


def _row(once: Once) -> AnswerRow:
    told = once.told
    return AnswerRow(
        caller=once.caller,
        key=once.key,
        fingerprint=once.fingerprint,
        status=told.status if told else None,
        headers=told.headers if told else None,
        body=told.body if told else None,
        created_at=utc_now(),
    )


def give_again(session: Session, once: Once | None) -> None:
    """AlreadyAnswered if the request was answered before; KeyReused if its key was, otherwise."""
    if once is None:
        return
    kept = idempotency.get_answer(session, once.caller, once.key)
    if kept is None or kept.status is None:
        return
    if kept.fingerprint != once.fingerprint:
        raise KeyReused
    raise AlreadyAnswered(Answer(kept.status, kept.body or "", kept.headers or {}))
