"""How a schema tells what is wrong with an authored file: a stable code and a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import ValidationError

from question_bank.formats.tree import Path


class Fault(str):
    """A message that carries its code through marshmallow, which knows only strings.

    `line` and `column` count from 1 inside the text that is wrong, if it is known where.
    """

    __slots__ = ("code", "column", "line")
    code: str
    line: int | None
    column: int | None

    def __new__(
        cls, code: str, message: str, line: int | None = None, column: int | None = None
    ) -> Fault:
        made = super().__new__(cls, message)
        made.code, made.line, made.column = code, line, column
        return made


def fault(code: str, message: str) -> ValidationError:
    return ValidationError(Fault(code, message))


def kind_of(value: object) -> str:
    """What stands there, in words of the file."""
    match value:
        case None:
            return "nothing"
        case dict():
            return "a map"
        case list():
            return "a list"
        case str():
            return repr(value) if len(value) <= 40 else f"{value[:40]!r}..."
        case _:
            return type(value).__name__


def faults_of(messages: Any, path: Path = ()) -> Iterator[tuple[Path, Fault]]:
    """Every fault in marshmallow's nested messages, with the path of the value it is about."""
    if isinstance(messages, Mapping):
        for step, inner in messages.items():
            yield from faults_of(inner, path if step == "_schema" else (*path, step))
        return
    for message in messages if isinstance(messages, list) else [messages]:
        yield path, message if isinstance(message, Fault) else Fault("invalid", str(message))
