"""Grades what was typed into a number box: the first rule that accepts decides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from html import escape

from question_bank import tolerance as tolerances
from question_bank.interactions.numeric_formulas import label_scale
from question_bank.interactions.protocol import Graded, Grader, Render
from question_bank.model import (
    AcceptedRule,
    Box,
    Interval,
    NumericKey,
    NumericPart,
    PartOutcome,
    Reading,
    ResponseError,
    Verdict,
)
from question_bank.numbers import number_text, plain_float, read_number, resolve_reading
from question_bank.numbers.refusals import MAX_LENGTH
from question_bank.phrases import phrase
from question_bank.printing.signs import signs_of
from question_bank.units.boxes import box_units

Band = tuple[float, float, PartOutcome]  # ends in the unit of the label, what being inside means

_ZERO = Fraction(0)
_LEAST, _MOST = 1e-99, 1e99  # what plain_float is sure of


def grader(part: NumericPart, key: NumericKey, render: Render, lang: str) -> Grader:
    """Most responses are right and plainly typed: those are settled here, at a float's cost.

    Rounding keeps order, so a float strictly between two ends as floats lies between the exact
    ends. What plain_float leaves to the reader (see there) is left to it here too.
    """
    slowly = _NumericGrader(part, key, render, lang)
    low, high = slowly.quick_band()
    right, echo, grade_slowly = slowly.right, slowly.echo, slowly.grade
    has_point = signs_of(lang).decimal == "."

    def grade(response: object) -> Graded:
        if type(response) is str:
            try:
                value = float(response)
            except ValueError:
                return grade_slowly(response)
            if (
                low < value < high
                and "_" not in response
                and len(response) <= MAX_LENGTH
                and (has_point or "." not in response)
            ):
                return right, response, echo
        return grade_slowly(response)

    return grade


def right_response(part: NumericPart, key: NumericKey) -> object:
    """The key in the unit of the label, with its reading settled."""
    value = tolerances.exact_value(key.rules[0].value)
    typed = number_text(value / label_scale(part))
    if len(typed) > MAX_LENGTH:
        # Only a float's decimals in another unit get this long; no tolerance is as fine.
        return f"{float(value / label_scale(part)):.16e}"
    return {"text": typed, "reading": number_text(value)}


class _NumericGrader:
    """Grades responses to one box of one variant.

    A plain number is compared as a float with the ends of each interval as floats; one that equals
    an end is compared exactly, like every other response.
    """

    def __init__(self, part: NumericPart, key: NumericKey, render: Render, lang: str) -> None:
        self._part = part
        self._rules = key.rules
        self._box = Box(part.unit, part.ask_in)
        self._lang = lang
        self._asks_percent = box_units(part.unit, part.ask_in).asks_percent
        self._render = render
        self._scale = label_scale(part)
        self.right = _outcome(part, key.rules[0], render)
        self._wrong = PartOutcome(part.id, _ZERO, "wrong")
        # How many digits were typed can only be told by reading them.
        self._is_quick = part.min_digits is None

    def grade(self, response: object) -> Graded:
        if type(response) is not str:
            return self._grade_other(response)
        value = plain_float(response, self._lang) if self._is_quick else None
        if value is None or (self._asks_percent and -1 < value < 1):
            return self._read(response, None)
        for low, high, outcome in self._bands:
            if low < value < high:
                return outcome, response, self.echo
            if value == low or value == high:
                return self._read(response, None)
        return self._wrong, response, self.echo

    @cached_property
    def _outcomes(self) -> Sequence[PartOutcome]:
        """By rule; made when a response is not simply right."""
        others = [_outcome(self._part, rule, self._render) for rule in self._rules[1:]]
        return [self.right, *others]

    @cached_property
    def _bands(self) -> Sequence[Band]:
        return [
            (*self._band(interval), outcome)
            for rule, outcome in zip(self._rules, self._outcomes, strict=True)
            for interval in rule.intervals
        ]

    def _band(self, interval: Interval) -> tuple[float, float]:
        """The ends as floats in the unit of the label."""
        low, high = interval.low, interval.high
        return (
            -math.inf if low is None else _nearest(low / self._scale),
            math.inf if high is None else _nearest(high / self._scale),
        )

    def _grade_other(self, response: object) -> PartOutcome:
        match response:
            case None:
                return self._read("", None)
            case {"text": str(text), **rest} if rest.keys() <= {"reading"}:
                chosen = rest.get("reading")
                if chosen is None or isinstance(chosen, str):
                    return self._read(text, chosen)
        raise ResponseError(
            "type",
            'expected a number as text, or {"text": ..., "reading": ...}, '
            f"got {type(response).__name__}",
            part=self._part.id,
        )

    def _read(self, text: str, chosen: str | None) -> PartOutcome:
        try:
            if chosen is None:
                reading = read_number(text, self._box, self._lang)
            else:
                reading = resolve_reading(text, self._box, self._lang, chosen)
        except ResponseError as error:
            return self._refused("unreadable", error.code, error.message)
        if reading.other:
            readings = (replace(reading, other=()), *reading.other)
            return PartOutcome(self._part.id, _ZERO, "ask", readings=readings)
        return self._decide(reading)

    def _decide(self, reading: Reading) -> PartOutcome:
        """By the first rule that accepts. Asking comes before: it must not depend on the key."""
        for rule, outcome in zip(self._rules, self._outcomes, strict=True):
            if not tolerances.accepts(rule.intervals, reading.value):
                continue
            least = self._part.min_digits
            if rule.credit == 1 and least is not None and reading.digits[1] < least:
                message = phrase("digits", self._lang, digits=least)
                return replace(
                    self._refused("unreadable", "digits", message), read_as=reading.read_as
                )
            return replace(outcome, read_as=reading.read_as)
        return replace(self._wrong, read_as=reading.read_as)

    def _refused(self, verdict: Verdict, code: str, message: str) -> PartOutcome:
        return PartOutcome(self._part.id, _ZERO, verdict, code=code, say=escape(message))

    def echo(self, typed: str) -> str:
        """How a plain number was read, in the reader's language."""
        return read_number(typed, self._box, self._lang).read_as

    def quick_band(self) -> tuple[float, float]:
        """Floats strictly between these two are certainly right; the band may be empty."""
        if not self._is_quick or not self._rules[0].intervals:
            return 0.0, 0.0
        low, high = self._band(self._rules[0].intervals[0])
        # Nearer to zero, or to one beside %, a plain number is not yet a settled one.
        least = 1.0 if self._asks_percent else _LEAST
        if low > -least:
            return max(low, least), min(high, _MOST)
        if high < least:
            return max(low, -_MOST), min(high, -least)
        return 0.0, 0.0


def _nearest(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.copysign(math.inf, value)


def _outcome(part: NumericPart, rule: AcceptedRule, render: Render) -> PartOutcome:
    verdict: Verdict = "correct" if rule.credit == 1 else "partly" if rule.credit else "wrong"
    is_mistake = rule.credit < 1
    return PartOutcome(
        id=part.id,
        credit=rule.credit,
        verdict=verdict,
        rule=rule.id,
        mistake=rule.id if is_mistake else None,
        say=render(f"say.{rule.id}") or None,
    )
