"""Where an item's faults stand in its file: compiled paths to authored ones.

The engine sees parts with ordered rules; the author wrote `table`, `answers`, `mistakes` and other
short forms, or functions of the whole topic.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from question_bank.formats.tree import Path, Tree
from question_bank.model import ChoicePart, Issue, Item, NumericPart, Part, Rule
from schemas.bank.building import origins_of

STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


def placed(tree: Tree, at: Path, item: Item, issue: Issue) -> Issue:
    """The issue of an item that stands at path `at`, with file, line and column."""
    raw = tree.at(at)
    path = _authored(item, raw if isinstance(raw, dict) else {}, steps_of(issue.path))
    whole = (*at, *path)
    if path[:1] in (("functions",), ("constants",)) and whole not in tree.spots:
        whole = _given_above(tree, at, path)
    found = tree.issue(issue.code, issue.message, whole)
    found = replace(found, severity=issue.severity)
    if issue.line is not None and issue.file is None:
        return tree.inside(found, whole, issue.line, issue.column or 1)
    return found


def steps_of(path: str) -> Path:
    """`answers[1].tol` -> ("answers", 1, "tol")"""
    return tuple(int(index) if index else name for index, name in STEP.findall(path))


def _given_above(tree: Tree, at: Path, path: Path) -> Path:
    """A constant or function of the topic, or of the bank."""
    of_topic = (*at[:2], *path)
    return of_topic if of_topic in tree.spots else path


def _authored(item: Item, raw: Mapping[str, Any], path: Path) -> Path:
    match path:
        case ("table", "column_label", *rest):
            return ("grid" if "grid" in raw else "table", "col_label", *rest)
        case ("parts" | "answers" | "table" as kind, *rest):
            index, rest = _part(item, str(kind), rest)
            if index is None:
                return path
            return _in_part(item.parts[index], raw, origins_of(raw, len(item.parts))[index], rest)
        case ("solution", *rest):
            return ("solution", *_in_solution(raw.get("solution"), rest))
        case _:
            return path


def _part(item: Item, kind: str, rest: list[str | int]) -> tuple[int | None, list[str | int]]:
    """Which of the item's parts is meant: `answers` counts number boxes outside of the table."""
    cells = {cell for row in item.table.cells for cell in row} if item.table else set()
    if kind == "table":
        is_label = bool(rest) and str(rest[0]).endswith("_label")
        index = next((i for i, part in enumerate(item.parts) if part.id in cells), None)
        return (None if is_label else index), rest
    if not rest or not isinstance(rest[0], int):
        return None, rest
    wanted, inner = rest[0], rest[1:]
    if kind == "answers":
        boxes = [
            index
            for index, part in enumerate(item.parts)
            if isinstance(part, NumericPart) and part.id not in cells
        ]
        wanted = boxes[wanted] if wanted < len(boxes) else len(item.parts)
    return (wanted if wanted < len(item.parts) else None), inner


def _in_part(part: Part, raw: Mapping[str, Any], origin: Path, rest: list[str | int]) -> Path:
    if isinstance(part, ChoicePart):
        is_short = origin == ("choices",)
        return (*origin, *(_in_choices(rest) if is_short else _in_choice(rest)))
    return (*origin, *_in_box(part, _at(raw, origin), rest))


def _in_box(part: NumericPart, written: Mapping[str, Any], rest: list[str | int]) -> Path:
    """Inside a number box: the rule that is meant, where the short or long form has it."""
    number = _rule_number(part, rest)
    if number is None:
        return tuple(rest)
    inner = _after_rule(rest)
    if "rules" in written:
        return ("rules", number, *inner)
    if number == 0:
        return tuple("cell" if step == "value" and "cell" in written else step for step in inner)
    also = len(written.get("also") or ())
    rule: Path = ("also", number - 1) if number <= also else ("mistakes", number - 1 - also)
    if inner[:1] == ("tol",) and "tol" not in _at(written, rule):
        return inner  # it has the key's
    return (*rule, *inner)


def _rule_number(part: NumericPart, rest: list[str | int]) -> int | None:
    """Index in `part.rules` that a path speaks of; None if it speaks of no rule in particular."""
    match rest:
        case ["rules", int(number), *_]:
            return number
        case ["also" | "mistakes" as kind, int(number), *_]:
            alike = [
                i for i, rule in enumerate(part.rules) if i and _is_also(rule) == (kind == "also")
            ]
            return alike[number] if number < len(alike) else None
        case ["value" | "tol" | "say", *_]:
            return 0
        case _:
            return None


def _is_also(rule: Rule) -> bool:
    return rule.credit == 1


def _after_rule(rest: list[str | int]) -> Path:
    return tuple(rest[2:] if rest[0] in ("rules", "also", "mistakes") else rest)


def _in_choice(rest: list[str | int]) -> Path:
    inner = rest[1:] if rest[:1] == ["choice"] else rest
    return tuple(inner) if inner[:1] in (["label"], ["points"], ["id"]) else ("choice", *inner)


def _in_choices(rest: list[str | int]) -> Path:
    """The short form: the first option is the key."""
    match rest[1:] if rest[:1] == ["choice"] else rest:
        case ["options", 0, "value"]:
            return ("key",)
        case ["options", 0, *field]:
            return tuple(field)
        case ["options", int(number), *field]:
            return ("wrong", number - 1, *("say" if step == "why" else step for step in field))
        case inner:
            return tuple(inner)


def _in_solution(raw: Any, rest: list[str | int]) -> Path:
    """`[2].en` of the steps, or `en[2]` as some write it, to where the author put that step."""
    step = next((part for part in rest if isinstance(part, int)), 0)
    lang = next((part for part in rest if isinstance(part, str)), None)
    if isinstance(raw, list):
        return (step,) if lang is None else (step, lang)
    if lang is None:
        return ()
    several = isinstance(raw, dict) and isinstance(raw.get(lang), list)
    return (lang, step) if several else (lang,)


def _at(raw: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    here: Any = raw
    for step in path:
        here = here[step]
    return here if isinstance(here, Mapping) else {}
