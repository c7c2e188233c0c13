"""The draw of a seed: parameters, conditions, redraws, until a set of values passes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from question_bank import parameters
from question_bank.derivation import Formulas
from question_bank.model import Exact, Item, Number, Scenario

MAX_DRAWS = 200
ROW = "row"  # the name under which a stored row is drawn


class NoVariant(Exception):
    """No draw of a seed met the conditions. `failed`: how often which one failed."""

    def __init__(self, item: str, seed: str, failed: Mapping[str, int]) -> None:
        often = sorted(failed.items(), key=lambda each: -each[1])
        listed = "; ".join(f"{count} x {label}" for label, count in often)
        super().__init__(f"{item}: no variant for seed {seed!r} in {MAX_DRAWS} draws ({listed})")
        self.item = item
        self.seed = seed
        self.failed = dict(often)


class Drawn(NamedTuple):
    """What a seed gave: values by name, the numbers of all parts, and how it came about."""

    values: Mapping[str, Number]
    numbers: tuple[Number, ...]
    head: bytes  # of the draw that passed; shuffles its choices
    draws: int
    failed: Mapping[str, int]


class Drawer:
    """Draws variants of one item revision."""

    def __init__(self, item: Item, grading_hash: str, formulas: Formulas) -> None:
        self._item_name = item.name
        self._domain = parameters.domain(item.name, grading_hash)
        self._takers = _takers(item)
        self._compiled = formulas.draw
        self._labels = formulas.labels

    def draw(self, seed: str) -> Drawn:
        """The first draw of `seed` that meets every condition; NoVariant after MAX_DRAWS."""
        call = self._compiled.call
        failed: Counter[str] | None = None
        for attempt in range(MAX_DRAWS):
            head = parameters.head(self._domain, seed, attempt)
            try:
                result = call(*self._sample(head))
            except (ArithmeticError, ValueError) as error:
                label = f"{self._compiled.label_of(error)} cannot be worked out: {error}"
            else:
                if type(result) is tuple:
                    values, numbers = result
                    return Drawn(values, numbers, head, attempt + 1, failed or {})
                label = self._labels[result]
            failed = failed or Counter()
            failed[label] += 1
        raise NoVariant(self._item_name, seed, failed or {})

    def _sample(self, head: bytes) -> list[Exact]:
        values: list[Exact] = []
        for name, take, take_row in self._takers:
            number = parameters.number(head, name)
            if take:
                values.append(take(number))
            elif take_row:
                values += take_row(number)
        return values


_Taker = tuple[bytes, parameters.Take | None, parameters.TakeRow | None]


def _takers(item: Item) -> list[_Taker]:
    if item.rows:
        columns = [[row[name] for row in item.rows] for name in item.rows[0]]
        return [(ROW.encode(), None, parameters.row_taker(columns))]
    return [
        (name.encode(), None, parameters.row_taker(list(parameter.columns.values())))
        if isinstance(parameter, Scenario)
        else (name.encode(), parameters.taker(parameter), None)
        for name, parameter in item.params.items()
    ]
