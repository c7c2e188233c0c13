"""The parts of `etude up` and what they find in their environment."""

from __future__ import annotations

from pathlib import Path

from service import queue
from service.processes.parts import QUEUES, local_environment
from service.settings import Settings


def test_there_is_a_worker_for_each_queue() -> None:
    assert QUEUES == queue.QUEUES


def test_parts_find_the_same_data_folder_wherever_they_run(tmp_path: Path) -> None:
    settings = Settings.from_env({"ETUDE_DATA_DIR": str(tmp_path)})

    environ = local_environment(settings, {"PATH": "/bin", "ETUDE_DATA_DIR": "data"})

    assert Settings.from_env(environ).data_dir == tmp_path
    assert environ["ETUDE_REDIS_URL"] == f"unix://{tmp_path}/valkey.sock?db=0"
    assert environ["PATH"] == "/bin"


def test_a_redis_of_ones_own_is_used(tmp_path: Path) -> None:
    own = {"ETUDE_DATA_DIR": str(tmp_path), "ETUDE_REDIS_URL": "redis://cache:6379/3"}

    environ = local_environment(Settings.from_env(own), own)

    assert environ["ETUDE_REDIS_URL"] == "redis://cache:6379/3"
