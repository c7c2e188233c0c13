"""Pages of a list on the wire: the rows, the cursor of the next page, and a Link to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import current_app, request

from service.use_cases.paging import Page


def page_answer(page: Page[Any], query: Mapping[str, Any]) -> tuple[Page[Any], dict[str, str]]:
    """The page with its Link header: the same query, with the next cursor."""
    if page.next_cursor is None:
        return page, {}
    asked = {name: value for name, value in query.items() if value is not None}
    following = urlencode({**asked, "cursor": page.next_cursor})
    address = f"{current_app.config['BASE_URL']}{request.path}?{following}"
    return page, {"Link": f'<{address}>; rel="next"'}
