"""Every text of an item, compiled in every language it is written in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from question_bank.faults import Faults
from question_bank.interactions import INTERACTIONS
from question_bank.model import Exact, Item, Number, Text
from question_bank.paths import part_path
from question_bank.texts import Template, compile_inline, compile_text, pick_language

_INLINE = ("title", "label", "row_label", "column_label")


class ItemText(NamedTuple):
    """A text with its key (`prompt`, `L/say.no-six`) and its place in the file."""

    key: str
    path: str
    text: Text
    names: Mapping[str, Exact]  # known to this text besides the item's own


class ItemTexts:
    """The compiled texts of an item, by key and language."""

    def __init__(self, item: Item, names: Iterator[str] | list[str], faults: Faults) -> None:
        self._sources: dict[str, Text] = {}
        self._templates: dict[tuple[str, str], Template] = {}
        known = list(names)
        for key, path, text, own in _texts_of(item):
            self._sources[key] = text
            compile_one = compile_inline if _is_inline(key) else compile_text
            for lang, source in text.items():
                with faults.at(f"{path}.{lang}"):
                    constants: dict[str, Number] = {**item.constants, **own}
                    self._templates[key, lang] = compile_one(source, known, constants)

    def template(self, key: str, lang: str) -> tuple[str, Template] | None:
        """(language found, template) of a text; None if the item has no such text."""
        text = self._sources.get(key)
        if not text:
            return None
        found, _ = pick_language(text, lang)
        return found, self._templates[key, found]

    def html(self, key: str, values: Mapping[str, Number], lang: str) -> str:
        """The text as safe HTML, with numbers as its own language writes them; empty if none."""
        found = self.template(key, lang)
        return found[1].html(values, found[0]) if found else ""

    def plain(self, key: str, values: Mapping[str, Number], lang: str) -> str:
        """The text as plain text; empty if there is none."""
        found = self.template(key, lang)
        return found[1].text(values, found[0]) if found else ""

    def keys(self) -> list[str]:
        """Keys of all texts that the item has in some language."""
        return [key for key, text in self._sources.items() if text]


def _texts_of(item: Item) -> Iterator[ItemText]:
    yield ItemText("title", "title", item.title, {})
    yield ItemText("prompt", "prompt", item.prompt, {})
    for index, hint in enumerate(item.hints):
        yield ItemText(f"hint.{index}", f"hints[{index}]", hint, {})
    for index, step in enumerate(item.solution):
        yield ItemText(f"solution.{index}", f"solution[{index}]", step, {})
    if item.table:
        yield ItemText("row_label", "table.row_label", item.table.row_label, {})
        yield ItemText("column_label", "table.column_label", item.table.column_label, {})
    for index, part in enumerate(item.parts):
        interaction = INTERACTIONS[part.kind]
        own = interaction.names(part)
        for key, path, text in interaction.texts(part):
            where = f"{part_path(item, index)}.{path}"
            yield ItemText(f"{part.id}/{key}", where, text, own)


def _is_inline(key: str) -> bool:
    last = key.rpartition("/")[2]
    return last in _INLINE or last.startswith("option.")
