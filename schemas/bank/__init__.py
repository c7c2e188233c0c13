"""Banks on the wire and on disk: authored files to `question_bank.model`, items to a store."""

from schemas.bank.editors import json_schema
from schemas.bank.loading import CheckedBank, check_bank, load_and_compile, load_bank
from schemas.bank.storing import dump_item, load_item

__all__ = [
    "CheckedBank",
    "check_bank",
    "dump_item",
    "json_schema",
    "load_and_compile",
    "load_bank",
    "load_item",
]
