"""What callers see of attempts: items without keys, submissions, results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marshmallow import fields, pre_dump, validate

from schemas.drills import PolicySchema
from schemas.grading import PartOutcomeSchema, ReferenceSchema, ScoreSchema, responses
from schemas.wire import (
    AnswerSchema,
    Exact,
    Moment,
    Truth,
    Unchanging,
    WholeNumber,
    WireSchema,
    language,
    matching,
)

ITEM_STATES = ("unseen", "open", "answered", "correct", "partly", "wrong")
MOST_SEQUENCE = 2_147_483_647  # what both databases hold in an integer column

# --- requests ------------------------------------------------------------------------------------


class StartAttemptSchema(WireSchema):
    """Who begins which drill."""

    drill = fields.String(
        required=True, validate=validate.Length(max=100), metadata={"example": "drl_..."}
    )
    learner = matching(
        r"[!-~]+",
        "1 to 200 visible ASCII characters without blanks",
        most=200,
        required=True,
        metadata={
            "description": "Your own id of the learner. Send no name and no e-mail address.",
            "example": "u-17",
        },
    )
    lang = language(load_default="en")


class LangQuerySchema(WireSchema):
    lang = language(load_default=None)


class ResponsesSchema(WireSchema):
    """A response to every part of the item."""

    responses = responses(required=True)
    lang = language(load_default=None, allow_none=True)


class DraftSchema(WireSchema):
    """What a learner typed and has not sent."""

    responses = responses(required=True)
    seq = WholeNumber(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, MOST_SEQUENCE),
        metadata={"description": "Grows with each draft; an older one is refused (stale_draft)."},
    )


class AnotherVariantSchema(WireSchema):
    lang = language(load_default=None, allow_none=True)


class FinishSchema(WireSchema):
    force = Truth(
        load_default=False, metadata={"description": "Finish although items are unanswered."}
    )
    lang = language(load_default=None, allow_none=True)


# --- feedback ------------------------------------------------------------------------------------


class ExplainedOptionSchema(AnswerSchema):
    """Why an option is right or not."""

    id = fields.String(required=True)
    credit = Exact("Share of the part's points.", "0", required=True)
    why_html = fields.String(required=True)


class ExplainedPartSchema(AnswerSchema):
    """The key of a part, printed, with what is accepted and why."""

    id = fields.String(required=True)
    key = fields.String(required=True)
    accepted = fields.List(fields.String(), required=True)
    why_html = fields.String(required=True)
    options = fields.List(fields.Nested(ExplainedOptionSchema), required=True)


def _hidden(about: str) -> dict[str, Any]:
    """Options of a field that is null while the policy hides it."""
    description = f"{about}; null while the drill's policy hides it."
    kept: dict[str, Any] = {"allow_none": True, "required": True, "dump_default": None}
    return {**kept, "metadata": {"description": description}}


class SubmissionSchema(AnswerSchema):
    """One graded response, kept; with as much feedback as the drill's policy allows now."""

    id = fields.String(attribute="submission.id", required=True, metadata={"example": "sub_..."})
    attempt = fields.String(attribute="submission.attempt_id", required=True)
    n = fields.Integer(attribute="submission.n", required=True)
    variant = fields.Integer(
        attribute="submission.draw",
        required=True,
        metadata={"description": "Which of the variants given here, from 1."},
    )
    try_number = fields.Integer(
        attribute="submission.try_number",
        required=True,
        metadata={"description": "Which submission to this variant, from 1."},
    )
    is_late = fields.Boolean(attribute="submission.is_late", required=True)
    submitted_at = Moment("When it was kept.", attribute="submission.submitted_at", required=True)
    score = fields.Nested(
        ScoreSchema, attribute="feedback.outcome", **_hidden("Points of the item")
    )
    parts = fields.List(
        fields.Nested(PartOutcomeSchema),
        attribute="feedback.outcome.parts",
        **_hidden("What grading says of each part"),
    )
    why = Unchanging(
        fields.Nested(ExplainedPartSchema),
        attribute="feedback.explanation.parts",
        **_hidden("Keys and reasons"),
    )
    solution = Unchanging(
        fields.String(),
        attribute="feedback.explanation.solution_html",
        **_hidden("The worked solution, step by step, as HTML"),
    )
    references = Unchanging(
        fields.Nested(ReferenceSchema),
        attribute="feedback.explanation.references",
        **_hidden("What the item rests on"),
    )


def _submission(about: str) -> fields.Nested:
    return fields.Nested(
        SubmissionSchema, allow_none=True, required=True, metadata={"description": about}
    )


def _with_submission(found: Any, names: Sequence[str]) -> dict[str, Any]:
    """Some members of a value that has `submission` and `feedback`, and these two in one."""
    submission = None if found.submission is None else found
    return {**{name: getattr(found, name) for name in names}, "submission": submission}


# --- attempts ------------------------------------------------------------------------------------


class ItemProgressSchema(AnswerSchema):
    """How far the learner is with one item."""

    n = fields.Integer(required=True, metadata={"description": "Its place in the attempt, from 1."})
    item = fields.String(required=True)
    weight = Exact("Points of this item in the drill.", "3", required=True)
    state = fields.String(
        required=True,
        validate=validate.OneOf(ITEM_STATES),
        metadata={
            "description": "The verdict of the last submission, or only `answered` while it is "
            "hidden; `unseen`: not looked at; `open`: not answered."
        },
    )
    score = Exact(
        "Of what counts, from 0 to 1; null: none, or hidden.", "0.5", allow_none=True, required=True
    )
    tries_left = fields.Integer(
        allow_none=True, required=True, metadata={"description": "On this variant; null: no limit."}
    )
    streak = fields.Integer(
        required=True, metadata={"description": "Right in a row on fresh variants (mastery)."}
    )
    has_draft = fields.Boolean(required=True)
    is_done = fields.Boolean(required=True, metadata={"description": "Nothing is left to do."})


class SubmittedSchema(SubmissionSchema):
    """The answer to a submission: what was said of it, and how the learner stands."""

    progress = fields.Nested(ItemProgressSchema, required=True)
    can_draw_another = fields.Boolean(required=True)


class PointsSchema(AnswerSchema):
    """Points of the whole attempt; `given` is null while hidden."""

    given = Exact("Points so far.", "2", allow_none=True, required=True)
    maximum = Exact("Points that can be had.", "6", required=True)


class StartedAttemptSchema(AnswerSchema):
    """An attempt that was begun, or found open. Read it for its items."""

    id = fields.String(attribute="attempt.id", required=True, metadata={"example": "att_..."})
    drill = fields.String(attribute="attempt.drill_id", required=True)
    learner = fields.String(attribute="attempt.learner", required=True)
    number = fields.Integer(attribute="attempt.number", required=True)
    lang = fields.String(attribute="attempt.lang", required=True)
    state = fields.String(attribute="attempt.state", required=True)
    is_resumed = fields.Boolean(required=True, metadata={"description": "It was open already."})
    started_at = Moment("When it began.", attribute="attempt.started_at", required=True)
    deadline_at = Moment(
        "When its time is over; null: no limit.",
        attribute="attempt.deadline_at",
        allow_none=True,
        required=True,
    )


class AttemptSchema(AnswerSchema):
    """A learner's run through a drill, without keys."""

    id = fields.String(attribute="attempt.id", required=True, metadata={"example": "att_..."})
    drill = fields.String(attribute="attempt.drill_id", required=True)
    learner = fields.String(attribute="attempt.learner", required=True)
    number = fields.Integer(
        attribute="attempt.number",
        required=True,
        metadata={"description": "The learner's how-manieth attempt at the drill, from 1."},
    )
    lang = fields.String(attribute="attempt.lang", required=True)
    state = fields.String(
        attribute="attempt.state", required=True, validate=validate.OneOf(["open", "finished"])
    )
    policy = fields.Nested(PolicySchema, required=True)
    started_at = Moment("When it began.", attribute="attempt.started_at", required=True)
    deadline_at = Moment(
        "When its time is over; null: no limit.",
        attribute="attempt.deadline_at",
        allow_none=True,
        required=True,
    )
    finished_at = Moment(
        "When it was finished; null: it is open.",
        attribute="attempt.finished_at",
        allow_none=True,
        required=True,
    )
    server_time = Moment("The server's clock, which decides.", required=True)
    score = fields.Nested(PointsSchema, required=True)
    items = fields.List(fields.Nested(ItemProgressSchema), required=True)

    @pre_dump
    def _with_score(self, view: Any, **kwargs: Any) -> dict[str, Any]:
        points = {"given": view.given, "maximum": view.attempt.maximum}
        names = ("attempt", "policy", "items", "server_time")
        return {**{name: getattr(view, name) for name in names}, "score": points}


# --- an item before the learner ------------------------------------------------------------------


class PresentedOptionSchema(AnswerSchema):
    """One option, in the order shown."""

    id = fields.String(required=True)
    html = fields.String(required=True)


class PresentedPartSchema(AnswerSchema):
    """A number box or a choice, without anything that tells its key."""

    id = fields.String(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(["numeric", "choice"]))
    label_html = fields.String(required=True)
    points = Exact("Points of this part.", "1", required=True)
    unit_label = fields.String(
        required=True, metadata={"description": "Beside the box; empty: none."}
    )
    tolerance = fields.String(
        required=True, metadata={"description": "In words; empty where words would tell the key."}
    )
    min_digits = fields.Integer(
        allow_none=True,
        required=True,
        metadata={"description": "Significant digits that must be typed."},
    )
    pick = fields.String(
        allow_none=True, required=True, metadata={"description": "Of a choice: `one` or `many`."}
    )
    options = fields.List(fields.Nested(PresentedOptionSchema), required=True)


class TableSchema(AnswerSchema):
    """How number boxes lie in a grid: headings, and part ids row by row."""

    row_label_html = fields.String(required=True)
    column_label_html = fields.String(required=True)
    rows = fields.List(fields.String(), required=True)
    columns = fields.List(fields.String(), required=True)
    cells = fields.List(fields.List(fields.String()), required=True)


class AttemptItemSchema(AnswerSchema):
    """One item of an attempt with the learner's own numbers. HTML is safe to embed."""

    attempt = fields.String(attribute="attempt.id", required=True)
    n = fields.Integer(attribute="progress.n", required=True)
    item = fields.String(attribute="progress.item", required=True)
    variant = fields.Integer(
        attribute="row.draw",
        required=True,
        metadata={"description": "Which of the variants given here, from 1."},
    )
    lang = fields.String(
        attribute="presented.used_lang",
        required=True,
        metadata={"description": "The language found for the texts."},
    )
    title = fields.String(attribute="presented.title_text", required=True)
    title_html = fields.String(attribute="presented.title_html", required=True)
    prompt_html = fields.String(attribute="presented.prompt_html", required=True)
    parts = fields.List(
        fields.Nested(PresentedPartSchema), attribute="presented.parts", required=True
    )
    table = fields.Nested(TableSchema, attribute="presented.table", allow_none=True, required=True)
    hints = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "As HTML, mildest first; none where the policy gives none."},
    )
    progress = fields.Nested(ItemProgressSchema, required=True)
    draft = fields.Dict(
        allow_none=True,
        required=True,
        metadata={"description": "Responses kept and not sent; null: none."},
    )
    submission = _submission("The last one to this variant; null: none.")
    is_withdrawn = fields.Boolean(
        required=True,
        metadata={"description": "These numbers failed a check: draw another variant."},
    )
    can_draw_another = fields.Boolean(required=True)

    @pre_dump
    def _whole_submission(self, view: Any, **kwargs: Any) -> dict[str, Any]:
        return _with_submission(view, _SHOWN)


_SHOWN = (
    "attempt",
    "progress",
    "row",
    "presented",
    "hints",
    "draft",
    "is_withdrawn",
    "can_draw_another",
)


# --- results -------------------------------------------------------------------------------------


class ItemResultSchema(AnswerSchema):
    """One item of a finished attempt."""

    progress = fields.Nested(ItemProgressSchema, required=True)
    submission = _submission("The last one; null: not answered.")

    @pre_dump
    def _whole_submission(self, result: Any, **kwargs: Any) -> dict[str, Any]:
        return _with_submission(result, ("progress",))


class ResultSchema(AnswerSchema):
    """The result of a finished attempt."""

    attempt = fields.String(attribute="attempt.id", required=True)
    drill = fields.String(attribute="attempt.drill_id", required=True)
    learner = fields.String(attribute="attempt.learner", required=True)
    number = fields.Integer(attribute="attempt.number", required=True)
    finished_at = Moment("When it was finished.", attribute="attempt.finished_at", required=True)
    score = fields.Nested(PointsSchema, required=True)
    counted = Exact(
        "Over all the learner's finished attempts, by the drill's rule, from 0 to 1.",
        "0.75",
        required=True,
    )
    items = fields.List(fields.Nested(ItemResultSchema), required=True)

    @pre_dump
    def _with_score(self, result: Any, **kwargs: Any) -> dict[str, Any]:
        points = {"given": result.given, "maximum": result.maximum}
        names = ("attempt", "items", "counted")
        return {**{name: getattr(result, name) for name in names}, "score": points}
