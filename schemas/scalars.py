"""Scalars of authored files: words, ids, formulas, exact numbers, switches."""

from __future__ import annotations

import re
from typing import Any

from question_bank.model import Exact
from question_bank.nearest import did_you_mean
from schemas.authored import SCALAR, Authored, Define, JsonSchema
from schemas.exact import FRACTION, NUMBER, read_exact
from schemas.faults import fault, kind_of

NAME = r"[A-Za-z][A-Za-z0-9_]*"
ID = r"[a-z0-9]+(?:-[a-z0-9]+)*"
PART_ID = r"[A-Za-z][A-Za-z0-9_-]*"


class Words(Authored[str]):
    """A plain text that is not shown as Markdown."""

    def __init__(
        self, about: str = "", *, pattern: str = "", expected: str = "", most: int = 500, **kw: Any
    ) -> None:
        super().__init__(about, **kw)
        self.pattern = pattern
        self.expected = expected or "a text"
        self.most = most

    def read(self, text: str) -> str:
        if not text.strip():
            raise fault("empty", f"nothing stands here; expected {self.expected}")
        if len(text) > self.most:
            raise fault("too_long", f"expected at most {self.most} characters, got {len(text)}")
        if self.pattern and not re.fullmatch(self.pattern, text):
            raise fault("format", f"expected {self.expected}, got {kind_of(text)}")
        return text

    def json_schema(self, define: Define) -> JsonSchema:
        limits: JsonSchema = {"type": SCALAR, "minLength": 1, "maxLength": self.most}
        return limits | ({"pattern": f"^(?:{self.pattern})$"} if self.pattern else {})


def Id(about: str = "", **kw: Any) -> Words:
    expected = "an id of small letters, digits and hyphens"
    return Words(about, pattern=ID, expected=expected, most=64, **kw)


def PartId(about: str = "", **kw: Any) -> Words:
    expected = "an id of letters, digits, _ and -, beginning with a letter"
    return Words(about, pattern=PART_ID, expected=expected, most=64, **kw)


def Formula(about: str = "", **kw: Any) -> Words:
    """Its arithmetic is judged when the item is compiled."""
    return Words(about, expected='a formula such as "6*N*D"', most=500, **kw)


class Number(Authored[Exact]):
    """An exact number, perhaps with bounds."""

    def __init__(
        self, about: str = "", *, above: Exact | None = None, least: Exact | None = None,
        most: Exact | None = None, **kw: Any,
    ) -> None:  # fmt: skip
        super().__init__(about, **kw)
        self.above, self.least, self.most = above, least, most
        bounds = [
            f"above {above}" if above is not None else "",
            f"at least {least}" if least is not None else "",
            f"at most {most}" if most is not None else "",
        ]
        self.expected = " ".join(["a number", " and ".join(filter(None, bounds))]).strip()

    def read(self, text: str) -> Exact:
        try:
            value = read_exact(text)
        except ValueError as error:
            raise fault("number", str(error)) from None
        too_low = (self.above is not None and value <= self.above) or (
            self.least is not None and value < self.least
        )
        if too_low or (self.most is not None and value > self.most):
            raise fault("range", f"expected {self.expected}, got {text}")
        return value

    def json_schema(self, define: Define) -> JsonSchema:
        bounds = {
            "exclusiveMinimum": self.above, "minimum": self.least, "maximum": self.most
        }  # fmt: skip
        return {
            "type": ["number", "string"],
            "pattern": f"^(?:{NUMBER}|{FRACTION})$",
            **{name: float(bound) for name, bound in bounds.items() if bound is not None},
        }


class Count(Authored[int]):
    """A whole number between bounds."""

    def __init__(self, about: str = "", *, least: int, most: int, **kw: Any) -> None:
        super().__init__(about, **kw)
        self.least, self.most = least, most
        self.expected = f"a whole number from {least} to {most}"

    def read(self, text: str) -> int:
        if not re.fullmatch(r"-?(?:0|[1-9][0-9]{0,9})", text):
            raise fault("number", f"expected {self.expected}, got {kind_of(text)}")
        if not self.least <= int(text) <= self.most:
            raise fault("range", f"expected {self.expected}, got {text}")
        return int(text)

    def json_schema(self, define: Define) -> JsonSchema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Switch(Authored[bool]):
    """`true` or `false`, and nothing that only some YAML readers take for it."""

    expected = "true or false"

    def read(self, text: str) -> bool:
        if text not in ("true", "false"):
            raise fault("switch", f"expected {self.expected}, got {kind_of(text)}")
        return text == "true"

    def json_schema(self, define: Define) -> JsonSchema:
        return {"type": "boolean"}


class OneOf(Authored[str]):
    """One of a few words."""

    def __init__(self, *choices: str, about: str = "", **kw: Any) -> None:
        super().__init__(about, **kw)
        self.choices = choices
        self.expected = f"one of {', '.join(choices)}"

    def read(self, text: str) -> str:
        if text not in self.choices:
            hint = did_you_mean(text, self.choices)
            raise fault("choice", f"expected {self.expected}, got {kind_of(text)}{hint}")
        return text

    def json_schema(self, define: Define) -> JsonSchema:
        return {"enum": list(self.choices)}
