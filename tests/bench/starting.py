"""How long a start takes, and what memory the processes of a running service hold."""

from __future__ import annotations

from collections.abc import Iterator

import psutil

from tests.bench.measuring import Figure
from tests.rig.up import running_up

MIB = 2**20


def figures() -> Iterator[Figure]:
    """The first start on an empty data folder, and resident memory once it is ready."""
    with running_up() as up:
        yield Figure("start to ready", up.ready_after_s, "s", None, None, "< 5")
        sizes: dict[str, float] = {}
        for process in psutil.Process(up.process.pid).children(recursive=True):
            part = _part_of(process)
            sizes[part] = max(sizes.get(part, 0.0), process.memory_info().rss / MIB)
        for part, size in sorted(sizes.items()):
            reach = "" if part == "valkey" else "< 120"
            yield Figure(f"memory of {part}, resident", size, "MiB", None, None, reach)


def _part_of(process: psutil.Process) -> str:
    words = process.cmdline()
    if "valkey" in words[0] or "redis" in words[0]:
        return "valkey"
    return next((word for word in words if word in ("api", "worker", "sweep")), "other")
