"""One YAML file to a tree. Only what a bank needs: no anchors, aliases, tags or second document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from question_bank.formats.plain_files import NO_CHARACTER, located
from question_bank.formats.tree import Data, Path, Spot, Tree
from question_bank.model import BankError, Issue

MAX_DEPTH = 24
MAX_NODES = 100_000
# libyaml is some twenty times faster; the loader in Python says the same.
LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
NOTHING = {"", "~", "null", "Null", "NULL"}


def read_yaml(file: str, text: str) -> Tree:
    """Raises BankError with every fault of the file's form."""
    tabs = [
        Issue(
            "tab",
            "a tab: YAML is indented and spaced by blanks",
            file=file,
            line=line,
            column=column,
        )
        for _, (line, column) in located(re.compile("\t+"), text)
    ]
    if tabs:
        raise BankError(tabs)
    builder = _Builder(file)
    try:
        builder.read(yaml.parse(text, Loader=LOADER))
    except yaml.MarkedYAMLError as error:
        raise BankError([*builder.issues, _syntax(file, error)]) from None
    if builder.issues:
        raise BankError(builder.issues)
    return Tree(builder.root, builder.spots, builder.keys, {file: text.split("\n")})


def _syntax(file: str, error: yaml.MarkedYAMLError) -> Issue:
    mark = error.problem_mark or error.context_mark
    said = " ".join(filter(None, (error.context, error.problem)))
    line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
    return Issue("syntax", f"not YAML: {said}", file=file, line=line, column=column)


class _Builder:
    """Builds data from parser events without recursion, so that depth is ours to bound."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Data = None
        self.spots: dict[Path, Spot] = {}
        self.keys: dict[Path, Spot] = {}
        self.issues: list[Issue] = []
        self.open: list[tuple[Path, dict[str, Data] | list[Data]]] = []
        self.key: list[tuple[str, Spot] | None] = []  # of each open collection
        self.documents = 0

    def read(self, events: Iterator[yaml.Event]) -> None:
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                self.documents += 1
                if self.documents > 1:
                    self.fault(
                        "documents", "a file holds one document, here begins a second", event
                    )
                    return
            elif isinstance(event, yaml.AliasEvent):
                self.fault("alias", f"aliases are not used in a bank: *{event.anchor}", event)
                self.scalar(None, self.spot(event))
            elif isinstance(event, yaml.NodeEvent):
                self.node(event)
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                self.open.pop()
                self.key.pop()

    def node(self, event: yaml.NodeEvent) -> None:
        if event.anchor is not None:
            self.fault("anchor", f"anchors are not used in a bank: &{event.anchor}", event)
        if getattr(event, "tag", None) not in (None, "!"):
            self.fault("tag", f"tags are not used in a bank: {event.tag}", event)  # type: ignore[attr-defined]  # only scalars and collections get here
        if len(self.spots) >= MAX_NODES:
            self.stop(f"a file holds at most {MAX_NODES:,} values", event)
        if isinstance(event, yaml.ScalarEvent):
            is_plain = not event.style
            spot = self.spot(event, event.style or "")
            if odd := NO_CHARACTER.search(event.value):
                self.fault(
                    "control", f"the character U+{ord(odd[0]):04X} cannot stand in a bank", event
                )
            self.scalar(None if is_plain and event.value in NOTHING else event.value, spot)
            return
        if len(self.open) >= MAX_DEPTH:
            self.stop(f"nested deeper than {MAX_DEPTH}", event)
        made: dict[str, Data] | list[Data] = {} if isinstance(event, yaml.MappingStartEvent) else []
        self.open.append((self.put(made, self.spot(event)), made))
        self.key.append(None)

    def scalar(self, value: str | None, spot: Spot) -> None:
        if self.open and isinstance(self.open[-1][1], dict) and self.key[-1] is None:
            self.key[-1] = (value or "", spot)
        else:
            self.put(value, spot)

    def put(self, value: Data, spot: Spot) -> Path:
        """Puts a value where the parser stands, and says which path that is."""
        path: Path = ()
        if not self.open:
            self.root = value
        elif isinstance(collection := self.open[-1][1], list):
            path = (*self.open[-1][0], len(collection))
            collection.append(value)
        else:
            path = self.enter(self.open[-1][0], collection, value, spot)
        self.spots[path] = spot
        return path

    def enter(self, above: Path, collection: dict[str, Data], value: Data, spot: Spot) -> Path:
        pair, self.key[-1] = self.key[-1], None
        if pair is None:
            self.issues.append(self.issue("key", "a key is a plain text", spot))
            pair = ("", spot)
        key, at = pair
        path = (*above, key)
        if key in collection:
            first = self.keys[path].line
            self.issues.append(
                self.issue("duplicate", f"{key!r} stands here twice, first in line {first}", at)
            )
        collection[key] = value
        self.keys.setdefault(path, at)
        return path

    def spot(self, event: yaml.Event, style: str = "") -> Spot:
        start, end = event.start_mark, event.end_mark
        assert start is not None and end is not None  # a parser's events always carry them
        return Spot(self.file, start.line + 1, start.column + 1, style, start.line == end.line)

    def fault(self, code: str, message: str, event: yaml.Event) -> None:
        self.issues.append(self.issue(code, message, self.spot(event)))

    def stop(self, message: str, event: yaml.Event) -> None:
        self.fault("limit", message, event)
        raise BankError(self.issues)

    def issue(self, code: str, message: str, spot: Spot) -> Issue:
        return Issue(code, message, file=self.file, line=spot.line, column=spot.column)
