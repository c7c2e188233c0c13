"""One worker process: it listens to one queue and does each job in a child with limits.

One queue only: with several, RQ takes a message by a plain pop, and a worker killed just then
loses it.
"""

from __future__ import annotations

import resource
import time
from typing import Any

import redis
import structlog
from rq import Queue, Worker
from rq.serializers import JSONSerializer

from service import connections, short_lived
from service.settings import Settings, current_settings
from service.store import database
from workers.messages import Message

WORKER_TTL_S = 30  # a dead worker is noticed after this; half of it is the longest idle wait
MONITORING_S = 5
MAINTENANCE_S = 10
RETRY_S = 1.0  # between two looks for a Redis that is away

log = structlog.get_logger()


def run(settings: Settings, queue: str) -> None:
    """Work until SIGTERM or Ctrl-C; the job at hand is finished first."""
    connections.connect(settings)
    if settings.redis_url is None:
        raise SystemExit("etude: a worker needs ETUDE_REDIS_URL")
    worker = make_worker(_wait_for_redis(settings.redis_url), queue)
    database.close_idle()  # the children open their own
    worker.work(logging_level=None)


def make_worker(client: redis.Redis, queue: str) -> LimitedWorker:
    listened = Queue(queue, connection=client, serializer=JSONSerializer, job_class=Message)
    return LimitedWorker(
        [listened],
        connection=client,
        serializer=JSONSerializer,
        job_class=Message,
        worker_ttl=WORKER_TTL_S,
        job_monitoring_interval=MONITORING_S,
        maintenance_interval=MAINTENANCE_S,
    )


class LimitedWorker(Worker):
    """An RQ worker whose children may use only so much memory and processor time."""

    def main_work_horse(self, job: Any, queue: Any) -> None:
        limit_this_process(current_settings())
        super().main_work_horse(job, queue)


def limit_this_process(settings: Settings) -> None:
    """RQ's own time-out is a signal that a long step in C can hold off: these are the kernel's."""
    memory = settings.job_memory_mib * 1024**2
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    seconds = settings.job_timeout_s + MONITORING_S
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _wait_for_redis(url: str) -> redis.Redis:
    """A client without a time-out, for the worker's blocking reads; waits until Redis answers."""
    is_told = False
    while not short_lived.is_reachable():
        if not is_told:
            log.warning("waiting_for_redis")
            is_told = True
        time.sleep(RETRY_S)
    return short_lived.open_client(url, timeout_s=None)
