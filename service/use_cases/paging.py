"""Pages of a list: stable when rows are added, opened by an opaque cursor."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from service.errors import CursorInvalid
from service.store.database import Session, reading

T = TypeVar("T")
Row_co = TypeVar("Row_co", covariant=True)
MOST = 200


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some rows, and the cursor of those after them; None if these are the last."""

    rows: Sequence[T]
    next_cursor: str | None


class _Lister(Protocol[Row_co]):
    def __call__(self, session: Session, *, after: str, limit: int) -> Sequence[Row_co]: ...


def page_of(
    lister: _Lister[T], key: Callable[[T], str], *, cursor: str | None, limit: int
) -> Page[T]:
    """One page of rows that `lister` gives in the order of `key`. CursorInvalid."""
    limit = max(1, min(limit, MOST))
    with reading() as session:
        rows = lister(session, after=_opened(cursor), limit=limit + 1)
    shown = rows[:limit]
    more = len(rows) > limit
    return Page(shown, _closed(key(shown[-1])) if more else None)


def _closed(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _opened(cursor: str | None) -> str:
    if not cursor:
        return ""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        text = base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError) as fault:
        raise CursorInvalid from fault
    if "\0" in text:
        raise CursorInvalid
    return text
