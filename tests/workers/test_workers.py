"""Workers killed, messages lost, leases lapsed: every job ends done, and once."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import redis
from rq import Callback, Queue
from rq.serializers import JSONSerializer

from service import connections
from service.settings import Settings
from service.use_cases.list_items import list_topic_items
from service.use_cases.read_operation import read_operation
from tests.rig.processes import is_running, wait_until
from tests.rig.valkey import ValkeyServer
from tests.service.use_cases.samples import DOUBLE, PICK, item_row, job_row, pool
from tests.workers.conftest import PATIENCE_S, POOL_SIZE, Part, are_done, load, sweep_until

Start = Callable[..., Part]
STEPS = [
    "fill_pool.claimed",
    "fill_pool.drawn",
    "fill_pool.before_commit",
    "fill_pool.committed",
    "fill_pool.before_done",
]


def assert_pools_are_complete() -> None:
    rows = pool(DOUBLE)
    assert [row.rank for row in rows] == list(range(POOL_SIZE))
    assert len({row.prompt_hash for row in rows}) == POOL_SIZE
    assert len({row.seed for row in rows}) == POOL_SIZE
    assert len(pool(PICK)) == 1


def test_worker_fills_pools_as_it_is_told(start: Start) -> None:
    jobs = load()

    start()

    wait_until(lambda: are_done(jobs), timeout_s=PATIENCE_S, what="pools are full")
    assert_pools_are_complete()
    assert [job_row(job.id).tries for job in jobs] == [1, 1]


def test_untrusted_bank_is_audited_published_and_filled(start: Start) -> None:
    jobs = load(trusted=False)
    operation = jobs[0].parent
    assert operation is not None

    start(queue="audits")
    start()

    wait_until(
        lambda: read_operation(operation).state == "done",
        timeout_s=PATIENCE_S,
        what="audits and pools are done",
    )
    assert_pools_are_complete()
    assert [item.status for item in list_topic_items("small", "numbers")] == ["published"] * 2
    assert len(read_operation(operation).parts) == 4


def test_job_killed_at_any_step_goes_on_where_it_was(start: Start) -> None:
    jobs = load()

    for step in STEPS:
        before = job_row(jobs[0].id).tries
        worker = start(ETUDE_FAILPOINT=f"{step}:kill")
        sweep_until(lambda n=before: job_row(jobs[0].id).tries > n, f"a try that ends at {step}")
        worker.kill()
        assert job_row(jobs[0].id).state == "running", step

    start()
    sweep_until(lambda: are_done(jobs), "every job is done")
    assert_pools_are_complete()
    assert job_row(jobs[0].id).tries == len(STEPS) + 1


def test_worker_and_its_child_killed_together_leave_nothing_stuck(start: Start) -> None:
    jobs = load()
    worker = start(ETUDE_FAILPOINT="fill_pool.drawn:sleep")
    wait_until(
        lambda: job_row(jobs[0].id).tries == 1, timeout_s=PATIENCE_S, what="the job is taken"
    )

    worker.kill()
    start()

    sweep_until(lambda: are_done(jobs), "every job is done")
    assert_pools_are_complete()


def test_lease_is_kept_while_the_worker_lives(start: Start) -> None:
    jobs = load()
    start(ETUDE_FAILPOINT="fill_pool.drawn:sleep")
    wait_until(
        lambda: job_row(jobs[0].id).tries == 1, timeout_s=PATIENCE_S, what="the job is taken"
    )
    first = job_row(jobs[0].id).lease_until
    assert first is not None

    def is_renewed_twice() -> bool:
        lease = job_row(jobs[0].id).lease_until
        return lease is not None and (lease - first).total_seconds() > 1.0

    sweep_until(is_renewed_twice, "the lease is renewed past its first end")
    assert job_row(jobs[0].id).tries == 1


def test_flushed_queue_is_filled_again_by_the_sweep(
    start: Start, valkey_server: ValkeyServer
) -> None:
    jobs = load()
    valkey_server.flush()

    start()

    sweep_until(lambda: are_done(jobs), "every job is done")
    assert_pools_are_complete()


def test_work_asked_for_while_redis_is_away_is_picked_up_when_it_returns(
    start: Start, valkey_server: ValkeyServer
) -> None:
    valkey_server.stop()
    jobs = load()
    assert item_row(DOUBLE).status == "published"

    valkey_server.start()
    start()

    sweep_until(lambda: are_done(jobs), "every job is done")
    assert_pools_are_complete()


def test_messages_that_are_not_ours_are_dropped(
    start: Start, quick: Settings, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    with redis.Redis.from_url(quick.redis_url or "") as client:
        queue = Queue("variants", connection=client, serializer=JSONSerializer)
        queue.enqueue("os.mkdir", str(mark))
        queue.enqueue("workers.jobs.fill_pool", "op_none", on_success=Callback("os.mkdir"))
        queue.enqueue("workers.jobs.fill_pool", {"not": "an id"})
        client.hset("rq:job:junk", mapping={"data": b"\x00junk", "created_at": "x"})
        client.rpush(queue.key, "junk", "never-was")
        jobs = load()

        worker = start()

        wait_until(lambda: are_done(jobs), timeout_s=PATIENCE_S, what="our jobs are done")
    assert not mark.exists()
    assert is_running(worker.pid)


def test_job_that_hangs_is_ended_and_told(start: Start, quick: Settings) -> None:
    connections.connect(replace(quick, job_timeout_s=2))
    jobs = load()

    worker = start(ETUDE_FAILPOINT="fill_pool.claimed:sleep", ETUDE_JOB_TRIES="1")

    # Swept, for on a busy machine the time may be over before the job has taken its row.
    sweep_until(lambda: job_row(jobs[0].id).state == "failed", "the job is given up")
    assert "JobTimeoutException" in (job_row(jobs[0].id).error or "")
    assert is_running(worker.pid)


TAKE_MEMORY = """
import os
from service.settings import Settings
from workers.run import limit_this_process
limit_this_process(Settings.from_env({"ETUDE_JOB_MEMORY_MIB": "512"}))
try:
    bytearray(600 * 1024**2)
except MemoryError:
    print("refused", end="")
"""


def test_job_gets_no_more_memory_than_it_may_have() -> None:
    done = subprocess.run([sys.executable, "-c", TAKE_MEMORY], capture_output=True, check=True)

    assert done.stdout == b"refused"


@pytest.mark.parametrize("sign", ["TERM", "INT"])
def test_sweeper_wakes_what_waits_and_ends_when_asked(
    start: Start, valkey_server: ValkeyServer, sign: str
) -> None:
    jobs = load()
    valkey_server.flush()
    start()

    sweeper = start("sweep", None)

    wait_until(lambda: are_done(jobs), timeout_s=PATIENCE_S, what="every job is done")
    sweeper.process.send_signal(getattr(signal, f"SIG{sign}"))
    assert sweeper.process.wait(10) == 0
