"""Nudges for the workers: a message names a function and a job's row, and nothing else.

The row is the truth. A message that is lost costs time (the sweep sends another); one that comes
twice or late finds the row taken or done.
"""

from __future__ import annotations

import redis
import structlog
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from service import short_lived
from service.settings import current_settings
from service.store.jobs import JobRow

# kind of job -> (queue, function by its path)
FUNCTIONS: dict[str, tuple[str, str]] = {
    "fill_pool": ("variants", "workers.jobs.fill_pool"),
    "rebuild_revision": ("variants", "workers.jobs.rebuild_revision"),
    "audit_revision": ("audits", "workers.jobs.audit_revision"),
    "verify_pool": ("audits", "workers.jobs.verify_pool"),
}
QUEUES: tuple[str, ...] = ("variants", "audits")  # one worker process each

KEPT_S = 300  # what Redis remembers of a message after its end

log = structlog.get_logger()


def enqueue(job: JobRow) -> bool:
    """Tell a worker of a job, after the commit that made it. False if Redis is away: no harm.

    A message's id says which nudge of the job it is, so that one nudge is never queued twice, and
    the remains of an earlier one, killed half-way, do not stand in the way of the next.
    """
    client = short_lived.client()
    if client is None:
        return False
    name, function = FUNCTIONS[job.kind]
    try:
        Queue(name, connection=client, serializer=JSONSerializer).enqueue(
            function,
            job.id,
            job_id=f"{job.kind}-{job.id}-{job.nudges}",
            unique=True,
            job_timeout=current_settings().job_timeout_s,
            result_ttl=0,
            failure_ttl=KEPT_S,
        )
    except DuplicateJobError:
        return True
    except redis.RedisError as fault:
        log.warning("queue_away", job=job.id, kind=job.kind, fault=str(fault))
        return False
    return True


def enqueue_all(jobs: list[JobRow]) -> None:
    """Stops at the first that cannot be sent: the next would only wait for the same time-out."""
    for job in jobs:
        if not enqueue(job):
            return


def depths() -> dict[str, int] | None:
    """How many messages wait in each queue; None if Redis is away."""
    client = short_lived.client()
    if client is None:
        return None
    try:
        return {
            name: Queue(name, connection=client, serializer=JSONSerializer).count for name in QUEUES
        }
    except redis.RedisError:
        return None
