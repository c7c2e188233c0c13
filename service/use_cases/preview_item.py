"""Variants of an item with their keys, for authors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from question_bank.items import CompiledItem
from question_bank.model import Variant
from question_bank.presented import Explanation, Presented
from question_bank.presenting import explain, present
from question_bank.variants import NoVariant, canonical_variant, draw_variant
from service.errors import GeneratorFailed
from service.store.banks import ItemRow
from service.use_cases.read_item import read_ready_item


@dataclass(frozen=True, slots=True)
class VariantPreview:
    """`seed` None: the canonical variant."""

    seed: str | None
    variant: Variant
    presented: Presented
    explanation: Explanation


@dataclass(frozen=True, slots=True)
class ItemPreview:
    item: ItemRow
    compiled: CompiledItem
    variants: Sequence[VariantPreview]


def preview_item(
    name: str, *, seeds: Sequence[str] = (), canonical: bool = False, lang: str = "en"
) -> ItemPreview:
    """The canonical variant if asked for, then those of the seeds; nothing is kept.

    NoSuchItem, ItemNotReady; GeneratorFailed where there is no variant.
    """
    item, compiled = read_ready_item(name)
    asked: list[str | None] = [None] if canonical else []
    asked += seeds
    return ItemPreview(item, compiled, [_preview(compiled, seed, lang) for seed in asked])


def _preview(compiled: CompiledItem, seed: str | None, lang: str) -> VariantPreview:
    variant = variant_for(compiled, seed)
    presented, explanation = present(compiled, variant, lang), explain(compiled, variant, lang)
    return VariantPreview(seed, variant, presented, explanation)


def variant_for(compiled: CompiledItem, seed: str | None) -> Variant:
    """The variant of a seed; None: the canonical one. GeneratorFailed."""
    if seed is None and compiled.item.canonical is None:
        raise GeneratorFailed(f"{compiled.item.name} has no canonical figures.")
    try:
        return canonical_variant(compiled) if seed is None else draw_variant(compiled, seed)
    except NoVariant as fault:
        raise GeneratorFailed(
            f"{compiled.item.name} has no variant for {seed!r}: {fault}"
        ) from fault
