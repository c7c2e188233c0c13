"""The variants an audit looks at: drawn once, used by every check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from question_bank.drawing import NoVariant
from question_bank.interactions.numeric_formulas import label_scale
from question_bank.items import CompiledItem
from question_bank.model import Exact, NumericKey, NumericPart, Variant
from question_bank.variants import as_variant


class Sampled(NamedTuple):
    """A variant and how its draw went."""

    variant: Variant
    failed: Mapping[str, int]  # condition -> draws it refused


@dataclass(frozen=True)
class Sample:
    """Variants of `seeds` seeds; `without` tells of seeds that gave none."""

    compiled: CompiledItem
    seeds: int
    drawn: Sequence[Sampled]
    without: Sequence[str]

    @property
    def variants(self) -> Iterator[Variant]:
        return (each.variant for each in self.drawn)

    @cached_property
    def numeric_parts(self) -> Sequence[NumericPart]:
        return [part for part in self.compiled.item.parts if isinstance(part, NumericPart)]

    def params(self, variant: Variant) -> dict[str, Exact]:
        names = self.compiled.parameter_names
        return {
            name: value for name in names if not isinstance(value := variant.values[name], float)
        }

    @cached_property
    def shown_formats(self) -> Mapping[str, Sequence[str]]:
        """Parameter -> formats in which a learner sees it before answering."""
        texts, formats = self.compiled.texts, dict[str, list[str]]()
        for key in filter(_is_before_answering, texts.keys()):
            for lang in self.compiled.languages:
                found = texts.template(key, lang)
                for place in found[1].places if found else ():
                    if place.name in self.compiled.parameter_names:
                        formats.setdefault(place.name, []).append(place.spec)
        return formats

    def by_table(self) -> frozenset[str]:
        """Parts that are cells of a table, where equal neighbours are the point of it."""
        table = self.compiled.item.table
        return frozenset(cell for row in table.cells for cell in row) if table else frozenset()


def _is_before_answering(key: str) -> bool:
    return key in ("prompt", "row_label", "column_label") or key.endswith("/label")


def take_sample(compiled: CompiledItem, seeds: int) -> Sample:
    """The variants of the seeds `audit 0`, `audit 1`, ...; one is enough where nothing varies."""
    count = seeds if compiled.space > 1 else 1
    drawn: list[Sampled] = []
    without: list[str] = []
    for index in range(count):
        seed = f"audit {index}"
        try:
            draw = compiled.drawer.draw(seed)
        except NoVariant as error:
            without.append(str(error))
        else:
            drawn.append(Sampled(as_variant(compiled, seed, draw), draw.failed))
    return Sample(compiled, count, drawn, without)


def numeric_key(variant: Variant, part: NumericPart) -> NumericKey:
    key = variant.keys[part.id]
    assert isinstance(key, NumericKey)  # keys are made by the kind of their part
    return key


__all__ = ["Sample", "Sampled", "label_scale", "numeric_key", "take_sample"]
