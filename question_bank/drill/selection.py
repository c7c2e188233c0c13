"""Which items a drill has, as a value, its JSON, and the order of one attempt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any, Literal, get_args

from question_bank.drill.policy import PolicyError

Order = Literal["bank", "shuffled"]

MAX_ITEMS = 1000


@dataclass(frozen=True, slots=True)
class Selection:
    """Which items a drill has: named ones, whole topics (`bank/topic`), or both.

    `count` draws that many of them anew for each attempt; None takes all.
    """

    items: Sequence[str] = ()
    topics: Sequence[str] = ()
    order: Order = "bank"
    count: int | None = None


def load_selection(data: Mapping[str, Any]) -> Selection:
    """The selection of JSON. PolicyError."""
    known = {field.name for field in fields(Selection)}
    faults = {name: "a selection has no such field" for name in data if name not in known}
    for name in ("items", "topics"):
        listed = data.get(name, ())
        if not isinstance(listed, list | tuple) or not all(isinstance(id, str) for id in listed):
            faults[name] = "expected a list of ids"
        elif len(listed) > MAX_ITEMS:
            faults[name] = f"expected at most {MAX_ITEMS} ids, got {len(listed)}"
        elif len(set(listed)) < len(listed):
            faults[name] = "an id stands there twice"
    if data.get("order", "bank") not in get_args(Order):
        faults["order"] = f"expected one of {', '.join(get_args(Order))}, got {data['order']!r}"
    count = data.get("count")
    is_count = isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= MAX_ITEMS
    if count is not None and not is_count:
        faults["count"] = f"expected a whole number from 1 to {MAX_ITEMS}, got {count!r}"
    if not faults and not data.get("items") and not data.get("topics"):
        faults["items"] = "expected at least one item or topic"
    if faults:
        raise PolicyError(faults)
    return Selection(
        tuple(data.get("items", ())),
        tuple(data.get("topics", ())),
        data.get("order", "bank"),
        count,
    )


def dump_selection(selection: Selection) -> dict[str, Any]:
    """JSON of a selection."""
    return {
        "items": list(selection.items),
        "topics": list(selection.topics),
        "order": selection.order,
        "count": selection.count,
    }


def order_items(selection: Selection, names: Sequence[str], seed: str) -> list[str]:
    """The items of one attempt, of all `names` selected in the bank's order.

    The same seed gives the same; chosen ones keep the bank's order unless they are shuffled.
    """
    shuffled = sorted(names, key=lambda name: sha256(f"order|{seed}|{name}".encode()).digest())
    chosen = shuffled if selection.count is None else shuffled[: selection.count]
    if selection.order == "shuffled":
        return chosen
    kept = set(chosen)
    return [name for name in names if name in kept]
