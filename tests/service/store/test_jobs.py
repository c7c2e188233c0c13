"""Jobs: claimed once, held by a lease, written only by whoever holds them."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from service.clock import utc_now
from service.ids import OPERATION, new_id
from service.store import jobs
from service.store.database import reading, retrying, transaction
from service.store.jobs import JobRow

pytestmark = pytest.mark.usefixtures("database")

LEASE = timedelta(seconds=30)


def add(subject: str = "1", kind: jobs.JobKind = "fill_pool") -> JobRow:
    with transaction() as session:
        job = jobs.new_job(kind, subject, job_id=new_id(OPERATION), owner="cli", now=utc_now())
        return jobs.add_job(session, job)


@retrying
def claim(job: JobRow, now: datetime | None = None) -> JobRow | None:
    now = now or utc_now()
    with transaction() as session:
        return jobs.claim(session, job.id, now=now, lease_until=now + LEASE)


def read(job: JobRow) -> JobRow:
    with reading() as session:
        found = jobs.get_job(session, job.id)
    assert found is not None
    return found


def test_job_is_claimed_by_one_of_many() -> None:
    job = add()
    barrier = threading.Barrier(6)

    def race(_: int) -> JobRow | None:
        barrier.wait(5)
        return claim(job)

    with ThreadPoolExecutor(6) as pool:
        won = [claimed for claimed in pool.map(race, range(6)) if claimed]

    assert len(won) == 1
    assert (won[0].tries, won[0].fence) == (1, 1)


def test_lapsed_lease_lets_another_take_over() -> None:
    job = add()
    claim(job)

    later = claim(job, utc_now() + LEASE + timedelta(seconds=1))

    assert later is not None
    assert later.fence == 2


def test_whoever_lost_the_lease_writes_nothing() -> None:
    job = add()
    lost = claim(job)
    claim(job, utc_now() + LEASE + timedelta(seconds=1))
    assert lost is not None

    with transaction() as session:
        assert not jobs.finish(session, lost, result={}, now=utc_now())
        assert not jobs.tell_progress(session, lost, done=1, total=2)
        assert not jobs.renew(session, lost, lease_until=utc_now())

    assert read(job).state == "running"


def test_asking_for_the_same_work_twice_keeps_one_job() -> None:
    assert add("7").id == add("7").id
    assert add("7").id != add("7", "audit_revision").id


def test_done_work_can_be_asked_for_again() -> None:
    job = add("7")
    claimed = claim(job)
    assert claimed is not None
    with transaction() as session:
        jobs.finish(session, claimed, result={"ready": 3}, now=utc_now())

    assert add("7").id != job.id
    assert read(job).result == {"ready": 3}


def test_job_put_off_is_not_due_before_its_time() -> None:
    job = add()
    claimed = claim(job)
    assert claimed is not None
    later = utc_now() + timedelta(minutes=1)
    with transaction() as session:
        jobs.put_off(session, claimed, error="no luck", next_at=later)

    assert claim(job) is None
    assert claim(job, later + timedelta(seconds=1)) is not None


def test_only_jobs_without_a_fresh_message_are_unattended() -> None:
    fresh, old = add("1"), add("2")
    now = utc_now() + LEASE
    with transaction() as session:
        jobs.note_nudge(session, fresh, now=now)

    with reading() as session:
        waiting = jobs.unattended(
            session, now=now, nudged_before=now - timedelta(seconds=1), limit=10
        )

    assert [job.id for job in waiting] == [old.id]


def test_nudge_is_counted_once_by_two_sweeps() -> None:
    job = add()

    with transaction() as session:
        jobs.note_nudge(session, job, now=utc_now())
        jobs.note_nudge(session, job, now=utc_now())

    assert read(job) == replace(job, nudges=2, nudged_at=read(job).nudged_at)
