"""Grading and reading without keeping anything."""

from __future__ import annotations

import time
from typing import Any

from question_bank.model import Box, Reading
from question_bank.numbers import read_number
from schemas.grading import (
    GradeRequestSchema,
    GradeSchema,
    ReadNumberRequestSchema,
    ReadNumberSchema,
)
from service.api import metrics
from service.api.auth import ANY
from service.api.blueprint import ApiBlueprint
from service.api.refusals import UNREADABLE_NUMBER, UNREADABLE_RESPONSE
from service.use_cases.grade_once import GradedOnce, grade_once

blueprint = ApiBlueprint(
    "grading", __name__, description="Grade and read without keeping anything."
)

GRADE_EXAMPLE = {
    "item": "llm-pretraining/loss-gap",
    "canonical": True,
    "lang": "en",
    "responses": {"L": "1.9483", "gap": "0.0258"},
}


@blueprint.operation(
    "POST",
    "/v1/grade",
    scope="attempt:write",
    errors=["no_such_item", "item_not_ready", "generator_failed", *UNREADABLE_RESPONSE],
)
@blueprint.arguments(GradeRequestSchema, example=GRADE_EXAMPLE)
@blueprint.response(200, GradeSchema, description="What grading says, part by part.")
def post_grade(body: dict[str, Any]) -> GradedOnce:
    """Grade a response to a variant named by its seed.

    A number that cannot be read gives its part the verdict `unreadable` with the refusal's code
    (status 200; a submission would be refused with 422 and use no try). A number with two readings
    gives `ask`: answer with `{"text": ..., "reading": ...}`. A part without a response is
    `unreadable` with the code `empty`.
    """
    started = time.perf_counter()
    graded = grade_once(body["item"], body["responses"], seed=body["seed"], lang=body["lang"])
    metrics.GRADING.labels("once").observe(time.perf_counter() - started)
    return graded


@blueprint.operation("POST", "/v1/read-number", scope=ANY, errors=UNREADABLE_NUMBER)
@blueprint.arguments(
    ReadNumberRequestSchema,
    example={"text": "1,63 ГиБ", "lang": "ru", "unit": "byte", "ask_in": "GiB"},
)
@blueprint.response(200, ReadNumberSchema, description="The value, and how the text was read.")
def post_read_number(body: dict[str, Any]) -> Reading:
    """How would this text be read?

    `value` is in the base unit, exact. `other` holds further readings of a text that has several.
    What cannot be read is refused with 422, whose `code` says why.
    """
    return read_number(body["text"], Box(body["unit"], body["ask_in"]), body["lang"])
