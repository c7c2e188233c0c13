"""Learners and their programs, for the tests of attempts: short names for what they do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from question_bank.drill import DEFAULTS, Policy, Selection
from question_bank.model import NumericKey
from question_bank.variants import load_variant
from service.store import attempts, variants
from service.store.clients import ClientRow
from service.store.database import reading
from service.store.drills import DrillRow
from service.use_cases.authenticate import authenticate
from service.use_cases.create_drill import create_drill
from service.use_cases.create_key import create_key
from service.use_cases.read_attempt_item import read_attempt_item
from service.use_cases.start_attempt import start_attempt
from service.use_cases.submit_response import submit_response
from service.use_cases.views import SubmissionResult
from tests.service.use_cases.samples import DOUBLE

WRONG = {"twice": "5", "bytes": "5"}
UNREADABLE = {"twice": "abc", "bytes": "5"}


def make_client(name: str = "course site") -> ClientRow:
    _, secret = create_key(name, ["all"])
    return authenticate(secret)


def make_drill(client: ClientRow, *items: str, mode: str = "practice", **policy: Any) -> DrillRow:
    """A drill of `items` (the numeric one if none is named), played in a mode."""
    chosen: Policy = replace(DEFAULTS[mode], **policy)  # type: ignore[index]  # a mode by its name
    return create_drill({"en": "A drill"}, chosen, Selection(items or (DOUBLE,)), client=client)


def begin(client: ClientRow, drill: DrillRow, learner: str = "u1") -> str:
    """The id of an attempt whose first item was looked at."""
    started = start_attempt(drill.id, learner=learner, client=client)
    read_attempt_item(started.attempt.id, 1, client=client)
    return started.attempt.id


def right_response(attempt_id: str, n: int = 1) -> Mapping[str, str]:
    """The keys of the variant that lies before the learner, as text."""
    with reading() as session:
        item = attempts.get_attempt_item(session, attempt_id, n)
        assert item is not None and item.variant_id is not None
        row = variants.get_variant(session, item.variant_id)
    assert row is not None
    keys = load_variant(row.body).keys
    return {id: _typed(id, key) for id, key in keys.items() if isinstance(key, NumericKey)}


def _typed(part: str, key: NumericKey) -> str:
    value = key.rules[0].value
    return f"{value} B" if part == "bytes" else str(value)


def answer(client: ClientRow, attempt_id: str, n: int = 1) -> SubmissionResult:
    """Submit what is right."""
    return submit_response(attempt_id, n, right_response(attempt_id, n), client=client)


def miss(client: ClientRow, attempt_id: str, n: int = 1) -> SubmissionResult:
    """Submit what is wrong."""
    return submit_response(attempt_id, n, WRONG, client=client)
