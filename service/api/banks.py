"""Banks: load them and see which there are."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from flask import Response, request

from schemas.admin import (
    BankPageSchema,
    BankSchema,
    ImportQuerySchema,
    ImportReportSchema,
)
from schemas.wire import PageQuerySchema
from service.api import metrics
from service.api.answers import resource
from service.api.auth import caller
from service.api.blueprint import ApiBlueprint
from service.api.idempotency import answer, once, sent
from service.api.json_body import whole_body
from service.api.paging import page_answer
from service.api.refusals import BadRequest, UnsupportedMediaType
from service.use_cases.answer_once import Answer
from service.use_cases.import_report import ImportReport
from service.use_cases.list_banks import list_banks
from service.use_cases.load_bank import load_bank
from service.use_cases.read_bank import read_bank

blueprint = ApiBlueprint("banks", __name__, description="Sets of items, loaded together.")

MAX_IMPORT_BYTES = 20 * 1024 * 1024
MAX_FILES = 500
YAML_TYPES = ("application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml")
IMPORT_BODY = {
    "description": "The bank's files, or one file as the body itself.",
    "required": True,
    "content": {
        "application/yaml": {"schema": {"type": "string"}},
        "application/json": {"schema": {"type": "object"}},
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "properties": {
                    "files": {"type": "array", "items": {"type": "string", "format": "binary"}}
                },
                "required": ["files"],
            }
        },
    },
}


@blueprint.operation("GET", "/v1/banks", scope="content:read", errors=["cursor_invalid"])
@blueprint.arguments(PageQuerySchema, location="query")
@blueprint.response(200, BankPageSchema, description="A page of banks, by id.")
def get_banks(query: dict[str, Any]) -> Any:
    """Which banks are there?"""
    return page_answer(list_banks(**query), query)


@blueprint.operation("GET", "/v1/banks/<bank_id>", scope="content:read", has_etag=True)
@blueprint.response(200, BankSchema, description="The bank.")
def get_bank(bank_id: str) -> Response:
    """One bank, with its topics."""
    return resource(BankSchema().dump(read_bank(bank_id)))


@blueprint.operation(
    "POST",
    "/v1/banks/imports",
    scope="content:write",
    needs_key=True,
    errors=["bank_invalid", "import_running", "too_large", "unsupported_media_type"],
)
@blueprint.arguments(ImportQuerySchema, location="query")
@blueprint.response(202, ImportReportSchema, description="Stored; an operation checks the changes.")
@blueprint.alternative(200, ImportReportSchema, "A dry run, or nothing had changed.")
@blueprint.body(IMPORT_BODY)
def post_import(query: dict[str, Any]) -> Response:
    """Load a bank: all of it or nothing.

    Send its files as multipart `files`, or a bank of one file as a YAML or JSON body; 20 MiB at
    most. Every fault is told at once, each with file, line and column. What changed is audited
    first; until then, and if it fails, the revision before stays in use.
    """
    files = _files()
    asked = once(_report_answer, asked=_digest(files))
    load_bank(files, actor=caller().id, once=asked, **query)
    metrics.IMPORTS.labels("dry_run" if query["dry_run"] else "loaded").inc()
    return sent(asked.told)


def _digest(files: Mapping[str, bytes]) -> bytes:
    """The files, however they were packed: each client program draws its own multipart boundary."""
    return b"".join(
        hashlib.sha256(part).digest()
        for name, content in sorted(files.items())
        for part in (name.encode(), content)
    )


def _report_answer(report: ImportReport) -> Answer:
    if report.operation is None:
        return answer(200, ImportReportSchema(), report)
    where = {"Location": f"/v1/operations/{report.operation}"}
    return answer(202, ImportReportSchema(), report, where)


def _files() -> Mapping[str, bytes]:
    """The files of the body by name. A body that is one file gets a name by its type."""
    request.max_content_length = MAX_IMPORT_BYTES
    body = whole_body(request)
    if request.mimetype == "multipart/form-data":
        return _uploaded()
    if request.mimetype == "application/json":
        return {"bank.json": body}
    if request.mimetype in YAML_TYPES:
        return {"bank.yaml": body}
    sent_type = request.mimetype[:80] or "none"
    raise UnsupportedMediaType(
        "Content-Type must be multipart/form-data, application/yaml or application/json, "
        f"got {sent_type}."
    )


def _uploaded() -> Mapping[str, bytes]:
    uploads = [upload for name in request.files for upload in request.files.getlist(name)]
    files = {upload.filename or "": upload.read() for upload in uploads}
    if not files or "" in files or len(files) != len(uploads):
        raise BadRequest("Each file of a multipart body needs a file name of its own.")
    if len(files) > MAX_FILES:
        raise BadRequest(f"At most {MAX_FILES} files, got {len(files)}.")
    return files
