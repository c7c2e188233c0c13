"""Longer pieces of work."""

from __future__ import annotations

from flask import Response

from schemas.admin import OperationSchema
from service.api.answers import resource
from service.api.auth import caller
from service.api.blueprint import ApiBlueprint
from service.use_cases.read_operation import read_operation

blueprint = ApiBlueprint("operations", __name__, description="Longer pieces of work.")


@blueprint.operation(
    "GET",
    "/v1/operations/<operation_id>",
    scope="content:read",
    has_etag=True,
    errors=["no_such_operation"],
)
@blueprint.response(200, OperationSchema, description="The operation as it stands.")
def get_operation(operation_id: str) -> Response:
    """How far is an operation?

    A load of a bank answers with the operation that checks what changed. Ask again every second
    or so until `state` is `done` or `failed`.
    """
    return resource(OperationSchema().dump(read_operation(operation_id, client=caller())))
