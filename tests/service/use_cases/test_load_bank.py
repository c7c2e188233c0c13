"""Loading a bank: all of it or nothing, and only what changed."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from question_bank.model import BankError
from service.errors import ImportRunning
from service.store import audit_log
from service.store.database import reading
from service.use_cases.list_banks import list_banks
from service.use_cases.list_items import list_items, list_topic_items
from service.use_cases.load_bank import load_bank
from service.use_cases.read_operation import read_operation
from tests.service.api.small_bank import BANK, SMALL_BANK
from tests.service.use_cases.samples import (
    DOUBLE,
    OTHER_GRADING,
    OTHER_TEXT,
    PICK,
    WITHOUT_PICK,
    item_row,
    jobs_of,
    newest_revision,
)

pytestmark = pytest.mark.usefixtures("database")


def test_new_bank_is_added_item_by_item() -> None:
    report = load_bank(SMALL_BANK, actor="cli", trusted=True)

    assert report.bank == "small"
    assert (report.added, report.changed, report.absent) == ([DOUBLE, PICK], [], [])
    assert [item.name for item in list_items().rows] == [DOUBLE, PICK]
    assert [item.name for item in list_topic_items("small", "numbers")] == [DOUBLE, PICK]


def test_loading_the_same_again_changes_nothing() -> None:
    load_bank(SMALL_BANK, actor="cli", trusted=True)
    (before,) = list_banks().rows

    report = load_bank(SMALL_BANK, actor="cli", trusted=True)

    assert report.unchanged == [DOUBLE, PICK]
    assert report.operation is None
    assert list(list_banks().rows) == [before]


def test_changed_texts_make_a_minor_version_with_the_same_pool() -> None:
    load_bank(SMALL_BANK, actor="cli", trusted=True)
    before = newest_revision(PICK)

    report = load_bank(OTHER_TEXT, actor="cli", trusted=True)

    after = newest_revision(PICK)
    assert report.changed == [PICK]
    assert item_row(PICK).version == "1.1"
    assert after.grading_hash == before.grading_hash


def test_changed_grading_makes_a_major_version_with_a_new_pool() -> None:
    load_bank(SMALL_BANK, actor="cli", trusted=True)
    before = newest_revision(DOUBLE)

    report = load_bank(OTHER_GRADING, actor="cli", trusted=True)

    after = newest_revision(DOUBLE)
    assert report.changed == [DOUBLE]
    assert item_row(DOUBLE).version == "2.0"
    assert after.grading_hash != before.grading_hash


def test_item_that_is_gone_is_absent_but_kept() -> None:
    load_bank(SMALL_BANK, actor="cli", trusted=True)

    report = load_bank(WITHOUT_PICK, actor="cli", trusted=True)

    assert report.absent == [PICK]
    assert item_row(PICK).status == "absent"
    assert [item.name for item in list_topic_items("small", "numbers")] == [DOUBLE]


def test_item_that_comes_back_is_there_again() -> None:
    load_bank(SMALL_BANK, actor="cli", trusted=True)
    load_bank(WITHOUT_PICK, actor="cli", trusted=True)

    report = load_bank(SMALL_BANK, actor="cli", trusted=True)

    assert report.added == [PICK]
    assert item_row(PICK).status == "published"
    assert item_row(PICK).version == "1.0"


def test_dry_run_tells_and_stores_nothing() -> None:
    report = load_bank(SMALL_BANK, actor="cli", dry_run=True)

    assert report.is_dry_run
    assert report.added == [DOUBLE, PICK]
    assert list_banks().rows == []


def test_faulty_bank_tells_every_issue_and_stores_nothing() -> None:
    faulty = {"bank.yaml": BANK.encode(), "numbers.yaml": b"format: 1\nitems: [{id: x}, {}]\n"}

    with pytest.raises(BankError) as refused:
        load_bank(faulty, actor="cli")

    assert len(refused.value.issues) > 2
    assert all(issue.severity == "error" for issue in refused.value.issues)
    assert list_banks().rows == []


def test_untrusted_revision_is_checked_before_it_is_served() -> None:
    report = load_bank(SMALL_BANK, actor="cli")

    assert item_row(DOUBLE).status == "checking"
    assert [job.kind for job in jobs_of(report.operation)] == ["audit_revision"] * 2
    assert list_topic_items("small", "numbers") == []


def test_trusted_revision_is_served_at_once_and_its_pool_asked_for() -> None:
    report = load_bank(SMALL_BANK, actor="cli", trusted=True)

    assert item_row(DOUBLE).status == "published"
    assert [job.kind for job in jobs_of(report.operation)] == ["fill_pool"] * 2
    assert report.operation is not None
    assert read_operation(report.operation).state == "running"


def test_load_stands_in_the_audit_log() -> None:
    load_bank(SMALL_BANK, actor="key_1", trusted=True)

    with reading() as session:
        told = [(row.action, row.actor) for row in audit_log.list_rows(session)]

    assert ("bank.imported", "key_1") in told
    assert told.count(("revision.published", "key_1")) == 2


def test_two_loads_at_once_leave_one_bank() -> None:
    barrier = threading.Barrier(4)

    def load(_: int) -> str:
        barrier.wait(5)
        try:
            return str(load_bank(SMALL_BANK, actor="cli", trusted=True).added)
        except ImportRunning:
            return "running"

    with ThreadPoolExecutor(4) as threads:
        told = list(threads.map(load, range(4)))

    assert told.count(str([DOUBLE, PICK])) == 1
    assert newest_revision(DOUBLE).major == 1
    assert replace(item_row(DOUBLE), position=0).status == "published"
