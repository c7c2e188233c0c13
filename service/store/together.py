"""One commit for all who wait for one.

While a commit is on its way to the disk, the writes that arrive meanwhile queue up; whoever comes
next does them all in one transaction. Nobody waits longer than for the commit under way and their
own, and nobody is told that something is kept before it is.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from service.errors import TransactionLost
from service.store.database import Session, transaction
from service.store.engines import WAIT_MS

MOST = 64  # writes in one transaction

Refusals = tuple[type[Exception], ...]


@dataclass(slots=True, eq=False)
class _Wish:
    """What one caller wants written, and what came of it."""

    work: Callable[[Session], None]
    refusals: Refusals
    is_done: bool = False
    fault: Exception | None = None

    def do(self, session: Session) -> None:
        try:
            self.work(session)
        except self.refusals as refusal:
            self.fault = refusal


class _Queue:
    """Those who wait, and the turn to write for all of them."""

    def __init__(self) -> None:
        self._waiting: deque[_Wish] = deque()
        self._turn = threading.Lock()

    def add(self, wish: _Wish) -> None:
        """Return when it is done, by this thread or by another."""
        self._waiting.append(wish)
        if not self._turn.acquire(timeout=WAIT_MS / 1000):
            self._withdraw(wish)
        try:
            while not wish.is_done:
                self._serve()
        finally:
            self._turn.release()

    def _withdraw(self, wish: _Wish) -> None:
        """Give up, unless it is being written just now: then wait for that."""
        try:
            self._waiting.remove(wish)
        except ValueError:
            self._turn.acquire()
        else:
            raise TransactionLost

    def _serve(self) -> None:
        batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST))]
        try:
            _write(batch)
        except Exception as fault:  # handed to whoever waits for it
            if len(batch) == 1:
                batch[0].fault = fault
            else:
                _write_alone(batch)
        except BaseException:  # this thread is being ended: nobody may believe they were served
            for wish in batch:
                wish.fault = TransactionLost()
            raise
        finally:
            for wish in batch:
                wish.is_done = True


def _write(batch: list[_Wish]) -> None:
    with transaction() as session:
        for wish in batch:
            wish.do(session)


def _write_alone(batch: list[_Wish]) -> None:
    """One of them broke the transaction of all: now each has its own."""
    for wish in batch:
        wish.fault = None
        try:
            _write([wish])
        except Exception as fault:  # handed to whoever waits for it
            wish.fault = fault


_queue = _Queue()


def write_together(work: Callable[[Session], None], *, refusals: Refusals) -> None:
    """Do `work` in a transaction, perhaps with the work of others, and return once it is committed.

    `refusals` are what `work` may raise with nothing of its own written: they reach the caller and
    do the others no harm. Any other error rolls everything back, and each is then done alone.
    """
    wish = _Wish(work, refusals)
    _queue.add(wish)
    if wish.fault is not None:
        raise wish.fault


def _start_anew() -> None:
    """A forked process has none of its parent's threads."""
    global _queue
    _queue = _Queue()


os.register_at_fork(after_in_child=_start_anew)
