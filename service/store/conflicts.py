"""Inserts that leave a row alone when it is there already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

from service.store.database import Session
from service.store.rows import COUNTED, changed


def insert_or_ignore(session: Session, table: Table, values: Mapping[str, Any]) -> bool:
    """Insert, unless a unique key is taken: then False, and nothing is changed.

    On PostgreSQL it waits for a transaction that is just inserting the same key.
    """
    query: Any
    if session.dialect.name == "sqlite":
        query = sqlite.insert(table).values(**values).on_conflict_do_nothing()
    else:
        query = postgresql.insert(table).values(**values).on_conflict_do_nothing()
    return changed(session.execute(query, execution_options=COUNTED))
