"""How a job's row is taken, held and ended. A job may run twice, on two workers at once.

    @as_job
    def fill_pool(job: JobRow) -> None: ...

makes `fill_pool(job_id)`: it claims the row, keeps the lease alive while it works, and puts the
job off with a growing pause if it fails. Whoever lost the row to another worker writes nothing.
"""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import wraps
from typing import Any

import structlog

from service.clock import utc_now
from service.errors import Unavailable
from service.settings import current_settings
from service.store import jobs
from service.store.database import Session, retrying, transaction
from service.store.jobs import JobRow

FIRST_PAUSE_S, LONGEST_PAUSE_S = 2.0, 300.0

log = structlog.get_logger()


class LeaseLost(Exception):
    """Another worker holds the job now: what this one did last is rolled back."""


def as_job(work: Callable[[JobRow], None]) -> Callable[[str], None]:
    """Turn work on a claimed row into a function of the row's id, for the workers to call."""

    @wraps(work)
    def run(job_id: str) -> None:
        job = claim_job(job_id)
        if job is None:
            return
        try:
            with _lease_kept(job):
                work(job)
        except LeaseLost:
            log.warning("lease_lost", job=job.id, kind=job.kind)
        except Exception as fault:  # the outermost edge of a job: its row tells what went wrong
            log.exception("job_failed", job=job.id, kind=job.kind, tries=job.tries)
            _note_failure(job, f"{type(fault).__name__}: {fault}")

    return run


@retrying
def claim_job(job_id: str) -> JobRow | None:
    """Take the job; None if there is nothing to do: done, held, not due, or tried too often."""
    now = utc_now()
    with transaction() as session:
        job = jobs.claim(session, job_id, now=now, lease_until=now + _lease())
        if job is None or job.tries <= current_settings().job_tries:
            return job
        error = job.error or "The worker was killed each time it tried."
        jobs.give_up(session, job, error=error, now=now)
    return None


def tell_progress(session: Session, job: JobRow, *, done: int, total: int) -> None:
    """In the transaction of what was done. LeaseLost rolls it back."""
    if not jobs.tell_progress(session, job, done=done, total=total):
        raise LeaseLost


def finish_job(session: Session, job: JobRow, result: Mapping[str, Any]) -> None:
    """Mark the job done, in the transaction of its result. LeaseLost rolls it back."""
    if not jobs.finish(session, job, result=result, now=utc_now()):
        raise LeaseLost


@retrying
def _note_failure(job: JobRow, error: str) -> None:
    now = utc_now()
    with transaction() as session:
        if job.tries >= current_settings().job_tries:
            jobs.give_up(session, job, error=error, now=now)
        else:
            jobs.put_off(session, job, error=error, next_at=now + _pause(job.tries))


def _pause(tries: int) -> timedelta:
    """Doubled with each try, with jitter: jobs that failed together do not come back together."""
    longest = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** (tries - 1))
    return timedelta(seconds=random.uniform(longest / 2, longest))


def _lease() -> timedelta:
    return timedelta(seconds=current_settings().lease_s)


@contextlib.contextmanager
def _lease_kept(job: JobRow) -> Iterator[None]:
    """Renew the lease from a thread that dies with this process."""
    is_over = threading.Event()
    keeper = threading.Thread(target=_keep_lease, args=(job, is_over), daemon=True)
    keeper.start()
    try:
        yield
    finally:
        is_over.set()
        keeper.join()


def _keep_lease(job: JobRow, is_over: threading.Event) -> None:
    while not is_over.wait(_lease().total_seconds() / 3):
        try:
            with transaction() as session:
                is_held = jobs.renew(session, job, lease_until=utc_now() + _lease())
        except Unavailable:
            continue  # the lease outlives two missed renewals
        if not is_held:
            return
