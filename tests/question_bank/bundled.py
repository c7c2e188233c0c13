"""The bundled bank, loaded once for the tests about it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from question_bank.items import CompiledItem
from question_bank.model import Bank, Item
from schemas.bank import load_and_compile

FOLDER = Path(__file__).parents[2] / "question_bank" / "banks" / "llm_pretraining"
TOPICS = ["scaling", "inference", "data", "optimizers", "memory", "pipelines", "alignment"]
EXERCISES = [
    "loss-gap", "break-even", "zero3-and-bubble", "filter-cascade", "zero-ledger", "sharded-update",
]  # fmt: skip
CHOICES = [
    "kaplan-allocation", "inference-demand", "repeated-tokens", "decoupled-decay", "cosine-length",
    "loss-spikes", "zero1-per-rank", "zero2-split", "one-f-one-b", "mfu-hfu", "kl-roles",
    "proxy-gold",
]  # fmt: skip


@cache
def bundled() -> tuple[Bank, dict[str, CompiledItem]]:
    files = {path.name: path.read_bytes() for path in sorted(FOLDER.glob("*.yaml"))}
    bank, compiled = load_and_compile(files)
    return bank, {each.item.id: each for each in compiled}


def compiled(item: str) -> CompiledItem:
    return bundled()[1][item]


def items() -> list[Item]:
    return [each.item for each in bundled()[1].values()]
