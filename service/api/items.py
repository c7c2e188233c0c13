"""Items: which there are, what they ask, and for authors how they vary and grade."""

from __future__ import annotations

from typing import Any

from flask import Response

from schemas.admin import ItemPageSchema, ItemQuerySchema
from schemas.items import ItemSchema, PreviewRequestSchema, PreviewSchema
from service.api.answers import resource
from service.api.blueprint import ApiBlueprint
from service.api.paging import page_answer
from service.use_cases.list_items import list_items
from service.use_cases.preview_item import ItemPreview, preview_item
from service.use_cases.read_item import read_item

blueprint = ApiBlueprint("items", __name__, description="The authored questions.")


@blueprint.operation("GET", "/v1/items", scope="content:read", errors=["cursor_invalid"])
@blueprint.arguments(ItemQuerySchema, location="query")
@blueprint.response(200, ItemPageSchema, description="A page of items, by id.")
def get_items(query: dict[str, Any]) -> Any:
    """Which items are there?"""
    return page_answer(list_items(**query), query)


@blueprint.operation(
    "GET", "/v1/items/<bank>/<item>", scope="content:read", has_etag=True, errors=["no_such_item"]
)
@blueprint.response(200, ItemSchema, description="The item as it is served now, without keys.")
def get_item(bank: str, item: str) -> Response:
    """What does an item ask?

    Titles and labels in every language it has. No key is in it: `preview` shows those.
    """
    return resource(ItemSchema().dump(read_item(f"{bank}/{item}")))


@blueprint.operation(
    "POST",
    "/v1/items/<bank>/<item>/preview",
    scope="content:read",
    errors=["no_such_item", "item_not_ready", "generator_failed"],
)
@blueprint.arguments(PreviewRequestSchema, example={"seeds": ["s1", "s2"], "lang": "en"})
@blueprint.response(200, PreviewSchema, description="The variants, with keys.")
def post_preview(body: dict[str, Any], bank: str, item: str) -> ItemPreview:
    """Variants with their keys, accepted intervals and known mistakes, for authors.

    Nothing is kept. The same seed of the same revision gives the same variant, for ever.
    """
    return preview_item(f"{bank}/{item}", **body)
