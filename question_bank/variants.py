"""Variants: an item with its parameters fixed by a seed, and their stored form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from question_bank import parameters
from question_bank.drawing import Drawn
from question_bank.drawing import NoVariant as NoVariant
from question_bank.interactions import INTERACTIONS
from question_bank.items import CompiledItem
from question_bank.model import ChoiceKey, Key, Number, Variant
from question_bank.numbers.stored import dump_number, load_number

CANONICAL = "canonical"  # the seed of the variant with the published figures


class Keys(Mapping[str, Key]):
    """The keys of a variant by part id, each made when it is first wanted.

    Most variants are drawn to be shown or compared; exact intervals are only needed to grade and
    to store. `prepared` holds what graders have made ready for this variant.
    """

    __slots__ = ("_found", "_make", "prepared")

    def __init__(self, ids: Mapping[str, Any], make: Callable[[str], Key]) -> None:
        self._found: dict[str, Key | None] = dict.fromkeys(ids)
        self._make = make
        self.prepared: dict[str, Any] = {}

    def __getitem__(self, id: str) -> Key:
        key = self._found[id]
        if key is None:
            key = self._found[id] = self._make(id)
        return key

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return f"Keys({dict(self)!r})"


def draw_variant(compiled: CompiledItem, seed: str) -> Variant:
    """The variant of a seed. NoVariant, with counts of why draws failed, if there is none."""
    return as_variant(compiled, seed, compiled.drawer.draw(seed))


def as_variant(compiled: CompiledItem, seed: str, drawn: Drawn) -> Variant:
    """The variant of a draw that was made with `seed`."""
    values, numbers, head, draws, _ = drawn
    return _variant(compiled, seed, draws, values, numbers, head)


def canonical_variant(compiled: CompiledItem) -> Variant:
    """The variant with the published figures; of an item without any, that of one fixed seed."""
    if compiled.item.canonical is None:
        return draw_variant(compiled, CANONICAL)
    worked = compiled.work_out(compiled.item.canonical.set)
    numbers = tuple(number for part in worked.numbers.values() for number in part)
    domain = parameters.domain(compiled.item.name, compiled.grading_hash)
    head = parameters.head(domain, CANONICAL, 0)
    return _variant(compiled, CANONICAL, 1, worked.values, numbers, head)


def _variant(
    compiled: CompiledItem,
    seed: str,
    draws: int,
    values: Mapping[str, Number],
    numbers: tuple[Number, ...],
    head: bytes,
) -> Variant:
    def make_key(id: str) -> Key:
        part = compiled.parts[id]
        key: Key = INTERACTIONS[part.kind].key(part, numbers[compiled.part_places[id]], head)
        return key

    keys = Keys(compiled.part_places, make_key)
    return Variant(compiled.item.name, compiled.grading_hash, seed, draws, values, keys)


def dump_variant(variant: Variant) -> dict[str, Any]:
    """JSON of a variant with all keys worked out; numbers are text."""
    return {
        "item": variant.item,
        "revision": variant.revision,
        "seed": variant.seed,
        "draws": variant.draws,
        "values": {name: dump_number(value) for name, value in variant.values.items()},
        "keys": {
            id: {"kind": key.kind, **INTERACTIONS[key.kind].dump_key(key)}
            for id, key in variant.keys.items()
        },
    }


def load_variant(data: Mapping[str, Any]) -> Variant:
    """The inverse of dump_variant."""
    stored = data["keys"]

    def make_key(id: str) -> Key:
        key: Key = INTERACTIONS[stored[id]["kind"]].load_key(stored[id])
        return key

    return Variant(
        item=data["item"],
        revision=data["revision"],
        seed=data["seed"],
        draws=data["draws"],
        values={name: load_number(value) for name, value in data["values"].items()},
        keys=Keys(stored, make_key),
    )


def prompt_hash(compiled: CompiledItem, variant: Variant) -> str:
    """Hex SHA-256 of what the variant asks, as displayed: equal hashes look the same."""
    lang = compiled.languages[0]
    shown = [compiled.texts.plain("prompt", variant.values, lang)]
    for part in compiled.item.parts:
        labels = INTERACTIONS[part.kind].texts(part)
        shown += [
            compiled.texts.plain(f"{part.id}/{text.key}", variant.values, lang)
            for text in labels
            if text.key == "label" or text.key.startswith("option.")
        ]
        key = variant.keys[part.id]
        if isinstance(key, ChoiceKey):
            shown += sorted(map(dump_number, key.values.values()))
    return sha256("\0".join(shown).encode()).hexdigest()
