"""Every table of the store, in one metadata."""

from __future__ import annotations

from service.store import (  # importing a file of the store adds its tables
    attempts,
    audit_log,
    banks,
    clients,
    drills,
    heartbeats,
    idempotency,
    jobs,
    revisions,
    submissions,
    variants,
)
from service.store.columns import metadata

__all__ = [
    "attempts",
    "audit_log",
    "banks",
    "clients",
    "drills",
    "heartbeats",
    "idempotency",
    "jobs",
    "metadata",
    "revisions",
    "submissions",
    "variants",
]
