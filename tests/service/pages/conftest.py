"""The pages on a database with a small bank, seen through Flask's test client."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from service.settings import Settings

BANKS = Path(__file__).parent / "banks"
TOPIC = "/topics/rehearsal/shapes"


@pytest.fixture
def empty_client(settings: Settings) -> Iterator[FlaskClient]:
    """The service with no bank loaded."""
    from service import connections
    from service.app import create_app

    yield create_app(settings).test_client()
    connections.disconnect()


@pytest.fixture
def client(empty_client: FlaskClient) -> FlaskClient:
    from service.use_cases.load_bank import load_bank

    for folder in sorted(BANKS.iterdir()):
        files = {file.name: file.read_bytes() for file in folder.iterdir()}
        load_bank(files, actor="tests", trusted=True)
    return empty_client


@pytest.fixture
def practice(client: FlaskClient) -> Practice:
    """A visitor who has just started the topic, in English."""
    response = client.post(TOPIC, data={"lang": "en"})
    return Practice(client, response.headers["Location"].rsplit("/items/", 1)[0])


@dataclass
class Practice:
    """One attempt, played as a browser without a script would: by its forms."""

    client: FlaskClient
    path: str

    @property
    def attempt(self) -> str:
        return self.path.rsplit("/", 1)[-1]

    def look(self, n: int, **query: object) -> Page:
        return Page(self.client.get(f"{self.path}/items/{n}", query_string={"lang": "en", **query}))

    def press(self, page: Page, button: str, **typed: object) -> Page:
        """Submit a page's form with a button, after typing; follows the redirect."""
        data = page.form() | {name.replace("__", "."): value for name, value in typed.items()}
        response = self.client.post(page.action, data=data | {"do": button})
        return Page(self.follow(response))

    def follow(self, response: TestResponse) -> TestResponse:
        if response.status_code != 303:
            return response
        return self.client.get(response.headers["Location"].split("#")[0])

    def number(self, page: Page, name: str) -> int:
        """A number that the prompt of the first item tells: `old` or `new`."""
        digits = re.findall(r"\d[\d,\u00a0\u202f]*", page.text("div.prompt"))
        return int(re.sub(r"\D", "", digits[{"old": 0, "new": 1}[name]]))


class Page:
    """An HTML page, read the way a test asks."""

    def __init__(self, response: TestResponse) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.html = response.get_data(as_text=True)
        self.path = response.request.path
        self.tree = _Tree()
        self.tree.feed(self.html)

    @property
    def action(self) -> str:
        return str(self.one("form#drill").attributes["action"])

    @property
    def lang(self) -> str:
        return str(self.one("html").attributes["lang"])

    def all(self, selector: str) -> list[Element]:
        """Elements by `tag`, `.class`, `#id` or `[name=value]`, alone or after a tag."""
        return [element for element in self.tree.elements if element.matches(selector)]

    def one(self, selector: str) -> Element:
        found = self.all(selector)
        assert len(found) == 1, f"{len(found)} elements match {selector!r} in:\n{self.html}"
        return found[0]

    def text(self, selector: str) -> str:
        return self.one(selector).text

    def form(self) -> dict[str, object]:
        """What a browser would send of the drill's form, buttons left out."""
        sent: dict[str, object] = {}
        for each in self.all("input"):
            given = each.attributes
            if "disabled" in given or "name" not in given or given.get("name") == "theme":
                continue
            if given["type"] in ("radio", "checkbox") and "checked" not in given:
                continue
            if given["name"] == "shortcuts":
                continue
            name, value = str(given["name"]), given.get("value") or ""
            if name.startswith("many.") or name == "open":
                sent.setdefault(name, [])
                sent[name] = [*_as_list(sent[name]), value]
            else:
                sent[name] = value
        return sent


def _as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join("".join(self.pieces).split())

    def matches(self, selector: str) -> bool:
        match = re.fullmatch(r"(\w*)(?:\.([\w-]+)|#([\w-]+)|\[([\w-]+)(?:=(.*))?\])?", selector)
        assert match, f"a selector the tests do not know: {selector}"
        tag, kind, id, name, value = match.groups()
        given = self.attributes
        return (
            (not tag or tag == self.tag)
            and (not kind or kind in (given.get("class") or "").split())
            and (not id or id == given.get("id"))
            and (not name or (name in given and value in (None, given[name])))
        )


class _Tree(HTMLParser):
    """All elements in order, each with the text inside it. Fails on tags closed out of order."""

    VOID = frozenset("meta link input br hr img".split())

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.elements.append(element)
        if tag not in self.VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1].tag == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.pieces.append(data)
