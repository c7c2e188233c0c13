"""The kinds of answering. A new one is a module and a line here; the contract test tries it."""

from __future__ import annotations

from collections.abc import Mapping

from question_bank.interactions import choice, numeric
from question_bank.interactions.protocol import Interaction

INTERACTIONS: Mapping[str, Interaction] = {"choice": choice, "numeric": numeric}
