"""How an outcome is kept with its submission: JSON with exact numbers as text."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from question_bank.model import Outcome, PartOutcome

_TEXTS = ("verdict", "read_as", "rule", "mistake", "say", "code")


def dump_outcome(outcome: Outcome) -> dict[str, Any]:
    """Only a graded outcome is kept: the readings of an unanswered question are not."""
    return {
        "given": str(outcome.given),
        "maximum": str(outcome.maximum),
        "parts": [
            {
                "id": part.id,
                "credit": str(part.credit),
                **{name: getattr(part, name) for name in _TEXTS},
            }
            for part in outcome.parts
        ],
    }


def load_outcome(kept: Mapping[str, Any]) -> Outcome:
    return Outcome(
        parts=[
            PartOutcome(
                id=part["id"],
                credit=Fraction(part["credit"]),
                **{name: part[name] for name in _TEXTS},
            )
            for part in kept["parts"]
        ],
        given=Fraction(kept["given"]),
        maximum=Fraction(kept["maximum"]),
    )
