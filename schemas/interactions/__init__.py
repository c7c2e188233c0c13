"""The kinds of parts an item can have, as they are written: twin of question_bank.interactions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from marshmallow import Schema

from schemas.interactions.choice import ChoicePartSchema, dump_choice
from schemas.interactions.numeric import NumericPartSchema, dump_numeric

SCHEMAS: Mapping[str, type[Schema]] = {"choice": ChoicePartSchema, "numeric": NumericPartSchema}
DUMPERS: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "choice": dump_choice,
    "numeric": dump_numeric,
}


def kind_of_part(part: Mapping[str, Any]) -> str:
    """What an entry of `parts` is: a choice says so, a numeric part has a value."""
    return "choice" if "choice" in part else "numeric"
