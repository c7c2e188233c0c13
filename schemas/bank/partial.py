"""What else is wrong with an item whose shape is wrong already, so that all is told at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from question_bank.expressions import ExpressionError, parse
from question_bank.formats.tree import Path
from question_bank.texts import TextError, compile_inline, compile_text
from schemas.faults import Fault
from schemas.localized import wrong_text

BLOCKS = {"prompt", "hints", "solution", "why", "say"}
LINES = {"title", "label", "text", "row_label", "col_label"}
FORMULAS = {"value", "cell", "key", "derive", "require", "functions", "range"}


class _AnyName(Collection[str]):
    """Stands for the names of an item that cannot be known yet."""

    def __contains__(self, name: object) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def faults_of_broken(raw: Any) -> Iterator[tuple[Path, Fault]]:
    """Texts and formulas that no item could use, found without knowing the item's names."""
    yield from _walk(raw, (), "")


def _walk(data: Any, path: Path, field: str) -> Iterator[tuple[Path, Fault]]:
    """`field` is the nearest key above that says what stands here."""
    if isinstance(data, dict):
        for key, value in data.items():
            known = key in BLOCKS | LINES | FORMULAS or field == ""
            yield from _walk(value, (*path, key), key if known else field)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _walk(value, (*path, index), field)
    elif isinstance(data, str) and (wrong := _wrong(data, path, field)):
        yield path, wrong


def _wrong(text: str, path: Path, field: str) -> Fault | None:
    if field in FORMULAS:
        return _wrong_formula(text)
    lang = next((str(step) for step in reversed(path) if isinstance(step, str)), "")
    if field not in BLOCKS | LINES or wrong_text(lang, text):
        return None  # no text of an item, or told by the schema
    try:
        (compile_text if field in BLOCKS else compile_inline)(text, _AnyName())
    except TextError as error:
        return Fault("text", error.message, error.line, error.column)
    return None


def _wrong_formula(text: str) -> Fault | None:
    try:
        parse(text)
    except ExpressionError as error:
        return Fault("formula", str(error))
    return None
