"""A figure and its reference, measured in turn in one run: what counts is the ratio of the two."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import cycle
from typing import Any

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Figure:
    """`ratio` is value to reference; `reach` is what the ratio, or the bare value, should reach."""

    figure: str
    value: float
    unit: str
    reference: float | None
    ratio: float | None
    reach: str

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def compare(
    name: str, ours: Callable[[str], object], theirs: Callable[[str], object],
    inputs: list[str], *, reach: str, seconds: float,
) -> Figure:  # fmt: skip
    """Calls a second of both, each over the same inputs; the best of rounds taken in turn."""
    mine, reference = 0.0, 0.0
    rounds = 5
    for _ in range(rounds):
        mine = max(mine, _rate(ours, inputs, seconds / rounds / 2))
        reference = max(reference, _rate(theirs, inputs, seconds / rounds / 2))
    return Figure(name, mine, "per s and core", reference, mine / reference, reach)


def _rate(call: Callable[[str], object], inputs: list[str], seconds: float) -> float:
    """Calls a second of processor time, which other programs disturb less than wall time."""
    endless = cycle(inputs)
    batch = 200
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        for value in _take(endless, batch):
            call(value)
        done += batch
    return done / spent


def _take(values: Iterator[str], count: int) -> list[str]:
    return [next(values) for _ in range(count)]
