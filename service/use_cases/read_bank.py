"""One bank."""

from __future__ import annotations

from service.errors import NotFound
from service.store import banks
from service.store.banks import BankRow
from service.store.database import reading, retrying


@retrying
def read_bank(bank_id: str) -> BankRow:
    """NotFound if no such bank is loaded."""
    with reading() as session:
        bank = banks.get_bank(session, bank_id)
    if bank is None:
        raise NotFound(f"There is no bank {bank_id!r}.")
    return bank
