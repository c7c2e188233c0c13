"""How long a start takes, and what memory the processes of a running service hold."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

import psutil

from tests.bench.measuring import Figure
from tests.rig.up import running_up

MIB = 2**20
WATCHED_S = 8.0


def figures() -> Iterator[Figure]:
    """The first start on an empty data folder, and resident memory once it is ready."""
    with running_up() as up:
        yield Figure("start to ready", up.ready_after_s, "s", None, None, "< 5")
        for part, size in sorted(_largest_sizes(up.process.pid).items()):
            reach = "" if part == "valkey" else "< 120"
            yield Figure(f"memory of {part}, resident", size, "MiB", None, None, reach)


def _largest_sizes(pid: int) -> dict[str, float]:
    """Part -> MiB of its largest process, while the workers start and fill the first pools."""
    sizes: dict[str, float] = {}
    until = time.monotonic() + WATCHED_S
    while time.monotonic() < until:
        for process in psutil.Process(pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):  # a child that just did its job
                part = _part_of(process)
                sizes[part] = max(sizes.get(part, 0.0), process.memory_info().rss / MIB)
        time.sleep(0.2)
    return sizes


def _part_of(process: psutil.Process) -> str:
    words = process.cmdline()
    if any("valkey-server" in word or "redis-server" in word for word in words[:1]):
        return "valkey"
    return next((word for word in words if word in ("api", "worker", "sweep")), "other")
