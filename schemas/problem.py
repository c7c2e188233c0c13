"""Errors as RFC 9457 `application/problem+json`. `code` is contract, the texts are for people."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from question_bank.model import Issue
from schemas.grading import ReadingChoiceSchema
from schemas.wire import AnswerSchema


class FaultSchema(AnswerSchema):
    """One fault of a request: in its body (`pointer`), its query, or a line of a bank file."""

    code = fields.String(required=True, metadata={"description": "Stable; match on this."})
    message = fields.String(required=True, metadata={"description": "For people; may change."})
    pointer = fields.String(
        metadata={"description": "JSON pointer into the body.", "example": "/responses/L"}
    )
    parameter = fields.String(metadata={"description": "Name of a query parameter or header."})
    readings = fields.List(
        fields.Nested(ReadingChoiceSchema),
        metadata={"description": "With the code `ask`: which reading is meant?"},
    )
    file = fields.String(metadata={"description": "File of an imported bank."})
    line = fields.Integer(metadata={"description": "Line in that file, from 1."})
    column = fields.Integer(metadata={"description": "Column in that line, from 1."})
    path = fields.String(
        metadata={"description": "Place in the bank.", "example": "items[2].derive.L"}
    )


class ProblemSchema(AnswerSchema):
    """What is wrong, by RFC 9457."""

    type = fields.String(
        required=True,
        metadata={"format": "uri-reference", "description": "Address of a page about this code."},
    )
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    instance = fields.String(required=True, metadata={"description": "Path of the request."})
    code = fields.String(required=True, metadata={"description": "Stable; match on this."})
    errors = fields.List(
        fields.Nested(FaultSchema), metadata={"description": "Every fault found, at once."}
    )
    request_id = fields.String(
        required=True, metadata={"description": "The same as in the X-Request-Id header."}
    )


def issue_fault(issue: Issue) -> dict[str, Any]:
    """A bank's fault on the wire: only what is known of its place."""
    place = {
        "file": issue.file,
        "line": issue.line,
        "column": issue.column,
        "path": issue.path or None,
    }
    known = {name: value for name, value in place.items() if value is not None}
    return {"code": issue.code, "message": issue.message, **known}
