"""Checks 1 to 5 and 8: is a variant new, reachable, telling, and not to be guessed?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from question_bank.audit.report import Finding, Limit, Thresholds, percent, share
from question_bank.audit.sample import Sample, label_scale, numeric_key
from question_bank.interactions.protocol import IS_APART
from question_bank.model import AcceptedRule, Interval, NumericPart, Variant
from question_bank.tolerance import accepts, exact_value
from question_bank.variants import prompt_hash


def distinct_variants(sample: Sample, limits: Thresholds) -> Finding:
    """1: how many variants look different."""
    if sample.compiled.space == 1:
        return Finding(1, "distinct variants", "none", "fixed item")
    distinct = len({prompt_hash(sample.compiled, variant) for variant in sample.variants})
    status = limits.distinct.status(distinct)
    return Finding(1, "distinct variants", status, f"{distinct} of {sample.seeds}")


def draws(sample: Sample, limits: Thresholds) -> Finding:
    """2: how many draws a seed takes, and whether any seed gives nothing."""
    if sample.without:
        figure = f"{len(sample.without)} seeds without a variant"
        return Finding(2, "draws per variant", "fail", figure, sample.without[0])
    mean = sum(variant.draws for variant in sample.variants) / len(sample.drawn)
    refusals: Counter[str] = Counter()
    for each in sample.drawn:
        refusals.update(each.failed)
    often = "; ".join(f"{count} x {label}" for label, count in refusals.most_common(3))
    return Finding(2, "draws per variant", limits.mean_draws.status(mean), f"{mean:.2f}", often)


def degenerate_keys(sample: Sample, limits: Thresholds) -> Finding:
    """3: keys that are 0 or ±1, or the same as an input or as the key of another part."""
    counts: Counter[str] = Counter()
    for variant in sample.variants:
        counts.update(set(_degenerate(sample, variant)))
    if not sample.numeric_parts or not sample.compiled.parameter_names:
        return Finding(3, "degenerate keys", "none", "nothing drawn")
    return _worst(3, "degenerate keys", counts, len(sample.drawn), limits.degenerate)


def _degenerate(sample: Sample, variant: Variant) -> Iterator[str]:
    cells = sample.by_table()
    for part in sample.numeric_parts:
        key = numeric_key(variant, part).rules[0]
        asked = exact_value(key.value) / label_scale(part)
        if asked in (0, 1, -1):
            yield f"{part.id} is {asked}"
        for name in sample.shown_formats:
            shown = Fraction(sample.params(variant)[name])
            if accepts(key.intervals, shown) or accepts(key.intervals, shown * label_scale(part)):
                yield f"{part.id} equals {name}"
    for one, other in combinations(sample.numeric_parts, 2):
        same_box = (one.unit, one.ask_in) == (other.unit, other.ask_in)
        if not same_box or (one.id in cells and other.id in cells):
            continue
        value = exact_value(numeric_key(variant, other).rules[0].value)
        if accepts(numeric_key(variant, one).rules[0].intervals, value):
            yield f"{one.id} equals {other.id}"


def mistakes_near_key(sample: Sample, limits: Thresholds) -> Finding:
    """4: known mistakes or wrong options within two tolerances of the key, and their redraws."""
    near = Counter(label for variant in sample.variants for label in _near_key(sample, variant))
    if near:
        label, count = near.most_common(1)[0]
        hit = percent(share(count, len(sample.drawn)))
        return Finding(4, "mistakes near the key", "fail", hit, label)
    tried = sum(variant.draws for variant in sample.variants)
    redrawn = sum(
        count
        for each in sample.drawn
        for label, count in each.failed.items()
        if label.endswith(IS_APART)
    )
    figure = share(redrawn, tried)
    status = limits.redraws_near_key.status(figure)
    return Finding(4, "mistakes near the key", status, f"none; {percent(figure)} redrawn")


def _near_key(sample: Sample, variant: Variant) -> Iterator[str]:
    """Mistakes that the key's own rule would have accepted: the key stands first and wins."""
    for part in sample.numeric_parts:
        rules = numeric_key(variant, part).rules
        for rule in rules[1:]:
            if rule.credit < 1 and accepts(rules[0].intervals, exact_value(rule.value)):
                yield f"{part.id}: {rule.id}"


def alike_mistakes(sample: Sample, limits: Thresholds) -> Finding:
    """5: two mistakes of a part with nearly one value, so that feedback may name the wrong one."""
    counts = Counter(label for variant in sample.variants for label in _alike(sample, variant))
    if all(sum(rule.credit < 1 for rule in part.rules) < 2 for part in sample.numeric_parts):
        return Finding(5, "mistakes alike", "none", "fewer than two mistakes")
    return _worst(5, "mistakes alike", counts, len(sample.drawn), limits.alike_mistakes)


def _alike(sample: Sample, variant: Variant) -> Iterator[str]:
    for part in sample.numeric_parts:
        for one, other in combinations(_mistakes(numeric_key(variant, part).rules), 2):
            if accepts(one.intervals, exact_value(other.value)):
                yield f"{part.id}: {one.id} and {other.id}"


def _mistakes(rules: Sequence[AcceptedRule]) -> list[AcceptedRule]:
    return [rule for rule in rules if rule.credit < 1]


def best_guess(sample: Sample, limits: Thresholds) -> Finding:
    """8: the share of variants that one fixed number answers."""
    if not sample.numeric_parts or sample.compiled.space == 1:
        return Finding(8, "best constant guess", "none", "nothing drawn")
    hits = Counter({part.id: _most_hit(sample, part) for part in sample.numeric_parts})
    return _worst(8, "best constant guess", hits, len(sample.drawn), limits.best_guess)


def _most_hit(sample: Sample, part: NumericPart) -> int:
    """The largest number of variants whose accepted intervals share a point."""
    edges: list[tuple[float, int]] = []
    for variant in sample.variants:
        for low, high in _merged(numeric_key(variant, part).rules[0].intervals):
            # At one point, intervals open before others close.
            edges += [(float(low), -1), (float(high), 1)]
    most = depth = 0
    for _, step in sorted(edges):
        depth -= step
        most = max(most, depth)
    return most


def _merged(intervals: Iterable[Interval]) -> list[tuple[Fraction, Fraction]]:
    """Bounded spans without overlap, so that a variant counts once at any point."""
    spans = sorted(
        (each.low, each.high)
        for each in intervals
        if each.low is not None and each.high is not None
    )
    merged: list[tuple[Fraction, Fraction]] = []
    for low, high in spans:
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return merged


def _worst(number: int, check: str, counts: Counter[str], of: int, limit: Limit) -> Finding:
    label, count = counts.most_common(1)[0] if counts else ("", 0)
    figure = share(count, of)
    return Finding(number, check, limit.status(figure), percent(figure), label if count else "")
