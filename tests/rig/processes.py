"""Looking at processes from outside: which are there, and when they are gone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

import psutil


def descendants(pid: int) -> list[int]:
    """Every process below this one, grandchildren too."""
    return [each.pid for each in psutil.Process(pid).children(recursive=True)]


def is_running(pid: int) -> bool:
    """False for a zombie too: it only waits to be counted by its parent."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_until(is_so: Callable[[], bool], *, timeout_s: float, what: str) -> None:
    deadline = time.monotonic() + timeout_s
    while not is_so():
        assert time.monotonic() < deadline, f"not within {timeout_s} s: {what}"
        time.sleep(0.02)


def wait_until_gone(pids: Iterable[int], *, timeout_s: float) -> None:
    pids = list(pids)
    wait_until(lambda: not any(map(is_running, pids)), timeout_s=timeout_s, what=f"{pids} are gone")
