"""Run `etude` as a person would, with the settings of a test."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from service.processes.lifeline import start_tied

if TYPE_CHECKING:
    from service.settings import Settings


def environment(settings: Settings) -> dict[str, str]:
    """The environment in which these are the settings; nothing of our own ETUDE_..."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ETUDE_")}
    return {
        **clean,
        "ETUDE_DATA_DIR": str(settings.data_dir),
        "ETUDE_DATABASE_URL": settings.database_url,
        "ETUDE_REDIS_URL": settings.redis_url or "",
    }


def etude(*words: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "service.cli", *words],
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@contextmanager
def working(queue: str, settings: Settings) -> Iterator[None]:
    """A worker process on one queue, as long as the block lasts."""
    process = start_tied(
        [sys.executable, "-P", "-m", "service.cli", "worker", queue],
        log=settings.data_dir / f"worker-{queue}.log",
        env=environment(settings),
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)
