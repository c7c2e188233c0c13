"""Two hashes of an item: of what draws and grades, and of its texts.

The first seeds the draws, so that mending a typo never reshuffles variants.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from question_bank.expressions import function_name
from question_bank.interactions import INTERACTIONS
from question_bank.model import Exact, Item, LogUniform, Parameter, Scenario, Steps, Values


def grading_hash(item: Item, used: Collection[str]) -> str:
    """Hex SHA-256 of what decides the variants and keys. Of constants and functions, those used:
    a bank's file shares them, and one item's new constant must not touch its neighbours."""
    truth = {
        "constants": {name: str(value) for name, value in item.constants.items() if name in used},
        "functions": [
            [signature, _source(body)]
            for signature, body in item.functions.items()
            if function_name(signature) in used
        ],
        "params": {name: _parameter(parameter) for name, parameter in item.params.items()},
        "rows": [{name: str(value) for name, value in row.items()} for row in item.rows],
        "derive": [[name, _source(formula)] for name, formula in item.derive.items()],
        "require": [_source(formula) for formula in item.require],
        "separate": item.separate,
        "parts": [[part.id, part.kind, INTERACTIONS[part.kind].truth(part)] for part in item.parts],
    }
    return _digest(truth)


def text_hash(item: Item) -> str:
    """Hex SHA-256 of everything a reader sees of the item, in all languages."""
    texts = {
        "title": dict(item.title),
        "prompt": dict(item.prompt),
        "parts": [
            [part.id, [[text.key, dict(text.text)] for text in INTERACTIONS[part.kind].texts(part)]]
            for part in item.parts
        ],
        "table": item.table and [dict(item.table.row_label), dict(item.table.column_label)],
        "hints": [dict(hint) for hint in item.hints],
        "solution": [dict(step) for step in item.solution],
        "references": [asdict(reference) for reference in item.references],
        "constants": {name: str(value) for name, value in item.constants.items()},
        "facts": [item.difficulty, list(item.tags), item.status, item.licence, item.source],
    }
    return _digest(texts)


def _digest(data: Any) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()


def _source(formula: str) -> str:
    """Blanks do not matter."""
    return " ".join(formula.split())


def _parameter(parameter: Parameter) -> Any:
    match parameter:
        case Values(values):
            return ["choice", _texts(values)]
        case Steps(start, stop, step):
            return ["steps", _texts((start, stop, step))]
        case LogUniform(start, stop, sig):
            return ["loguniform", *_texts((start, stop)), sig]
        case Scenario(columns):
            return ["scenario", _columns(columns)]


def _columns(columns: Mapping[str, Sequence[Exact]]) -> list[Any]:
    return [[name, _texts(values)] for name, values in columns.items()]


def _texts(values: Sequence[Exact]) -> list[str]:
    return [str(value) for value in values]
