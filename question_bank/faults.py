"""Collects the faults of one item while it is compiled, so that all are told together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from question_bank.expressions import ExpressionError
from question_bank.model import Issue
from question_bank.texts import TextError


class Faults:
    """A list of issues with paths relative to the item: `derive.L`, `answers[1].tol`."""

    def __init__(self) -> None:
        self.issues: list[Issue] = []

    def add(self, code: str, path: str, message: str) -> None:
        self.issues.append(Issue(code=code, message=message, path=path))

    @contextmanager
    def at(self, path: str) -> Iterator[None]:
        """Whatever a formula or text inside is refused for is a fault at `path`."""
        try:
            yield
        except ExpressionError as error:
            self.add("formula", path, str(error))
        except TextError as error:
            # Line and column inside the text; the loader turns them into those of the file.
            self.issues.append(Issue("text", error.message, path, None, error.line, error.column))
