"""Markdown as plain text, for terminals, spoken labels, hashes of a prompt and plain clients."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token


def render_text(tokens: Sequence[Token]) -> str:
    """Plain text of prepared tokens: no emphasis, links with their address, tables with bars."""
    writer = _Writer()
    for token in tokens:
        writer.take(token)
    return "\n".join(writer.lines).strip()


@dataclass(slots=True)
class _Writer:
    lines: list[str] = field(default_factory=list)
    lists: list[int | None] = field(default_factory=list)  # open lists: the next number, or None
    marker: str = ""  # of a list item that has just begun
    cells: list[str] | None = None  # of the table row that is open

    def take(self, token: Token) -> None:
        match token.type:
            case "bullet_list_open":
                self.lists.append(None)
            case "ordered_list_open":
                self.lists.append(int(token.attrs.get("start", 1)))
            case "bullet_list_close" | "ordered_list_close":
                self.lists.pop()
            case "list_item_open":
                self._begin_item()
            case "tr_open":
                self.cells = []
            case "tr_close":
                cells, self.cells = self.cells or [], None
                self._write(" | ".join(cells))
            case "inline":
                self._write("".join(_inline(token.children or ())))
            case "fence" | "math_block":
                self._write(token.meta["text"].rstrip("\n"))
            case "hr":
                self._write("---")

    def _begin_item(self) -> None:
        number = self.lists[-1]
        self.marker = "  " * (len(self.lists) - 1) + ("- " if number is None else f"{number}. ")
        if number is not None:
            self.lists[-1] = number + 1

    def _write(self, text: str) -> None:
        if self.cells is not None:
            self.cells.append(text)
            return
        self.lines.append(self.marker + text)
        self.marker = ""


def _inline(children: Sequence[Token]) -> Iterator[str]:
    hrefs: list[str] = []
    for token in children:
        match token.type:
            case "text" | "text_special" | "brace":
                yield token.content
            case "softbreak" | "hardbreak":
                yield "\n"
            case "link_open":
                hrefs.append(str(token.attrs["href"]))
            case "link_close":
                yield f" ({hrefs.pop()})"
            case _ if token.meta:
                yield token.meta["text"]
