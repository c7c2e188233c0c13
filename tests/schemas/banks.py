"""Small banks for tests: a whole one as data, to be changed at one place."""

from __future__ import annotations

import copy
import json
from typing import Any

from schemas.bank import CheckedBank, check_bank

WHOLE: dict[str, Any] = {
    "format": 1,
    "bank": {
        "id": "demo",
        "title": {"en": "Demo", "ru": "Проба"},
        "languages": ["en", "ru"],
        "licence": "CC0-1.0",
    },
    "references": {"paper": {"title": "A paper", "authors": "Doe", "year": 2020}},
    "topics": [
        {
            "id": "sums",
            "module": "demo.sums",
            "title": {"en": "Sums", "ru": "Суммы"},
            "constants": {"k": "2.5"},
            "functions": {"twice(x)": "2*x"},
            "items": [
                {
                    "id": "add",
                    "title": {"en": "Add", "ru": "Сложить"},
                    "params": {
                        "a": {"int": {"from": 1, "to": 90}},
                        "b": {"int": {"from": 100, "to": 190}},
                    },
                    "derive": {"s": "k*a + twice(b)"},
                    "prompt": {"en": "What is {k}{a} + 2{b}?", "ru": "Сколько {k}{a} + 2{b}?"},
                    "answers": [
                        {
                            "id": "s",
                            "value": "s",
                            "tol": {"abs": "0.01"},
                            "mistakes": [
                                {
                                    "id": "half",
                                    "value": "s/2",
                                    "say": {"en": "Half", "ru": "Половина"},
                                }
                            ],
                        }
                    ],
                    "references": [{"ref": "paper", "section": "2"}],
                    "checked": {"date": "2026-12-01", "source": "paper", "finding": "agrees"},
                },
                {
                    "id": "pick",
                    "title": {"en": "Pick", "ru": "Выбрать"},
                    "prompt": {"en": "Which?", "ru": "Что?"},
                    "parts": [
                        {
                            "id": "which",
                            "choice": {
                                "options": [
                                    {
                                        "id": "yes",
                                        "credit": 1,
                                        "text": {"en": "Yes", "ru": "Да"},
                                        "why": {"en": "So", "ru": "Так"},
                                    },
                                    {
                                        "id": "no",
                                        "text": {"en": "No", "ru": "Нет"},
                                        "why": {"en": "Not so", "ru": "Не так"},
                                    },
                                ]
                            },
                        }
                    ],
                },
            ],
        }
    ],
}
ADD = "topics.0.items.0"
PICK = "topics.0.items.1"
REMOVE = object()


def changed(changes: dict[str, Any], base: dict[str, Any] = WHOLE) -> dict[str, Any]:
    """The bank with other values at dotted paths; REMOVE takes a value out."""
    whole = copy.deepcopy(base)
    for path, value in changes.items():
        *above, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        here: Any = whole
        for step in above:
            here = here[step]
        if value is REMOVE:
            del here[last]
        else:
            here[last] = value
    return whole


def check_data(data: Any) -> CheckedBank:
    return check_bank({"bank.json": json.dumps(data, ensure_ascii=False, indent=1).encode()})


def check_changed(changes: dict[str, Any]) -> CheckedBank:
    return check_data(changed(changes))


def check_yaml(text: str, name: str = "bank.yaml") -> CheckedBank:
    return check_bank({name: text.encode()})
