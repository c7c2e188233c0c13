"""How much work waits for the workers, and how much they have laid in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from service.clock import utc_now
from service.store import jobs, workload
from service.store.database import reading, retrying


@dataclass(frozen=True, slots=True)
class Workload:
    """`jobs` by (kind, state). `oldest_due_s`: how long the longest waiting job is due, or 0."""

    jobs: Mapping[tuple[str, str], int]
    oldest_due_s: float
    pool_depths: tuple[int, ...]  # variants ready, one figure for each published item


@retrying
def read_workload() -> Workload:
    """Unavailable if the database is away."""
    with reading() as session:
        due = jobs.oldest_due(session)
        return Workload(
            jobs=jobs.count_by_state(session),
            oldest_due_s=max(0.0, (utc_now() - due).total_seconds()) if due else 0.0,
            pool_depths=tuple(workload.pool_depths(session)),
        )
