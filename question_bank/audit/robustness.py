"""Check 10: every text renders, every key is typed back and graded right, draws repeat.

(The published figures are compared when an item is compiled; a mistake whose formula fails makes
its draw fail, so both show before an audit.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from question_bank.audit.report import Finding
from question_bank.audit.sample import Sample
from question_bank.grading import grade
from question_bank.interactions import INTERACTIONS
from question_bank.items import CompiledItem
from question_bank.model import NumericPart, Variant
from question_bank.presenting import explain, present
from question_bank.variants import draw_variant, dump_variant, load_variant

LOOKED_AT = 100  # variants, each in every language


def robustness(sample: Sample) -> Finding:
    """10: nothing fails, in any language."""
    for variant in islice(sample.variants, LOOKED_AT):
        for fault in _faults(sample.compiled, variant):
            return Finding(10, "robustness", "fail", "broken", f"seed {variant.seed}: {fault}")
    return Finding(10, "robustness", "ok", f"{min(LOOKED_AT, len(sample.drawn))} variants")


def _faults(compiled: CompiledItem, variant: Variant) -> Iterator[str]:
    stored = dump_variant(variant)
    if dump_variant(load_variant(stored)) != stored:
        yield "the stored variant reads back as another one"
    if dump_variant(draw_variant(compiled, variant.seed)) != stored:
        yield "drawn twice, the seed gives two variants"
    for lang in compiled.languages:
        present(compiled, variant, lang)
        yield from _key_faults(compiled, variant, right_responses(compiled, variant), lang)
        yield from _key_faults(compiled, variant, _printed_keys(compiled, variant, lang), lang)


def _key_faults(
    compiled: CompiledItem, variant: Variant, responses: Mapping[str, object], lang: str
) -> Iterator[str]:
    outcome = grade(compiled, variant, responses, lang)
    for part in outcome.parts:
        if part.verdict not in ("correct", "ask"):
            yield f"{part.id}: the key {responses[part.id]!r} is {part.verdict} in {lang}"


def right_responses(compiled: CompiledItem, variant: Variant) -> dict[str, object]:
    """The response to every part that earns full credit."""
    return {
        part.id: INTERACTIONS[part.kind].right_response(part, variant.keys[part.id])
        for part in compiled.item.parts
    }


def _printed_keys(compiled: CompiledItem, variant: Variant, lang: str) -> dict[str, object]:
    """The same, with each number as the page prints it afterwards."""
    responses = right_responses(compiled, variant)
    for part, explained in zip(
        compiled.item.parts, explain(compiled, variant, lang).parts, strict=True
    ):
        if isinstance(part, NumericPart):
            responses[part.id] = explained.key
    return responses
