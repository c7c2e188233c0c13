"""Real worker processes on a real Valkey, with short leases."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from subprocess import Popen

import pytest

from service import connections
from service.processes.lifeline import start_tied
from service.settings import Settings
from service.store.jobs import JobRow
from service.use_cases.load_bank import load_bank
from service.use_cases.sweep import sweep
from tests.rig.processes import descendants, wait_until
from tests.service.use_cases.samples import FAIR, job_row, jobs_of

RUN = """
import os
from service.settings import Settings
from workers.{module} import run
run(Settings.from_env(os.environ){arguments})
"""
POOL_SIZE = 250  # three batches
PATIENCE_S = 60.0


@dataclass
class Part:
    """A worker or sweeper process."""

    process: Popen[bytes]
    log: Path

    @property
    def pid(self) -> int:
        return self.process.pid

    def kill(self) -> None:
        """With -9, and its work horse too."""
        for pid in [self.pid, *self.horses()]:
            _kill(pid)
        self.process.wait()

    def horses(self) -> list[int]:
        return [] if self.process.poll() is not None else descendants(self.pid)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


@pytest.fixture
def quick(settings: Settings, valkey_url: str) -> Iterator[Settings]:
    """Connected, with leases of a second and small pools."""
    quickly = replace(settings, lease_s=1, sweep_s=1, pool_size=POOL_SIZE, audit_seeds=200)
    connections.connect(quickly)
    yield quickly
    connections.disconnect()


@pytest.fixture
def start(quick: Settings, tmp_path: Path) -> Iterator[Callable[..., Part]]:
    """Starts parts; what still runs at the end of the test is killed."""
    parts: list[Part] = []

    def start_part(module: str = "run", queue: str | None = "variants", **env: str) -> Part:
        arguments = f", {queue!r}" if queue else ""
        log = tmp_path / f"{module}-{len(parts)}.log"
        process = start_tied(
            [sys.executable, "-c", RUN.format(module=module, arguments=arguments)],
            log=log,
            env={**os.environ, **_environment(quick), **env},
        )
        parts.append(Part(process, log))
        return parts[-1]

    yield start_part
    for part in parts:
        part.kill()


def _environment(settings: Settings) -> dict[str, str]:
    return {
        "ETUDE_DATABASE_URL": settings.database_url,
        "ETUDE_DATA_DIR": str(settings.data_dir),
        "ETUDE_REDIS_URL": settings.redis_url or "",
        "ETUDE_LEASE_S": str(settings.lease_s),
        "ETUDE_SWEEP_S": str(settings.sweep_s),
        "ETUDE_POOL_SIZE": str(settings.pool_size),
        "ETUDE_AUDIT_SEEDS": str(settings.audit_seeds),
    }


def load(*, trusted: bool = True) -> list[JobRow]:
    """Load a small bank; the jobs that follow, that of the larger pool first."""
    jobs = jobs_of(load_bank(FAIR, actor="cli", trusted=trusted).operation)
    return sorted(jobs, key=lambda job: job.subject)


def sweep_until(is_so: Callable[[], bool], what: str) -> None:
    """Sweep as the sweeper does, until it is so."""

    def look() -> bool:
        sweep()
        return is_so()

    wait_until(look, timeout_s=PATIENCE_S, what=what)


def are_done(jobs: list[JobRow]) -> bool:
    return all(job_row(job.id).state == "done" for job in jobs)
