"""Whether one variant may be put before a learner."""

from __future__ import annotations

from fractions import Fraction

from question_bank.items import CompiledItem
from question_bank.model import Key, Number, NumericKey, Variant
from question_bank.presenting import explain, present
from question_bank.tolerance import accepts
from question_bank.variants import dump_variant, load_variant


def check_variant(compiled: CompiledItem, variant: Variant) -> str | None:
    """Why a variant must not be served; None if it may.

    Its frozen form reads back to itself, every key accepts its own value, its prompt can be shown
    in every language and its solution in one (the audit prints a sample of them in all). An error
    in printing is not an answer but a fault of ours: it ends the job, which tells it.
    """
    if load_variant(dump_variant(variant)) != variant:
        return "its frozen form does not read back to itself"
    for part, key in variant.keys.items():
        if not _accepts_itself(key):
            return f"the key of part {part} does not accept its own value"
    for lang in compiled.languages:
        present(compiled, variant, lang)
    explain(compiled, variant, compiled.languages[0])
    return None


def _accepts_itself(key: Key) -> bool:
    if isinstance(key, NumericKey):
        correct = key.rules[0]
        return accepts(correct.intervals, _exact(correct.value))
    return any(credit > 0 for credit in key.credits.values())


def _exact(value: Number) -> Fraction:
    """A float stands for the decimal it prints as, here as in grading."""
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
