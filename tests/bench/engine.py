"""Figures of the engine, against E1 written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from question_bank.grading import grade
from question_bank.items import CompiledItem
from question_bank.model import NumericKey
from question_bank.variants import draw_variant
from schemas.bank import load_and_compile
from tests.bench import by_hand
from tests.bench.measuring import Figure, compare

SEEDS = [f"bench {index}" for index in range(500)]


def figures(seconds: float) -> Iterator[Figure]:
    """Each takes about `seconds`."""
    item = _loss_gap()
    yield _complete_variants(item, seconds)
    yield _derived_values(item, seconds)
    yield from _grading(item, seconds)


def _loss_gap() -> CompiledItem:
    folder = files("question_bank") / "banks/llm_pretraining"
    _, items = load_and_compile({file.name: file.read_bytes() for file in folder.iterdir()})
    return next(item for item in items if item.item.id == "loss-gap")


def _complete_variants(item: CompiledItem, seconds: float) -> Figure:
    def ours(seed: str) -> str:
        variant = draw_variant(item, seed)
        return item.texts.html("prompt", variant.values, "en")

    return compare(
        "E1 variants, complete", ours, by_hand.variant, SEEDS, reach=">= 0.35", seconds=seconds
    )


def _derived_values(item: CompiledItem, seconds: float) -> Figure:
    drawn = {seed: draw_variant(item, seed).values for seed in SEEDS}
    exact = {seed: {"N": values["N"], "D": values["D"]} for seed, values in drawn.items()}
    floats = {seed: (float(given["N"]), float(given["D"])) for seed, given in exact.items()}

    return compare(
        "E1 derived values",
        lambda seed: item.derive(exact[seed]),
        lambda seed: by_hand.derived(*floats[seed]),
        SEEDS,
        reach=">= 0.6",
        seconds=seconds,
    )


def _grading(item: CompiledItem, seconds: float) -> Iterator[Figure]:
    variant = draw_variant(item, "bench")
    keys: by_hand.Keys = []
    plain: dict[str, str] = {}
    for part in item.item.parts:
        key = variant.keys[part.id]
        assert isinstance(key, NumericKey)
        accepted = key.rules[0].intervals[0]
        assert accepted.low is not None and accepted.high is not None
        keys.append((part.id, float(accepted.low), float(accepted.high), float(part.points)))
        plain[part.id] = f"{float(key.rules[0].value):.8g}"
    slow = {id: f"{text} " for id, text in plain.items()}
    slow = {id: f"({text})" for id, text in plain.items()}

    def theirs(_: str) -> object:
        return by_hand.grade(keys, plain)

    for name, responses, reach in (
        ("five numbers graded, plain", plain, ">= 0.4"),
        ("five numbers graded, slow reader", slow, ">= 0.01"),
    ):
        assert grade(item, variant, responses, "en").given == item.item.points
        yield compare(
            name,
            lambda _, responses=responses: grade(item, variant, responses, "en"),
            theirs,
            [""],
            reach=reach,
            seconds=seconds,
        )
