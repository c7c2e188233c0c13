"""Put right what nobody else will: jobs without a message, attempts past their deadline."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

import structlog

from service import queue
from service.clock import utc_now
from service.settings import current_settings
from service.store import heartbeats, idempotency, jobs
from service.store.database import reading, retrying, transaction
from service.store.jobs import JobRow
from service.use_cases.close_overdue import close_overdue

MOST_AT_ONCE = 200
SWEEPER = "sweeper"  # its name among the heartbeats

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Swept:
    """How many jobs were nudged, attempts closed, kept answers forgotten."""

    nudged: int
    closed: int
    forgotten: int


def sweep() -> Swept:
    """One round. Harmless at any time, also beside another sweeper."""
    swept = Swept(nudged=_nudge_jobs(), closed=close_overdue(), forgotten=_forget_answers())
    _beat()
    if swept.nudged or swept.closed:
        log.info("swept", nudged=swept.nudged, closed=swept.closed, forgotten=swept.forgotten)
    return swept


def _nudge_jobs() -> int:
    """Stops when Redis is away: the next sweep goes on."""
    nudged = 0
    for job in _unattended():
        if not queue.enqueue(replace(job, nudges=job.nudges + 1)):
            break
        _note_nudge(job)
        nudged += 1
    return nudged


@retrying
def _unattended() -> list[JobRow]:
    now = utc_now()
    nudged_before = now - timedelta(seconds=current_settings().lease_s)
    with reading() as session:
        return jobs.unattended(session, now=now, nudged_before=nudged_before, limit=MOST_AT_ONCE)


@retrying
def _note_nudge(job: JobRow) -> None:
    with transaction() as session:
        jobs.note_nudge(session, job, now=utc_now())


@retrying
def _forget_answers() -> int:
    before = utc_now() - timedelta(days=current_settings().idempotency_days)
    with reading() as session:
        if not idempotency.has_older(session, before):
            return 0
    with transaction() as session:
        return idempotency.delete_older(session, before, limit=MOST_AT_ONCE)


@retrying
def _beat() -> None:
    with transaction() as session:
        heartbeats.beat(session, SWEEPER, utc_now())
