"""Which drills a client has."""

from __future__ import annotations

from service.store import drills
from service.store.clients import ClientRow
from service.store.database import Session, retrying
from service.store.drills import DrillRow
from service.use_cases.paging import Page, page_of


@retrying
def list_drills(*, client: ClientRow, cursor: str | None = None, limit: int = 50) -> Page[DrillRow]:
    """The client's own, by id."""

    def lister(session: Session, *, after: str, limit: int) -> list[DrillRow]:
        return drills.list_drills(session, client.id, after=after, limit=limit)

    return page_of(lister, lambda drill: drill.id, cursor=cursor, limit=limit)
