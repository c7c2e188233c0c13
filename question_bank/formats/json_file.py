"""One JSON file to a tree: the same rules as YAML, with the line and column of each value."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import NoReturn

from question_bank.formats.plain_files import NO_CHARACTER
from question_bank.formats.tree import Data, Path, Spot, Tree
from question_bank.model import BankError, Issue

MAX_DEPTH = 24
MAX_NODES = 100_000
BLANK = re.compile(r"[ \t\n]*")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
BARE = re.compile(r"true|false|null|[-+]?[0-9.][0-9.eE+-]*")


def read_json(file: str, text: str) -> Tree:
    """Raises BankError."""
    reader = _Reader(file, text)
    data = reader.value((), 0)
    reader.skip()
    if reader.at < len(text):
        reader.stop("syntax", "not JSON: something stands after the end")
    if reader.issues:
        raise BankError(reader.issues)
    return Tree(data, reader.spots, reader.keys, {file: text.split("\n")})


class _Reader:
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.at = 0
        self.lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self.spots: dict[Path, Spot] = {}
        self.keys: dict[Path, Spot] = {}
        self.issues: list[Issue] = []

    def value(self, path: Path, depth: int) -> Data:
        self.skip()
        sign = self.text[self.at : self.at + 1]
        self.spots[path] = self.spot(sign if sign == '"' else "")
        if len(self.spots) > MAX_NODES:
            self.stop("limit", f"a file holds at most {MAX_NODES:,} values")
        if depth >= MAX_DEPTH and sign in ("{", "["):
            self.stop("limit", f"nested deeper than {MAX_DEPTH}")
        match sign:
            case "{":
                return self.map(path, depth)
            case "[":
                return self.list(path, depth)
            case '"':
                return self.string()
            case _:
                return self.bare()

    def map(self, path: Path, depth: int) -> dict[str, Data]:
        made: dict[str, Data] = {}
        self.at += 1
        while not self.takes("}", after=bool(made)):
            spot = self.spot('"')
            if self.text[self.at : self.at + 1] != '"':
                self.stop("syntax", "not JSON: expected a key in double quotes")
            key = self.string()
            inner = (*path, key)
            if key in made:
                first = self.keys[inner].line
                self.issues.append(
                    self.issue(
                        "duplicate", f"{key!r} stands here twice, first in line {first}", spot
                    )
                )
            self.keys.setdefault(inner, spot)
            self.skip()
            if self.text[self.at : self.at + 1] != ":":
                self.stop("syntax", "not JSON: expected ':'")
            self.at += 1
            made[key] = self.value(inner, depth + 1)
        return made

    def list(self, path: Path, depth: int) -> list[Data]:
        made: list[Data] = []
        self.at += 1
        while not self.takes("]", after=bool(made)):
            made.append(self.value((*path, len(made)), depth + 1))
        return made

    def takes(self, end: str, *, after: bool) -> bool:
        """True at the end of a map or list; else steps over the comma before the next value."""
        self.skip()
        sign = self.text[self.at : self.at + 1]
        if sign == end:
            self.at += 1
            return True
        if after:
            if sign != ",":
                self.stop("syntax", f"not JSON: expected ',' or '{end}'")
            self.at += 1
            self.skip()
        return False

    def string(self) -> str:
        match = STRING.match(self.text, self.at)
        if match is None:
            self.stop("syntax", "not JSON: a text is not closed on its line")
        try:
            value = json.loads(match[0])
        except ValueError as error:
            self.stop("syntax", f"not JSON: {error}")
        if odd := NO_CHARACTER.search(value):
            self.stop("control", f"the character U+{ord(odd[0]):04X} cannot stand in a bank")
        self.at = match.end()
        return str(value)

    def bare(self) -> str | None:
        match = BARE.match(self.text, self.at)
        if match is None:
            what = (
                repr(self.text[self.at : self.at + 10]) if self.at < len(self.text) else "the end"
            )
            self.stop("syntax", f"not JSON: expected a value, got {what}")
        self.at = match.end()
        return None if match[0] == "null" else match[0]

    def skip(self) -> None:
        match = BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def spot(self, style: str) -> Spot:
        line = bisect_right(self.lines, self.at)
        return Spot(self.file, line, self.at - self.lines[line - 1] + 1, style)

    def issue(self, code: str, message: str, spot: Spot) -> Issue:
        return Issue(code, message, file=self.file, line=spot.line, column=spot.column)

    def stop(self, code: str, message: str) -> NoReturn:
        raise BankError([*self.issues, self.issue(code, message, self.spot(""))])
