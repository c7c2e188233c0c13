"""Places of a text where a value stands: found, named, and kept as one sign each while it is built.

While a text goes through Markdown, LaTeX and the sanitizer, every place is one character of
Unicode's private use area. None of these tools touches it, and the finished HTML is cut there.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal

from question_bank.nearest import did_you_mean
from question_bank.printing import is_format

FIRST_SIGN = 0xE000  # the private use area is U+E000 to U+F8FF
MAX_PLACES = 1000
NAME = r"[A-Za-z][A-Za-z0-9_]*"
PLACE = re.compile(rf"({NAME})(?::([a-z0-9]*))?")

Medium = Literal["html", "mathml"]


class TextError(Exception):
    """A text that cannot be used. `line` and `column` count from 1 inside the text."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


class Unusable(Exception):
    """What is wrong with a piece of a text, before it is known where the piece stands."""

    def __init__(self, message: str, snippet: str) -> None:
        super().__init__(message)
        self.message = message
        self.snippet = snippet


@dataclass(frozen=True, slots=True)
class Place:
    """A value to be printed: its name, its format, and whether it stands in prose or in math."""

    name: str
    spec: str
    medium: Medium


@dataclass(slots=True)
class Places:
    """The places of one text, in the order in which they were found."""

    names: Collection[str]
    found: list[Place] = field(default_factory=list)

    def add(self, written: str, medium: Medium, snippet: str) -> str:
        """The sign that stands for `name` or `name:format`. Raises Unusable."""
        match = PLACE.fullmatch(written)
        if match is None:
            expected = "name or name:format"
            raise Unusable(f"a place is written as {expected}, got {written[:40]!r}", snippet)
        name, spec = match[1], match[2] or ""
        if name not in self.names:
            hint = did_you_mean(name, self.names)
            raise Unusable(f"there is no value named {name!r}{hint}", snippet)
        if not is_format(spec):
            known = "g, int, fixN, sciN, siN or pctN, such as si3"
            raise Unusable(f"{spec!r} is no format; expected {known}", snippet)
        if len(self.found) >= MAX_PLACES:
            raise Unusable(f"a text holds at most {MAX_PLACES} values", snippet)
        self.found.append(Place(name, spec, medium))
        return chr(FIRST_SIGN + len(self.found) - 1)


SIGN = re.compile(f"([{chr(FIRST_SIGN)}-{chr(FIRST_SIGN + MAX_PLACES - 1)}])")
PRIVATE = re.compile("[\ue000-\uf8ff]")


def cut(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Literal pieces and, between them, which place stands there: n + 1 pieces, n indices."""
    pieces = SIGN.split(text)
    return tuple(pieces[::2]), tuple(ord(sign) - FIRST_SIGN for sign in pieces[1::2])
