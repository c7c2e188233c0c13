"""Core statements turned into SQL once, for the path that every submission takes.

`Session.execute` finds its cached SQL anew, checks and orders the parameters and describes the
rows each time: two thirds of the cost of a statement of which only the values change. These go
straight to the driver, on the session's own connection and in its transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Dialect, Executable, Select
from sqlalchemy.types import TypeEngine

from service.store.database import Session

Convert = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class _Ready:
    """SQL of one dialect, its parameters in order, and how values go in and columns come out."""

    sql: str
    names: tuple[str, ...]
    constants: Mapping[str, Any]
    is_positional: bool
    going_in: Mapping[str, Convert]
    coming_out: tuple[tuple[int, Convert], ...]


class Prepared:
    """A statement with named parameters; PostgreSQL's may differ from SQLite's."""

    def __init__(self, statement: Executable, *, on_postgresql: Executable | None = None) -> None:
        of_postgresql = statement if on_postgresql is None else on_postgresql
        self._statements = {"sqlite": statement, "postgresql": of_postgresql}
        self._ready: dict[str, _Ready] = {}

    def run(self, session: Session, values: Mapping[str, Any]) -> int:
        """How many rows were changed."""
        cursor = self._execute(session, values)
        rows: int = cursor.rowcount
        cursor.close()
        return rows

    def columns(self, session: Session, values: Mapping[str, Any]) -> list[Any] | None:
        """Of the first row that is found; None if there is none."""
        cursor = self._execute(session, values)
        found = cursor.fetchone()
        cursor.close()
        if found is None:
            return None
        columns = list(found)
        for place, convert in self._ready_for(session.dialect).coming_out:
            columns[place] = convert(columns[place])
        return columns

    def _execute(self, session: Session, values: Mapping[str, Any]) -> Any:
        ready = self._ready_for(session.dialect)
        given = {name: values.get(name, ready.constants.get(name)) for name in ready.names}
        for name, convert in ready.going_in.items():
            given[name] = convert(given[name])
        cursor = session.connection.cursor()
        cursor.execute(ready.sql, tuple(given.values()) if ready.is_positional else given)
        return cursor

    def _ready_for(self, dialect: Dialect) -> _Ready:
        ready = self._ready.get(dialect.name)
        if ready is None:
            ready = self._ready[dialect.name] = _prepare(self._statements[dialect.name], dialect)
        return ready


def _prepare(statement: Any, dialect: Dialect) -> _Ready:
    compiled = statement.compile(dialect=dialect)
    names = tuple(compiled.positiontup or compiled.params)
    kinds = {name: bind.type for bind, name in compiled.bind_names.items()}
    converts = {name: _going_in(kinds[name], dialect) for name in names}
    return _Ready(
        sql=compiled.string,
        names=names,
        constants=compiled.params,
        is_positional=compiled.positional,
        going_in={name: convert for name, convert in converts.items() if convert},
        coming_out=tuple(_coming_out(statement, dialect)) if isinstance(statement, Select) else (),
    )


def _going_in(kind: TypeEngine[Any], dialect: Dialect) -> Convert | None:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _coming_out(statement: Select[Any], dialect: Dialect) -> list[tuple[int, Convert]]:
    converts = [
        column.type.dialect_impl(dialect).result_processor(dialect, None)
        for column in statement.selected_columns
    ]
    return [(place, convert) for place, convert in enumerate(converts) if convert]
