"""Checks 6, 7 and 9: can a careful person reach the key from what is shown, always as easily?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import log10
from statistics import mean, quantiles

from question_bank.audit.report import Finding, Thresholds, percent, share
from question_bank.audit.sample import Sample, numeric_key
from question_bank.items import CompiledItem, WorkedOut
from question_bank.model import Box, Exact, Interval, Number, NumericPart, Variant
from question_bank.numbers import read_slowly
from question_bank.printing import print_number
from question_bank.tolerance import accepts, exact_value

LOOKED_AT = 500  # variants: working one out in many precisions takes a while
MOST_DIGITS = 10
NAMES_DIGITS = ("digit", "decimal", "figure", "знак", "цифр")


def shown_inputs(sample: Sample, limits: Thresholds) -> Finding:
    """6: the key from the numbers as displayed moves by at most half the tolerance."""
    formats = sample.shown_formats
    if not formats or not sample.numeric_parts:
        return Finding(6, "shown inputs", "none", "nothing shown")
    variants = list(islice(sample.variants, LOOKED_AT))
    moved = Counter(
        part.id for variant in variants for part in _moved_parts(sample, variant, formats)
    )
    part_id, count = moved.most_common(1)[0] if moved else ("", 0)
    figure = share(count, len(variants))
    detail = f"{part_id} moves by more than half its tolerance" if count else ""
    return Finding(6, "shown inputs", limits.shown_inputs.status(figure), percent(figure), detail)


def _moved_parts(
    sample: Sample, variant: Variant, formats: Mapping[str, Sequence[str]]
) -> list[NumericPart]:
    params = sample.params(variant)
    shown = dict(params)
    for name, specs in formats.items():
        shown[name] = min(
            (_as_shown(params[name], spec) for spec in specs), key=lambda v: abs(v - params[name])
        )
    if shown == params:
        return []
    worked = _try_work_out(sample.compiled, shown, None)
    return [part for part in sample.numeric_parts if not _is_central(variant, part, worked)]


@lru_cache(maxsize=4096)
def _as_shown(value: Exact, spec: str) -> Fraction:
    """The number a reader takes from the page."""
    box = Box("fraction") if spec.startswith("pct") else Box("param")
    return read_slowly(print_number(value, spec, "en").text, box, "en").value


def _is_central(variant: Variant, part: NumericPart, worked: WorkedOut | None) -> bool:
    if worked is None:
        return False
    key = numeric_key(variant, part).rules[0]
    value, moved = exact_value(key.value), exact_value(worked.numbers[part.id][0])
    return any(_holds_half(interval, value, moved) for interval in key.intervals)


def _holds_half(interval: Interval, value: Fraction, moved: Fraction) -> bool:
    low_ok = interval.low is None or moved >= value - (value - interval.low) / 2
    return low_ok and (interval.high is None or moved <= value + (interval.high - value) / 2)


def carried_digits(sample: Sample, limits: Thresholds) -> tuple[Finding, Finding]:
    """7: significant digits to carry between the steps, 95th percentile. 9: harder variants.

    A step is one derived value. For 9 the hardest hundredth is compared with the mean.
    """
    if not sample.numeric_parts or not sample.compiled.item.derive:
        return (
            Finding(7, "carried digits", "none", "no steps"),
            Finding(9, "even difficulty", "none", "no steps"),
        )
    needed = [_digits_needed(sample, each) for each in islice(sample.variants, LOOKED_AT)]
    worst = [max(digits.values()) for digits in needed]
    part_id = Counter(max(each, key=each.__getitem__) for each in needed).most_common(1)[0][0]
    p95 = _quantile(worst, 95)
    status = limits.carried_digits.status(p95)
    if status == "warn" and _names_digits(sample.compiled):
        status = "ok"
    harder = _quantile(worst, 99) - mean(worst)
    decades = _decades(sample)
    return (
        Finding(7, "carried digits", status, f"{p95:g}", f"most needed by {part_id}"),
        Finding(
            9,
            "even difficulty",
            limits.harder_by_digits.status(harder),
            f"{harder:+.1f} digits",
            f"keys over {decades:.1f} decades",
        ),
    )


def _quantile(values: Sequence[int], percentile: int) -> float:
    if len(values) < 2:
        return values[0]
    return quantiles(values, n=100, method="inclusive")[percentile - 1]


def _digits_needed(sample: Sample, variant: Variant) -> dict[str, int]:
    """Part -> the fewest digits from which on carrying that many stays inside the tolerance."""
    params = sample.params(variant)
    needed = {part.id: 1 for part in sample.numeric_parts}
    open_parts = list(sample.numeric_parts)
    for digits in range(MOST_DIGITS, 0, -1):
        worked = _try_work_out(sample.compiled, params, digits)
        outside = [part for part in open_parts if not _is_inside(variant, part, worked)]
        needed.update({part.id: digits + 1 for part in outside})
        open_parts = [part for part in open_parts if part not in outside]
        if not open_parts:
            break
    return needed


def _is_inside(variant: Variant, part: NumericPart, worked: WorkedOut | None) -> bool:
    intervals = numeric_key(variant, part).rules[0].intervals
    return worked is not None and accepts(intervals, exact_value(worked.numbers[part.id][0]))


def _try_work_out(
    compiled: CompiledItem, params: Mapping[str, Exact], digits: int | None
) -> WorkedOut | None:
    """None where rounded steps lead to something that cannot be worked out."""
    try:
        return compiled.work_out(params, digits)
    except (ArithmeticError, ValueError):
        return None


def _names_digits(compiled: CompiledItem) -> bool:
    """Whether the prompt says, in each language, how many digits to carry."""
    prompts = [source.casefold() for source in compiled.item.prompt.values()]
    return all(any(word in prompt for word in NAMES_DIGITS) for prompt in prompts)


def _decades(sample: Sample) -> float:
    """The widest spread of one part's keys, in powers of ten."""

    def spread(values: list[Number]) -> float:
        sizes = [abs(float(value)) for value in values if value]
        return log10(max(sizes) / min(sizes)) if sizes else 0.0

    return max(
        spread([numeric_key(variant, part).rules[0].value for variant in sample.variants])
        for part in sample.numeric_parts
    )
