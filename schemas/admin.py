"""What keys, banks, items, imports and operations look like on the wire."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, pre_dump, validate

from schemas.problem import FaultSchema, issue_fault
from schemas.wire import (
    READABLE_ID,
    AnswerSchema,
    Moment,
    PageQuerySchema,
    QueryTruth,
    WireSchema,
    matching,
    next_cursor,
    texts,
)

ITEM_STATES = ("checking", "published", "refused", "absent")
WORK_STATES = ("running", "done", "failed")


# --- the caller ----------------------------------------------------------------------------------


class MeSchema(AnswerSchema):
    """The key you call with."""

    client = fields.String(
        attribute="id", required=True, metadata={"example": "cli_abcdefghijklmnopqrstuvwxyz"}
    )
    name = fields.String(required=True)
    key = fields.String(attribute="key_id", required=True)
    prefix = fields.String(
        required=True, metadata={"description": "The key's first characters, to recognise it by."}
    )
    scopes = fields.List(fields.String(), required=True)
    expires_at = Moment("When the key ends; null: never.", allow_none=True, required=True)
    requests_per_minute = fields.Integer(required=True)


# --- banks ---------------------------------------------------------------------------------------


class TopicSchema(AnswerSchema):
    """A named group of items."""

    id = fields.String(required=True)
    title = texts(required=True)
    summary = texts()


class BankSchema(AnswerSchema):
    """A bank as last loaded."""

    id = fields.String(required=True, metadata={"example": "llm-pretraining"})
    title = texts(required=True)
    summary = texts(required=True)
    languages = fields.List(fields.String(), required=True)
    topics = fields.List(fields.Nested(TopicSchema), required=True)
    licence = fields.String(allow_none=True, required=True)
    revision = fields.Integer(
        required=True, metadata={"description": "Grows with every load that changed something."}
    )
    updated_at = Moment("When it was last changed.", required=True)


class BankPageSchema(AnswerSchema):
    data = fields.List(fields.Nested(BankSchema), attribute="rows", required=True)
    next_cursor = next_cursor()


class ImportQuerySchema(WireSchema):
    dry_run = QueryTruth(
        load_default=False,
        metadata={"description": "Only tell what would change; store nothing."},
    )


class ImportReportSchema(AnswerSchema):
    """What a load did, or with `dry_run` would do. Items by name."""

    bank = fields.String(required=True)
    is_dry_run = fields.Boolean(required=True)
    added = fields.List(fields.String(), required=True)
    changed = fields.List(fields.String(), required=True)
    unchanged = fields.List(fields.String(), required=True)
    absent = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Known from an earlier load, not in this one: no longer offered."},
    )
    warnings = fields.List(fields.Nested(FaultSchema), required=True)
    operation = fields.String(
        allow_none=True,
        required=True,
        metadata={"description": "Checks what changed, before it is offered; null: nothing to do."},
    )

    @pre_dump
    def _faults(self, report: Any, **kwargs: Any) -> dict[str, Any]:
        names = ("bank", "is_dry_run", "added", "changed", "unchanged", "absent", "operation")
        warnings = [issue_fault(issue) for issue in report.warnings]
        return {**{name: getattr(report, name) for name in names}, "warnings": warnings}


# --- items ---------------------------------------------------------------------------------------


class ItemQuerySchema(PageQuerySchema):
    bank = matching(READABLE_ID, "a bank's id", most=100, load_default=None)
    topic = matching(READABLE_ID, "a topic's id", most=100, load_default=None)


class ItemSummarySchema(AnswerSchema):
    """An item in a list."""

    id = fields.String(
        attribute="name", required=True, metadata={"example": "llm-pretraining/loss-gap"}
    )
    bank = fields.String(attribute="bank_id", required=True)
    topic = fields.String(required=True)
    title = texts(required=True)
    difficulty = fields.String(required=True, validate=validate.OneOf(["easy", "medium", "hard"]))
    tags = fields.List(fields.String(), required=True)
    interactions = fields.List(
        fields.String(validate=validate.OneOf(["choice", "numeric"])), required=True
    )
    points = fields.String(required=True, metadata={"example": "6"})
    status = fields.String(
        required=True,
        validate=validate.OneOf(ITEM_STATES),
        metadata={"description": "Only a published item can be drawn and graded."},
    )
    version = fields.String(
        allow_none=True,
        required=True,
        metadata={
            "description": "Of the revision served now; the second number grows when only texts "
            "change. Null: none is published yet.",
            "example": "1.0",
        },
    )


class ItemPageSchema(AnswerSchema):
    data = fields.List(fields.Nested(ItemSummarySchema), attribute="rows", required=True)
    next_cursor = next_cursor()


# --- operations ----------------------------------------------------------------------------------


class WorkSchema(AnswerSchema):
    """One part of an operation."""

    kind = fields.String(required=True)
    subject = fields.String(required=True)
    state = fields.String(required=True)
    done = fields.Integer(required=True)
    total = fields.Integer(required=True)
    error = fields.String(allow_none=True, required=True)


class OperationSchema(AnswerSchema):
    """A longer piece of work and how far it is."""

    id = fields.String(required=True)
    kind = fields.String(required=True)
    subject = fields.String(required=True)
    state = fields.String(required=True, validate=validate.OneOf(WORK_STATES))
    done = fields.Integer(required=True, metadata={"description": "Progress: done of total."})
    total = fields.Integer(required=True)
    result = fields.Dict(allow_none=True, required=True)
    errors = fields.List(fields.String(), required=True)
    parts = fields.List(fields.Nested(WorkSchema), required=True)
    created_at = Moment("When it began.", required=True)
    finished_at = Moment("When it ended; null: not yet.", allow_none=True, required=True)


# --- probes --------------------------------------------------------------------------------------


class ReadinessSchema(AnswerSchema):
    """Whether the service can do its work. Degraded: answers go on, work of the workers waits."""

    status = fields.String(required=True, validate=validate.OneOf(["ok", "degraded", "down"]))
    database = fields.String(required=True, validate=validate.OneOf(["ok", "down"]))
    schema = fields.String(required=True, validate=validate.OneOf(["current", "behind", "unknown"]))
    redis = fields.String(required=True, validate=validate.OneOf(["ok", "down", "none"]))
    sweeper_age_s = fields.Float(
        allow_none=True,
        required=True,
        metadata={"description": "Seconds since the sweeper's last round; null: never."},
    )
    oldest_due_s = fields.Float(
        allow_none=True,
        required=True,
        metadata={"description": "Seconds the oldest waiting job is due; null: none waits."},
    )


class VersionSchema(AnswerSchema):
    version = fields.String(required=True)
    commit = fields.String(allow_none=True, required=True)
    schema_revision = fields.String(allow_none=True, required=True)
    api = fields.String(required=True, metadata={"example": "v1"})
