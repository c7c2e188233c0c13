"""Grades the responses to a variant against its frozen keys; recomputes nothing.

Asking comes before judging: where a typed number has two readings the part is asked about, right
or not, and nothing is used up. While `Outcome.is_graded` is false, a caller that counts attempts
shows only what `refused` gives: the other verdicts would be a free look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple, overload

from question_bank.interactions import INTERACTIONS
from question_bank.interactions.protocol import Graded, Grader
from question_bank.items import CompiledItem
from question_bank.model import Outcome, PartOutcome, ResponseError, Variant
from question_bank.variants import Keys

MAX_PREPARED = 8  # languages a variant is ready for; callers may ask in any

# Making an Outcome the ordinary way costs a third of grading one.
_new = tuple.__new__


class Parts(Sequence[PartOutcome]):
    """Outcomes of the parts in order. How a plain number was read is told when it is looked at."""

    __slots__ = ("_graded",)

    def __init__(self, graded: list[Graded]) -> None:
        self._graded = graded

    @overload
    def __getitem__(self, index: int) -> PartOutcome: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[PartOutcome]: ...

    def __getitem__(self, index: int | slice) -> PartOutcome | Sequence[PartOutcome]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        made = self._graded[index]
        if isinstance(made, tuple):
            outcome, typed, echo = made
            made = self._graded[index] = replace(outcome, read_as=echo(typed))
        return made

    def __len__(self) -> int:
        return len(self._graded)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as of every sequence compared by its contents

    def __repr__(self) -> str:
        return repr(list(self))


class Prepared(NamedTuple):
    """The graders of one variant in one language; `worth` and `full` count 1/share of a point."""

    graders: Sequence[tuple[str, Grader, int]]  # part id, grader, worth
    share: int
    full: int
    maximum: Fraction


def grade(
    compiled: CompiledItem, variant: Variant, responses: Mapping[str, object], lang: str
) -> Outcome:
    """Grade responses by part id. A part without a response is unreadable, code `empty`.

    ResponseError with its `part`: `unknown_part`, `unknown_option`, `type` (no response at all).
    """
    graders, share, full, maximum = _prepared(compiled, variant, lang)
    graded: list[Graded] = []
    earned, partly = 0, None
    is_complete = len(responses) == len(graders)
    for id, grade_part, worth in graders:
        response = responses.get(id)
        if response is None:
            is_complete = False
        made = grade_part(response)
        graded.append(made)
        outcome = made[0] if isinstance(made, tuple) else made
        if outcome.verdict == "correct":
            earned += worth
        elif outcome.verdict == "partly":
            partly = outcome.credit * worth + (partly or 0)
    if not is_complete:
        _check_known(compiled, responses)
    if partly is None:
        given = maximum if earned == full else _points(earned, share)
    else:
        given = (earned + partly) / share
    return _new(Outcome, (Parts(graded), given, maximum))


def refused(outcome: Outcome) -> Sequence[PartOutcome]:
    """The parts that must be typed anew or asked about before anything is graded."""
    return [part for part in outcome.parts if part.verdict in ("unreadable", "ask")]


@lru_cache(maxsize=1024)
def _points(earned: int, share: int) -> Fraction:
    return Fraction(earned, share)


def _prepared(compiled: CompiledItem, variant: Variant, lang: str) -> Prepared:
    keys = variant.keys
    if not isinstance(keys, Keys):
        return _prepare(compiled, variant, lang)
    found: tuple[CompiledItem, Prepared] | None = keys.prepared.get(lang)
    if found is None or found[0] is not compiled:
        if len(keys.prepared) >= MAX_PREPARED:
            keys.prepared.clear()
        found = keys.prepared[lang] = (compiled, _prepare(compiled, variant, lang))
    return found[1]


def _prepare(compiled: CompiledItem, variant: Variant, lang: str) -> Prepared:
    if variant.keys.keys() != compiled.parts.keys():
        raise ValueError(f"the variant of {variant.item} has other parts than the item")
    share = lcm(*(Fraction(part.points).denominator for part in compiled.item.parts))
    graders = []
    for part in compiled.item.parts:
        key, render = variant.keys[part.id], compiled.renderer(part, variant.values, lang)
        grader = INTERACTIONS[part.kind].grader(part, key, render, lang)
        graders.append((part.id, grader, int(part.points * share)))
    maximum = Fraction(compiled.item.points)
    return Prepared(graders, share, int(maximum * share), maximum)


def _check_known(compiled: CompiledItem, responses: Mapping[str, object]) -> None:
    for id in responses:
        if id not in compiled.parts:
            known = ", ".join(compiled.parts)
            raise ResponseError(
                "unknown_part", f"unknown part {str(id)[:60]!r}; expected {known}", part=str(id)
            )
