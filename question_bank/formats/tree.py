"""A read bank file: maps, lists and texts, each with the place in the file where it stands.

Every scalar is text (or None where nothing stands), whatever it looks like. What it means is
decided by the field it belongs to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from question_bank.model import Issue

Data: TypeAlias = "dict[str, Data] | list[Data] | str | None"
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something stands. `line` and `column` count from 1.

    `style` of a text: "" plain, quoted by ' or ", or a block begun by | or >.
    `is_one_line` is False for a quoted or plain text that goes over several lines.
    """

    file: str
    line: int
    column: int
    style: str = ""
    is_one_line: bool = True


@dataclass(frozen=True, slots=True)
class Tree:
    """Data with the spots of its values and of the keys of its maps.

    `roots` tells under which path each file hangs; `sources` holds the lines of each file.
    `issues` are faults that leave the rest readable; a topic that could not be read is None.
    """

    data: Data
    spots: Mapping[Path, Spot]
    keys: Mapping[Path, Spot]
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)
    roots: Mapping[str, Path] = field(default_factory=dict)
    issues: Sequence[Issue] = ()

    def at(self, path: Path) -> Data:
        """What stands at a path; None if nothing does."""
        here = self.data
        for step in path:
            if isinstance(here, dict) and isinstance(step, str):
                here = here.get(step)
            elif isinstance(here, list) and isinstance(step, int) and step < len(here):
                here = here[step]
            else:
                return None
        return here

    def has(self, path: Path) -> bool:
        return path in self.spots

    def nearest(self, path: Path) -> Path:
        """The path itself, or the part of it that exists."""
        while path and path not in self.spots:
            path = path[:-1]
        return path

    def issue(self, code: str, message: str, path: Path, *, at_key: bool = False) -> Issue:
        """An issue of what stands at `path`, with file, line and column."""
        spot = self.keys.get(path) if at_key else None
        spot = spot or self.spots.get(self.nearest(path))
        if spot is None:
            return Issue(code, message, path_text(path))
        root = self.roots.get(spot.file, ())
        shown = path[len(root) :] if path[: len(root)] == root else path
        return Issue(code, message, path_text(shown), spot.file, spot.line, spot.column)

    def inside(self, issue: Issue, path: Path, line: int, column: int) -> Issue:
        """The issue moved to a line and column of the text at `path`, both from 1."""
        spot = self.spots.get(path)
        text = self.at(path)
        if spot is None or not isinstance(text, str):
            return issue
        place = _place_in_text(spot, self.sources.get(spot.file, ()), text, line, column)
        return replace(issue, line=place[0], column=place[1])


def path_text(path: Path) -> str:
    """`items[2].derive.L`"""
    out = ""
    for step in path:
        out += f"[{step}]" if isinstance(step, int) else f".{step}" if out else step
    return out


def _place_in_text(
    spot: Spot, source: Sequence[str], text: str, line: int, column: int
) -> tuple[int, int]:
    """Where a line and column of a text stand in its file, as exactly as its style allows."""
    if spot.style == "|":
        row = spot.line + line  # the text begins on the line after the sign
        content = source[row - 1] if row <= len(source) else ""
        words = text.split("\n")[line - 1]
        indent = len(content) - len(words) if content.endswith(words) else 0
        return row, indent + column
    if spot.style == ">" or not spot.is_one_line or not source:
        return spot.line, spot.column
    lines = text.split("\n")
    before = "\n".join([*lines[: line - 1], lines[line - 1][: column - 1]])
    return spot.line, spot.column + _width(source[spot.line - 1][spot.column - 1 :], before, spot)


def _width(raw: str, before: str, spot: Spot) -> int:
    """How many characters of the file the beginning of a text takes, its quote included."""
    if spot.style not in ("'", '"'):
        return len(before)
    at = 1
    for _ in before:
        if spot.style == '"' and raw[at : at + 1] == "\\":
            at += {"x": 4, "u": 6, "U": 10}.get(raw[at + 1 : at + 2], 2)
        else:
            at += 2 if raw[at : at + 2] == "''" and spot.style == "'" else 1
    return at
