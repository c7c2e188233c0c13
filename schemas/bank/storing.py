"""Items as they are kept: one JSON tree that needs nothing beside it, all numbers as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from question_bank.formats.tree import path_text
from question_bank.model import BankError, Canonical, Issue, Item
from schemas.authored import schema_of
from schemas.bank.building import build_item
from schemas.bank.item import StoredItemSchema
from schemas.dumping import filled, text_of
from schemas.faults import faults_of
from schemas.interactions import DUMPERS
from schemas.localized import Around, inside
from schemas.parameters import dump_parameter
from schemas.references import dump_checked, dump_reference
from schemas.tables import dump_table


def dump_item(item: Item) -> dict[str, Any]:
    """The item's tree. `load_item` makes the same item of it again.

    `derive` and `functions` are lists of pairs: their order matters, and a store may forget that
    of a map.
    """
    return filled(
        {
            "bank": item.bank,
            "topic": item.topic,
            "id": item.id,
            "title": dict(item.title),
            "difficulty": item.difficulty,
            "tags": list(item.tags),
            "status": item.status,
            "checked": dump_checked(item.checked) if item.checked else None,
            "constants": _numbers(item.constants),
            "functions": _pairs(item.functions),
            "params": {name: dump_parameter(parameter) for name, parameter in item.params.items()},
            "rows": [_numbers(row) for row in item.rows],
            "derive": _pairs(item.derive),
            "require": list(item.require),
            "separate": None if item.separate else "false",
            "prompt": dict(item.prompt),
            "parts": [DUMPERS[part.kind](part) for part in item.parts],
            "grid": dump_table(item.table) if item.table else None,
            "hints": [dict(hint) for hint in item.hints],
            "solution": [dict(step) for step in item.solution],
            "references": [dump_reference(reference) for reference in item.references],
            "canonical": _dump_canonical(item.canonical) if item.canonical else None,
            "weight": text_of(item.weight),
            "licence": item.licence,
            "source": item.source,
        }
    )


def load_item(data: Mapping[str, Any]) -> Item:
    """The item of a kept tree. Raises BankError with paths relative to the item."""
    with inside(Around()):
        try:
            fields: Any = schema_of(StoredItemSchema).load(dict(data))
        except ValidationError as error:
            faults = faults_of(error.messages)
            issues = [Issue(fault.code, str(fault), path_text(path)) for path, fault in faults]
            raise BankError(issues) from None
    return build_item(fields, Around(bank=fields["bank"], topic=fields["topic"]))


def _numbers(values: Mapping[str, Any]) -> dict[str, str | None]:
    return {name: text_of(value) for name, value in values.items()}


def _pairs(formulas: Mapping[str, str]) -> list[list[str]]:
    return [[name, formula] for name, formula in formulas.items()]


def _dump_canonical(canonical: Canonical) -> dict[str, Any]:
    """`set` and `expect` stand even if they are empty."""
    shown = {"shown": dict(canonical.shown)} if canonical.shown else {}
    return {"set": _numbers(canonical.set), "expect": dict(canonical.expect), **shown}
