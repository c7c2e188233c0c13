"""A key for a client that calls the API."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime
from typing import Literal, get_args

from service.clock import utc_now
from service.errors import UnknownScope
from service.ids import CLIENT, KEY, new_id, random_text
from service.store import audit_log, clients
from service.store.clients import KeyRow
from service.store.database import Session, retrying, transaction
from service.use_cases.checks import checked_text

Scope = Literal[
    "content:read", "content:write", "attempt:read", "attempt:write", "report:read", "admin"
]
SCOPES: tuple[str, ...] = get_args(Scope)
_SHOWN = len("ak_live_") + 6  # characters of a secret that may be shown


@retrying
def create_key(
    name: str, scopes: Iterable[str], *, actor: str = "cli", expires_at: datetime | None = None
) -> tuple[KeyRow, str]:
    """A new key of the client `name` (made if new), and its secret, told this once.

    `scopes` are names of SCOPES, or "all". UnknownScope; InvalidText for the name.
    """
    name, granted = checked_text(name, "name"), _granted(scopes)
    secret = f"ak_live_{random_text(32)}"
    now = utc_now()
    with transaction() as session:
        key = clients.add_key(
            session,
            {
                "id": new_id(KEY),
                "client_id": _client(session, name, now),
                "prefix": secret[:_SHOWN],
                "digest": digest_of(secret),
                "scopes": granted,
                "created_at": now,
                "expires_at": expires_at,
                "revoked_at": None,
                "last_used_at": None,
            },
        )
        details = {"client": name, "scopes": granted, "prefix": key.prefix}
        audit_log.append(
            session, at=now, actor=actor, action="key.created", subject=key.id, details=details
        )
    return key, secret


def digest_of(secret: str) -> str:
    """The secret is 256 random bits: a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _granted(scopes: Iterable[str]) -> list[str]:
    asked = list(scopes)
    if "all" in asked:
        return list(SCOPES)
    if unknown := [scope for scope in asked if scope not in SCOPES]:
        raise UnknownScope(f"No such scope: {', '.join(unknown)}. There are: {', '.join(SCOPES)}.")
    return [scope for scope in SCOPES if scope in asked]


def _client(session: Session, name: str, now: datetime) -> str:
    if known := clients.client_named(session, name):
        return known
    client_id = new_id(CLIENT)
    clients.add_client(session, client_id, name, now)
    return client_id
