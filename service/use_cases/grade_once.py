"""Grade a response to a variant named by its seed; nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from question_bank.grading import grade
from question_bank.items import CompiledItem
from question_bank.model import Outcome, Variant
from question_bank.presented import Explanation
from question_bank.presenting import explain
from service.store.banks import ItemRow
from service.use_cases.preview_item import variant_for
from service.use_cases.read_item import read_ready_item


@dataclass(frozen=True, slots=True)
class GradedOnce:
    """`explanation` is there whatever the outcome: no attempt hangs on it."""

    item: ItemRow
    compiled: CompiledItem
    variant: Variant
    outcome: Outcome
    explanation: Explanation


def grade_once(
    name: str,
    responses: Mapping[str, object],
    *,
    seed: str | None = None,
    canonical: bool = False,
    lang: str = "en",
) -> GradedOnce:
    """Of a seed's variant, or the canonical one. What cannot be read is told in the outcome.

    NoSuchItem, ItemNotReady, GeneratorFailed; ResponseError for an unknown part or option.
    """
    item, compiled = read_ready_item(name)
    variant = variant_for(compiled, None if canonical else seed)
    outcome = grade(compiled, variant, responses, lang)
    return GradedOnce(item, compiled, variant, outcome, explain(compiled, variant, lang))
