"""What the list of items tells of an item, from the item itself."""

from __future__ import annotations

from question_bank.model import Item


def content_of(item: Item) -> dict[str, object]:
    """The columns that follow the current revision."""
    return {
        "title": dict(item.title),
        "difficulty": item.difficulty,
        "tags": list(item.tags),
        "interactions": sorted({part.kind for part in item.parts}),
        "points": str(item.points),
    }


def place_of(item: Item, position: int) -> dict[str, object]:
    """The columns that follow the bank's newest file."""
    return {"topic": item.topic, "position": position, "is_present": True}
