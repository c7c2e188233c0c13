r"""Texts of a bank: Markdown and LaTeX in, safe HTML with MathML out, numbers put in at the end.

Everything slow happens once, when a text is compiled. What is left for a request is to print the
values and join them with the finished pieces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from question_bank.model import Number, Text
from question_bank.printing import print_number
from question_bank.texts.markup import add_renderers, make_reader, prepare, render_html
from question_bank.texts.places import Medium, Place, Places, TextError, cut
from question_bank.texts.plain_text import render_text
from question_bank.texts.sanitizing import sanitize

__all__ = ["Template", "TextError", "compile_inline", "compile_text", "pick_language"]

MAX_LENGTH = 10_000
# Private use would be taken for a place; controls and overrides of direction can hide text.
ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f\ue000-\uf8ff\u202a-\u202e\ufffe\uffff]")

_reader = add_renderers(make_reader())


Pieces = tuple[tuple[str, ...], tuple[int, ...]]  # literals, and which place stands between them
Kind = Literal["html", "text"]
Writer = Callable[[Mapping[str, Number]], str]
Printer = Callable[[Number], str]


@dataclass(frozen=True, slots=True)
class Template:
    """A compiled text. `names` are the values it needs; constants are bound already."""

    source: str
    names: frozenset[str]
    places: tuple[Place, ...]
    constants: Mapping[str, Number]
    pieces: Mapping[Kind, Pieces]
    _writers: dict[tuple[Kind, str], Writer] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def html(self, values: Mapping[str, Number], lang: str) -> str:
        """Safe HTML, with numbers as `lang` writes them. KeyError if a value lacks."""
        return (self._writers.get(("html", lang)) or self._make_writer("html", lang))(values)

    def text(self, values: Mapping[str, Number], lang: str) -> str:
        """The same as plain text, each formula in one line."""
        return (self._writers.get(("text", lang)) or self._make_writer("text", lang))(values)

    def _make_writer(self, kind: Kind, lang: str) -> Writer:
        """Prints the constants for good, and prepares a printer for every other place."""
        literals, order = self.pieces[kind]
        start, steps = literals[0], list[tuple[str, Printer, str]]()
        for index, literal in zip(order, literals[1:], strict=True):
            place = self.places[index]
            printer = _printer(place.spec, "text" if kind == "text" else place.medium, lang)
            if place.name not in self.constants:
                steps.append((place.name, printer, literal))
                continue
            fixed = printer(self.constants[place.name]) + literal
            if steps:
                name, before, piece = steps[-1]
                steps[-1] = (name, before, piece + fixed)
            else:
                start += fixed
        writer = _writer(start, steps)
        self._writers[kind, lang] = writer
        return writer


@lru_cache(maxsize=512)
def _printer(spec: str, medium: Medium | Literal["text"], lang: str) -> Printer:
    """How a value is written. Exact values come from short lists again and again: remembered."""

    def write(value: Number) -> str:
        printed = print_number(value, spec, lang)
        match medium:
            case "html":
                return printed.html
            case "mathml":
                return printed.mathml
            case _:
                return printed.text

    remembered = lru_cache(maxsize=1024)(write)
    return lambda value: write(value) if isinstance(value, float) else remembered(value)


def _writer(start: str, steps: list[tuple[str, Printer, str]]) -> Writer:
    if not steps:
        return lambda values: start

    def write(values: Mapping[str, Number]) -> str:
        out = start
        for name, printer, literal in steps:
            out += printer(values[name]) + literal
        return out

    return write


def compile_text(
    source: str, names: Collection[str] = (), constants: Mapping[str, Number] | None = None
) -> Template:
    """Markdown in paragraphs. `names` may be used besides `constants`. Raises TextError."""
    return _compile(source, names, constants or {}, inline=False)


def compile_inline(
    source: str, names: Collection[str] = (), constants: Mapping[str, Number] | None = None
) -> Template:
    """Markdown for a title, a label or an option, with no paragraph. Raises TextError."""
    return _compile(source, names, constants or {}, inline=True)


def _compile(
    source: str, names: Collection[str], constants: Mapping[str, Number], *, inline: bool
) -> Template:
    _refuse_at_once(source)
    places = Places({*names, *constants} if constants else names)
    tokens = _reader.parseInline(source) if inline else _reader.parse(source)
    prepare(tokens, source, places)
    html = sanitize(render_html(_reader, tokens)).strip()
    return Template(
        source=source,
        names=frozenset(place.name for place in places.found) - constants.keys(),
        places=tuple(places.found),
        constants=constants,
        pieces={"html": cut(html), "text": cut(render_text(tokens))},
    )


def _refuse_at_once(source: str) -> None:
    if len(source) > MAX_LENGTH:
        raise TextError(f"a text has at most {MAX_LENGTH} characters, got {len(source)}")
    if not source.strip():
        raise TextError("this text is empty")
    if odd := ODD.search(source):
        before = source[: odd.start()]
        code = f"U+{ord(odd[0]):04X}"
        raise TextError(
            f"the character {code} cannot stand in a text",
            before.count("\n") + 1,
            len(before) - (before.rfind("\n") + 1) + 1,
        )


def pick_language(text: Text, lang: str) -> tuple[str, str]:
    """(language, source) nearest to what was asked: itself, its base, English, then the first.

    (`lang`, "") of a text that has no language at all.
    """
    for candidate in (lang, lang.partition("-")[0], "en", *text):
        if candidate in text:
            return candidate, text[candidate]
    return lang, ""
