"""The names that the queue sends and the functions that the workers have agree."""

from __future__ import annotations

from importlib import import_module
from typing import get_args

from service.processes import parts
from service.queue import FUNCTIONS, QUEUES
from service.store.jobs import JobKind
from workers import jobs


def test_every_name_leads_to_a_function() -> None:
    for _, path in FUNCTIONS.values():
        module, _, name = path.rpartition(".")
        assert callable(getattr(import_module(module), name)), path


def test_every_function_of_the_workers_is_called_by_a_queue() -> None:
    called = {path.rpartition(".")[2] for _, path in FUNCTIONS.values()}

    assert called == set(jobs.__all__)


def test_every_kind_of_job_has_a_function_but_the_operation_itself() -> None:
    assert set(FUNCTIONS) == set(get_args(JobKind)) - {"load_bank"}


def test_every_queue_has_a_worker() -> None:
    assert {queue for queue, _ in FUNCTIONS.values()} == set(QUEUES)
    assert set(parts.QUEUES) == set(QUEUES)
