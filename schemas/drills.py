"""Drills on the wire: which items, and how they are played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from marshmallow import ValidationError, fields, post_load, validate

from question_bank.drill import Policy, PolicyError, Selection, load_policy, load_selection
from question_bank.drill.policy import (
    MAX_COUNT,
    MAX_GRACE_S,
    MAX_TIME_S,
    Counted,
    ExplanationShown,
    Mode,
    OutcomeShown,
)
from question_bank.drill.selection import MAX_ITEMS, Order
from schemas.wire import (
    READABLE_ID,
    AnswerSchema,
    Moment,
    Truth,
    WholeNumber,
    WireSchema,
    item_name,
    matching,
    next_cursor,
    texts,
)

DRILL_STATES = ("open", "closed")


def _one_of(choices: Any, about: str) -> fields.String:
    return fields.String(
        validate=validate.OneOf(get_args(choices)), metadata={"description": about}
    )


def _count(
    about: str, *, least: int = 1, most: int = MAX_COUNT, may_lack: bool = False
) -> WholeNumber:
    rule = validate.Range(least, most)
    return WholeNumber(validate=rule, allow_none=may_lack, metadata={"description": about})


class PolicySchema(AnswerSchema):
    """How a drill is played. What is left out is as usual for the mode."""

    mode = _one_of(
        Mode,
        "`practice`: any number of tries and variants, everything shown at once. `graded`: some "
        "attempts, one try a variant. `exam`: one attempt against the clock, everything shown at "
        "the end. `mastery`: an item is done after so many right in a row on fresh variants.",
    )
    attempts = _count("Attempts of one learner; null: no limit.", may_lack=True)
    tries = _count("Graded responses to one variant; null: no limit.", may_lack=True)
    counts = _one_of(Counted, "Which of a learner's attempts counts.")
    try_counts = _one_of(Counted, "Which of the tries at one item counts.")
    outcome = _one_of(OutcomeShown, "When verdicts and scores are shown.")
    explanation = _one_of(
        ExplanationShown,
        "When keys, reasons, the worked solution and the references are shown; `when_done`: once "
        "the response was right or no try is left.",
    )
    another_variant = Truth(metadata={"description": "A learner may ask for fresh numbers."})
    streak = _count("Right in a row that master an item.")
    time_limit_s = _count(
        "Seconds for an attempt, by the server's clock; null: no limit.",
        least=10, most=MAX_TIME_S, may_lack=True,
    )  # fmt: skip
    grace_s = _count(
        "Seconds after the deadline in which a response on its way is still taken.",
        least=0, most=MAX_GRACE_S,
    )  # fmt: skip
    all_answered = Truth(metadata={"description": "Finishing with unanswered items needs `force`."})


class PolicyRequestSchema(PolicySchema):
    """How a drill shall be played."""

    class Meta(WireSchema.Meta):
        """Refuses what it does not know."""

    @post_load
    def _policy(self, data: Mapping[str, Any], **kwargs: Any) -> Policy:
        try:
            return load_policy(data)
        except PolicyError as error:
            raise ValidationError(
                {name: [f"{message}."] for name, message in error.faults.items()}
            ) from error


class SelectionSchema(AnswerSchema):
    """Which items a drill has: named ones, whole topics, or both."""

    items = fields.List(
        item_name(),
        validate=validate.Length(max=MAX_ITEMS),
        metadata={"example": ["llm-pretraining/loss-gap"]},
    )
    topics = fields.List(
        matching(rf"{READABLE_ID}/{READABLE_ID}", "a topic: bank/topic", most=200),
        validate=validate.Length(max=MAX_ITEMS),
        metadata={"description": "As `bank/topic`.", "example": ["llm-pretraining/scaling"]},
    )
    order = _one_of(Order, "`bank`: as in the bank; `shuffled`: anew for each attempt.")
    count = _count(
        "Draw so many of them for each attempt; null: all.", most=MAX_ITEMS, may_lack=True
    )


class SelectionRequestSchema(SelectionSchema):
    """Which items a drill shall have."""

    class Meta(WireSchema.Meta):
        """Refuses what it does not know."""

    @post_load
    def _selection(self, data: Mapping[str, Any], **kwargs: Any) -> Selection:
        try:
            return load_selection(data)
        except PolicyError as error:
            raise ValidationError(
                {name: [f"{message}."] for name, message in error.faults.items()}
            ) from error


class NewDrillSchema(WireSchema):
    """A drill to be made."""

    title = texts(
        required=True,
        validate=validate.Length(min=1, max=50),
        metadata={"description": "By language.", "example": {"en": "Week 3", "ru": "Неделя 3"}},
    )
    selection = fields.Nested(SelectionRequestSchema, required=True)
    policy = fields.Nested(PolicyRequestSchema, load_default=Policy)


class DrillChangeSchema(NewDrillSchema):
    """A drill as it shall be from now on. Attempts under way keep the policy they began with."""

    state = fields.String(
        load_default="open",
        validate=validate.OneOf(DRILL_STATES),
        metadata={"description": "`closed`: no new attempt may begin."},
    )


class DrillSchema(AnswerSchema):
    """A drill."""

    id = fields.String(required=True, metadata={"example": "drl_..."})
    title = texts(required=True)
    selection = fields.Nested(SelectionSchema, required=True)
    policy = fields.Nested(PolicySchema, required=True)
    state = fields.String(required=True, validate=validate.OneOf(DRILL_STATES))
    revision = fields.Integer(required=True, metadata={"description": "Grows with each change."})
    created_at = Moment("When it was made.", required=True)
    updated_at = Moment("When it was last changed.", required=True)


class DrillPageSchema(AnswerSchema):
    data = fields.List(fields.Nested(DrillSchema), attribute="rows", required=True)
    next_cursor = next_cursor()
