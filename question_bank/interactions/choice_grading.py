"""Grades a choice: one option, or the set of options picked."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape

from question_bank.interactions.protocol import Grader, Render
from question_bank.model import ChoiceKey, ChoicePart, PartOutcome, ResponseError, Verdict
from question_bank.phrases import phrase

_NONE, _FULL = Fraction(0), Fraction(1)


def grader(part: ChoicePart, key: ChoiceKey, render: Render, lang: str) -> Grader:
    nothing = PartOutcome(
        part.id, _NONE, "unreadable", code="empty", say=escape(phrase("no_choice", lang))
    )
    mistakes = {option.id: option.mistake for option in part.options}

    def grade_one(response: object) -> PartOutcome:
        if response is None or response == "":
            return nothing
        if not isinstance(response, str):
            raise _wrong_type(part, "the id of an option", response)
        _check_known(part, key, [response])
        return _outcome(part, key.credits[response], response, mistakes[response])

    def grade_many(response: object) -> PartOutcome:
        if response is None or response == []:
            return nothing
        if not isinstance(response, list) or not all(isinstance(id, str) for id in response):
            raise _wrong_type(part, "a list of ids of options", response)
        _check_known(part, key, response)
        picked = set(response)
        # In the author's order, so that the outcome does not depend on the order of picking.
        wrong = [id for id in key.credits if id in picked and not key.credits[id]]
        mistake = next((mistakes[id] for id in wrong if mistakes[id]), None)
        rule = None if wrong else "key" if picked == _right(key) else None
        return _outcome(part, _credit_of_many(part, key, picked), rule, mistake)

    return grade_one if part.pick == "one" else grade_many


def right_response(part: ChoicePart, key: ChoiceKey) -> object:
    right = [id for id in key.order if key.credits[id] == 1]
    return right[0] if part.pick == "one" else right


def _right(key: ChoiceKey) -> set[str]:
    return {id for id, credit in key.credits.items() if credit == 1}


def _credit_of_many(part: ChoicePart, key: ChoiceKey, picked: set[str]) -> Fraction:
    """Per option: a right pick earns its share, a wrong pick takes one away, never below 0."""
    right = _right(key)
    if part.scoring == "all-or-nothing":
        return _FULL if picked == right else _NONE
    return max(_NONE, Fraction(len(picked & right) - len(picked - right), len(right)))


def _outcome(
    part: ChoicePart, credit: Fraction, rule: str | None, mistake: str | None
) -> PartOutcome:
    verdict: Verdict = "correct" if credit == 1 else "partly" if credit else "wrong"
    return PartOutcome(part.id, credit, verdict, rule=rule, mistake=mistake)


def _check_known(part: ChoicePart, key: ChoiceKey, ids: Iterable[str]) -> None:
    for id in ids:
        if id not in key.credits:
            known = ", ".join(key.order)
            raise ResponseError(
                "unknown_option", f"unknown option {id[:60]!r}; expected {known}", part=part.id
            )


def _wrong_type(part: ChoicePart, expected: str, response: object) -> ResponseError:
    return ResponseError(
        "type", f"expected {expected}, got {type(response).__name__}", part=part.id
    )
