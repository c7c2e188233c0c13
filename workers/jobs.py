"""What the queues call, by these names (see service.queue.FUNCTIONS). Each may run twice."""

from __future__ import annotations

from service.use_cases.audit_revision import audit_revision
from service.use_cases.fill_pool import fill_pool
from service.use_cases.rebuild_revision import rebuild_revision
from service.use_cases.verify_pool import verify_pool

__all__ = ["audit_revision", "fill_pool", "rebuild_revision", "verify_pool"]
