"""Where the parts of an item stand in its bank file, for messages to the author."""

from __future__ import annotations

from question_bank.model import ChoicePart, Item, NumericPart, Part


def part_path(item: Item, index: int) -> str:
    """`answers[1]` of a numeric part, `table` of a table's cell, `parts[0]` of a choice."""
    part = item.parts[index]
    cells = {cell for row in item.table.cells for cell in row} if item.table else set()
    if part.id in cells:
        return "table"
    if isinstance(part, ChoicePart):
        return f"parts[{index}]"
    before = item.parts[:index]
    return f"answers[{sum(_is_answer(other) and other.id not in cells for other in before)}]"


def rule_path(part: NumericPart, index: int) -> str:
    """`mistakes[0].`, `also[0].`; nothing for the key, which is written on the part itself."""
    if index == 0:
        return ""
    is_also = part.rules[index].credit == 1
    earlier = sum((rule.credit == 1) == is_also for rule in part.rules[1:index])
    return f"{'also' if is_also else 'mistakes'}[{earlier}]."


def _is_answer(part: Part) -> bool:
    return isinstance(part, NumericPart)
