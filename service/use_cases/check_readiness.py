"""Whether this process can do its work."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from service import short_lived
from service.clock import utc_now
from service.errors import Unavailable
from service.settings import current_settings
from service.store import database, heartbeats, jobs
from service.use_cases.sweep import SWEEPER

LATE_SWEEPS = 6  # so many missed sweeps: the sweeper is away


@dataclass(frozen=True, slots=True)
class Readiness:
    """`status`: ok; degraded (Redis or the sweeper is away: answers go on, work waits); down.

    Ages in seconds; None: never, or nothing waits.
    """

    status: Literal["ok", "degraded", "down"]
    database: Literal["ok", "down"]
    schema: Literal["current", "behind", "unknown"]
    redis: Literal["ok", "down", "none"]
    sweeper_age_s: float | None
    oldest_due_s: float | None


def check_readiness() -> Readiness:
    """Never raises for what is away: that is in the facts."""
    redis = _redis()
    try:
        schema = _schema()
        if schema != "current":
            return Readiness("down", "ok", schema, redis, None, None)
        sweeper_age_s, oldest_due_s = _ages()
    except Unavailable:
        return Readiness("down", "down", "unknown", redis, None, None)
    is_swept = sweeper_age_s is not None and sweeper_age_s < _longest_age_s()
    status: Literal["ok", "degraded"] = "ok" if redis == "ok" and is_swept else "degraded"
    return Readiness(status, "ok", schema, redis, sweeper_age_s, oldest_due_s)


def _schema() -> Literal["current", "behind"]:
    """A database that is ahead of us (a newer version is being rolled out) serves us too."""
    revision = database.schema_revision()
    is_current = revision is not None and revision >= (database.newest_revision() or "")
    return "current" if is_current else "behind"


def _ages() -> tuple[float | None, float | None]:
    """Of the sweeper's heartbeat and of the oldest due job. Writes, to know that it can."""
    now = utc_now()
    with database.transaction() as session:
        heartbeats.beat(session, "readiness", now)
        beat = heartbeats.last_beat(session, SWEEPER)
        due = jobs.oldest_due(session)
    return _age_s(beat, now), _age_s(due, now)


def _age_s(moment: datetime | None, now: datetime) -> float | None:
    return None if moment is None else max(0.0, (now - moment).total_seconds())


def _longest_age_s() -> float:
    return LATE_SWEEPS * current_settings().sweep_s


def _redis() -> Literal["ok", "down", "none"]:
    if short_lived.client() is None:
        return "none"
    return "ok" if short_lived.is_reachable() else "down"
