"""Which banks there are."""

from __future__ import annotations

from service.store import banks
from service.store.banks import BankRow
from service.store.database import retrying
from service.use_cases.paging import Page, page_of


@retrying
def list_banks(*, cursor: str | None = None, limit: int = 50) -> Page[BankRow]:
    """Banks by id."""
    return page_of(banks.list_banks, lambda bank: bank.id, cursor=cursor, limit=limit)
