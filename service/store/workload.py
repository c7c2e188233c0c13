"""Figures over all pools, for those who watch the service."""

from __future__ import annotations

from sqlalchemy import and_, func, select

from service.store.banks import items
from service.store.database import Session
from service.store.revisions import revisions
from service.store.variants import pools


def pool_depths(session: Session) -> list[int]:
    """How many variants the pool of each published item holds; 0 where it has none yet."""
    is_its_pool = and_(
        pools.c.item == items.c.name, pools.c.grading_hash == revisions.c.grading_hash
    )
    published = items.join(revisions, revisions.c.id == items.c.revision_id)
    query = select(func.coalesce(pools.c.size, 0)).select_from(
        published.outerjoin(pools, is_its_pool)
    )
    return list(session.execute(query.where(items.c.is_present)).scalars())
