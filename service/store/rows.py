"""How a row leaves the store: as a frozen dataclass whose fields are named like the columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from sqlalchemy import CursorResult, Executable, Row

from service.store.database import Session

T = TypeVar("T")


def as_row(kind: type[T], row: Row[Any]) -> T:
    return kind(**row._mapping)


def one_or_none(session: Session, query: Executable, kind: type[T]) -> T | None:
    row = session.execute(query).one_or_none()
    return None if row is None else as_row(kind, row)


def all_rows(session: Session, query: Executable, kind: type[T]) -> list[T]:
    return as_rows(session.execute(query), kind)


def as_rows(rows: Iterable[Row[Any]], kind: type[T]) -> list[T]:
    return [as_row(kind, row) for row in rows]


# Asked of inserts whose row count is looked at: SQLAlchemy keeps it only for updates by itself.
COUNTED = {"preserve_rowcount": True}


def changed(result: CursorResult[Any]) -> bool:
    """Whether a conditional update or insert found its row."""
    return result.rowcount > 0
