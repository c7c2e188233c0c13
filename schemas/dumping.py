"""Small helpers for writing values back as an authored file has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from question_bank.model import Exact
from question_bank.numbers.wire import number_text


def text_of(value: Exact | None) -> str | None:
    """An exact number as text: what stands in a store never passes through a float."""
    return None if value is None else number_text(value)


def filled(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Only the fields in which something stands."""
    return {name: value for name, value in fields.items() if not is_nothing(value)}


def is_nothing(value: object) -> bool:
    return value is None or (isinstance(value, (dict, list, str)) and not value)
