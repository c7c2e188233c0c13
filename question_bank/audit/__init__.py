"""Audits of an item: what no schema can see. Ten checks over many variants, with limits.

| # | check | a failure is |
|---|---|---|
| 1 | distinct variants | fewer than 50 of 2,000 seeds look different |
| 2 | draws per variant | over 20 on average, or a seed that gives none |
| 3 | degenerate keys | over 5 % are 0, ±1, an input, or another part's key |
| 4 | mistakes near the key | any known mistake within the key's tolerance |
| 5 | mistakes alike | over 20 % of variants cannot tell two mistakes apart |
| 6 | shown inputs | a key from the displayed numbers is off by half its tolerance |
| 7 | carried digits | over 6 digits must be carried between steps (95th percentile) |
| 8 | best constant guess | one number is right in over 20 % of variants |
| 9 | even difficulty | the hardest hundredth needs 3 digits more than the mean |
| 10 | robustness | a text does not render, a printed key is not graded right |
"""

from __future__ import annotations

from question_bank.audit import fairness, precision, robustness
from question_bank.audit.report import AuditReport, Finding, Limit, Thresholds
from question_bank.audit.sample import take_sample
from question_bank.items import CompiledItem

__all__ = ["SEEDS", "AuditReport", "Finding", "Limit", "Thresholds", "audit_item"]

SEEDS = 2000


def audit_item(
    compiled: CompiledItem, *, seeds: int = SEEDS, thresholds: Thresholds | None = None
) -> AuditReport:
    """The report of all checks over the variants of `seeds` seeds."""
    limits = thresholds or Thresholds()
    sample = take_sample(compiled, seeds)
    drawn = fairness.draws(sample, limits)
    findings = [drawn]
    if sample.drawn:
        findings = [
            fairness.distinct_variants(sample, limits),
            drawn,
            fairness.degenerate_keys(sample, limits),
            fairness.mistakes_near_key(sample, limits),
            fairness.alike_mistakes(sample, limits),
            precision.shown_inputs(sample, limits),
            *precision.carried_digits(sample, limits),
            fairness.best_guess(sample, limits),
            robustness.robustness(sample),
        ]
    findings.sort(key=lambda finding: finding.number)
    return AuditReport(compiled.item.name, compiled.grading_hash, seeds, findings)
