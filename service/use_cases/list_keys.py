"""Which keys there are."""

from __future__ import annotations

from service.store import clients
from service.store.clients import KeyRow
from service.store.database import retrying
from service.use_cases.paging import Page, page_of


@retrying
def list_keys(*, cursor: str | None = None, limit: int = 50) -> Page[KeyRow]:
    """Keys by id, revoked ones too; never a secret."""
    return page_of(clients.list_keys, lambda key: key.id, cursor=cursor, limit=limit)
