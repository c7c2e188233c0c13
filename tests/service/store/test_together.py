"""Writes that share a commit: all kept, each with its own outcome."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from service.clock import utc_now
from service.errors import TransactionLost
from service.store import heartbeats
from service.store.database import Session, reading, transaction
from service.store.together import write_together

pytestmark = pytest.mark.usefixtures("database")

REFUSALS = (TransactionLost,)


def beat(name: str) -> None:
    write_together(lambda session: heartbeats.beat(session, name, utc_now()), refusals=REFUSALS)


def kept() -> set[str]:
    with reading() as session:
        return set(session.execute(text("SELECT name FROM heartbeats")).scalars())


def test_write_is_committed_when_the_call_returns() -> None:
    beat("one")

    assert kept() == {"one"}


def test_writes_that_wait_together_are_committed_together() -> None:
    begun, names = threading.Event(), [f"w{number}" for number in range(12)]
    transactions = set()

    def slow(session: Session) -> None:
        begun.set()
        threading.Event().wait(0.3)

    def noting(name: str) -> None:
        def work(session: Session) -> None:
            transactions.add(id(session))
            heartbeats.beat(session, name, utc_now())

        write_together(work, refusals=REFUSALS)

    with ThreadPoolExecutor(13) as pool:
        first = pool.submit(write_together, slow, refusals=REFUSALS)
        begun.wait(5)
        list(pool.map(noting, names))
        first.result(5)

    assert kept() == set(names)
    assert len(transactions) < len(names)


def test_refusal_reaches_its_caller_and_harms_nobody() -> None:
    def refuse(session: Session) -> None:
        raise TransactionLost

    told = _at_once(["a", "b", "c"], refuse)

    assert isinstance(told, TransactionLost)
    assert kept() == {"a", "b", "c"}


def test_broken_write_reaches_its_caller_and_harms_nobody() -> None:
    def fail(session: Session) -> None:
        heartbeats.beat(session, "half", utc_now())
        session.execute(text("SELECT * FROM no_such_table"))

    told = _at_once(["a", "b", "c"], fail)

    assert "no_such_table" in str(told)
    assert kept() == {"a", "b", "c"}


def test_mistake_of_ours_leaves_nothing_of_it() -> None:
    def fail(session: Session) -> None:
        heartbeats.beat(session, "half", utc_now())
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_together(fail, refusals=REFUSALS)

    assert kept() == set()


def _at_once(names: list[str], bad: object) -> Exception | None:
    """Good writes and a bad one, kept waiting by a transaction; what the bad one was told."""
    barrier = threading.Barrier(len(names) + 1)

    def good(name: str) -> None:
        barrier.wait(5)
        beat(name)

    def worse() -> Exception | None:
        barrier.wait(5)
        try:
            write_together(bad, refusals=REFUSALS)  # type: ignore[arg-type]
        except Exception as fault:
            return fault
        return None

    with ThreadPoolExecutor(len(names) + 1) as pool, transaction():
        told = pool.submit(worse)
        waiting = [pool.submit(good, name) for name in names]
        threading.Event().wait(0.2)
    for done in waiting:
        done.result(5)
    return told.result(5)
