"""The audit log: a chain that shows when a row was changed or taken out."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import delete, update

from service.clock import utc_now
from service.store import audit_log
from service.store.database import reading, retrying, transaction

pytestmark = pytest.mark.usefixtures("database")


@retrying
def tell(subject: str) -> None:
    with transaction() as session:
        audit_log.append(
            session, at=utc_now(), actor="cli", action="told", subject=subject, details={"n": 1}
        )


def first_break() -> int | None:
    with reading() as session:
        return audit_log.first_break(session)


def test_untouched_log_is_whole() -> None:
    for subject in "abc":
        tell(subject)

    assert first_break() is None


def test_changed_row_is_found() -> None:
    for subject in "abc":
        tell(subject)

    with transaction() as session:
        log = audit_log.audit_log
        session.execute(update(log).where(log.c.number == 2).values(actor="nobody"))

    assert first_break() == 2


def test_missing_row_is_found() -> None:
    for subject in "abc":
        tell(subject)

    with transaction() as session:
        session.execute(delete(audit_log.audit_log).where(audit_log.audit_log.c.number == 2))

    assert first_break() == 3


def test_rows_told_at_once_form_one_chain() -> None:
    barrier = threading.Barrier(6)

    def at_once(subject: str) -> None:
        barrier.wait(5)
        tell(subject)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(at_once, "abcdef"))

    with reading() as session:
        assert [row.number for row in audit_log.list_rows(session)] == [1, 2, 3, 4, 5, 6]
    assert first_break() is None
