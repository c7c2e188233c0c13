"""The one place that reads the wall clock."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> datetime:
    """Now, UTC-aware."""
    return datetime.now(UTC)
