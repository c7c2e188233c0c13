"""The end of a key."""

from __future__ import annotations

from service.clock import utc_now
from service.errors import NoSuchKey
from service.store import audit_log, clients
from service.store.database import retrying, transaction
from service.use_cases.authenticate import forget_callers


@retrying
def revoke_key(key_id: str, *, actor: str = "cli") -> None:
    """The key opens nothing any more (in other processes within seconds). NoSuchKey."""
    now = utc_now()
    with transaction() as session:
        if not clients.revoke(session, key_id, now):
            raise NoSuchKey
        audit_log.append(
            session, at=now, actor=actor, action="key.revoked", subject=key_id, details={}
        )
    forget_callers()
