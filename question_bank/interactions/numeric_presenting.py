"""Shows a number box, and explains its key afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from question_bank import units
from question_bank.interactions.numeric_formulas import label_scale
from question_bank.interactions.protocol import Render
from question_bank.model import Box, Interval, Number, NumericKey, NumericPart, Tolerance
from question_bank.phrases import phrase
from question_bank.presented import ExplainedMistake, ExplainedPart, PresentedPart
from question_bank.printing import print_number, print_quantity


def present(part: NumericPart, key: NumericKey, render: Render, lang: str) -> PresentedPart:
    return PresentedPart(
        id=part.id,
        kind=part.kind,
        label_html=render("label"),
        points=part.points,
        unit_label=units.unit_name(part.ask_in or part.unit, lang),
        tolerance=tolerance_in_words(part, lang),
        min_digits=part.min_digits,
        unit=part.unit,
        ask_in=part.ask_in,
    )


def tolerance_in_words(part: NumericPart, lang: str) -> str:
    """`± 1 % or to 3 significant digits`; empty for a range, whose ends would tell the key."""
    tolerance = part.rules[0].tolerance
    if tolerance.range is not None:
        return ""
    return phrase("or", lang).join(_forms(tolerance, part, lang))


def _forms(tolerance: Tolerance, part: NumericPart, lang: str) -> Iterator[str]:
    if tolerance.abs is not None:
        yield phrase("abs", lang, value=_quantity(tolerance.abs, part, lang))
    if tolerance.rel is not None:
        code = "rel_of_percent" if part.ask_in == "%" else "rel"  # which would look like abs
        yield phrase(code, lang, value=_number(tolerance.rel * 100, lang))
    if tolerance.ratio is not None:
        yield phrase("ratio", lang, value=_number(1 + tolerance.ratio, lang))
    if tolerance.sig is not None:
        yield phrase("sig", lang, value=tolerance.sig)
    if tolerance.dp is not None:
        yield phrase("dp", lang, value=tolerance.dp)
    if tolerance.exact:
        yield phrase("exact", lang)


def explain(part: NumericPart, key: NumericKey, render: Render, lang: str) -> ExplainedPart:
    first = key.rules[0]
    return ExplainedPart(
        id=part.id,
        key=_quantity(first.value, part, lang),
        accepted=[_interval(interval, part, lang) for interval in first.intervals],
        why_html=render("why"),
        mistakes=[
            ExplainedMistake(
                id=rule.id,
                value=_quantity(rule.value, part, lang),
                credit=rule.credit,
                say_html=render(f"say.{rule.id}"),
            )
            for rule in key.rules
            if rule.credit < 1
        ],
    )


def _interval(interval: Interval, part: NumericPart, lang: str) -> str:
    scale = label_scale(part)
    low, high = (
        None if end is None else _number(end / scale, lang) for end in (interval.low, interval.high)
    )
    if interval.low == interval.high and low is not None:
        return low
    if low is None or high is None:
        return phrase("from", lang, low=low) if low else phrase("up_to", lang, high=high)
    text = phrase("from_to", lang, low=low, high=high)
    excluded = [
        end for end, is_open in ((low, interval.low_open), (high, interval.high_open)) if is_open
    ]
    return text + (phrase("excluded", lang, ends=", ".join(excluded)) if excluded else "")


def _quantity(value: Number, part: NumericPart, lang: str) -> str:
    return print_quantity(value, Box(part.unit, part.ask_in), lang).text


def _number(value: Number, lang: str) -> str:
    return print_number(value, "", lang).text
