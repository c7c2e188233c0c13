r"""Markdown with formulas: read once into pieces that are already HTML and already plain text.

Prose may hold `{name:format}`; math and code keep their braces and write `\val{name:format}`.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from xml.etree.ElementTree import tostring

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from question_bank.texts.latex import VALUE, to_mathml
from question_bank.texts.places import Places, TextError, Unusable
from question_bank.texts.plain_math import plain_math

MAX_NESTING = 30
MATH = ("math_inline", "math_inline_double", "math_block")


def make_reader() -> MarkdownIt:
    """Markdown without raw HTML, headings and indented code, with tables, formulas and places."""
    reader = MarkdownIt("commonmark", {"html": False, "maxNesting": MAX_NESTING})
    reader.enable(["table", "strikethrough"])
    # Indented code and headings arise by accident in texts that stand inside YAML.
    reader.disable(["code", "heading", "lheading", "html_block", "html_inline", "reference"])
    dollarmath_plugin(
        reader, allow_space=False, allow_labels=False, allow_blank_lines=False, double_inline=True
    )
    reader.inline.ruler.after("math_inline", "stray_dollar", _stray_dollar)
    reader.inline.ruler.before("escape", "place", _place)
    return reader


def _stray_dollar(state: StateInline, silent: bool) -> bool:
    """A `$` that opens no formula. An escaped one never gets here."""
    if state.src[state.pos] != "$":
        return False
    if not silent:
        state.push("stray_dollar", "", 0).content = "$"
    state.pos += 1
    return True


def _place(state: StateInline, silent: bool) -> bool:
    """`{name:format}`, `{{`, `}}`, or a brace that is none of these."""
    sign = state.src[state.pos]
    if sign not in "{}":
        return False
    start = state.pos
    if state.src.startswith(sign * 2, start):
        kind, end = "brace", start + 2
    elif sign == "{" and (close := state.src.find("}", start)) != -1:
        kind, end = "place", close + 1
    else:
        kind, end = "stray_brace", start + 1
    if not silent:
        shown = state.src[start : end if kind == "place" else start + 20]
        state.push(kind, "", 0).content = sign if kind == "brace" else shown
    state.pos = end
    return True


# --- from tokens to pieces ------------------------------------------------------------------


def prepare(tokens: Sequence[Token], source: str, places: Places) -> None:
    """Checks every token and hangs `html` and `text` to those that need it. Raises TextError."""
    lines = source.split("\n")
    first = 0
    for token in tokens:
        first = token.map[0] if token.map else first
        for child in token.children if token.children is not None else [token]:
            try:
                _prepare(child, places)
            except Unusable as fault:
                raise _located(fault, lines, first) from fault


def _located(fault: Unusable, lines: Sequence[str], first: int) -> TextError:
    """The fault with the line and column where its snippet stands, at or after line `first`."""
    snippet = fault.snippet.split("\n")[0]
    for index in range(first, len(lines)):
        if snippet and (column := lines[index].find(snippet)) != -1:
            return TextError(fault.message, index + 1, column + 1)
    return TextError(fault.message, min(first, len(lines) - 1) + 1)


def _prepare(token: Token, places: Places) -> None:
    if token.level >= MAX_NESTING - 1:
        raise Unusable("this text is nested too deeply", token.content[:20])
    match token.type:
        case "place":
            sign = places.add(token.content[1:-1].strip(), "html", token.content)
            token.meta = {"html": sign, "text": sign}
        case "math_inline" | "math_inline_double" | "math_block":
            math = to_mathml(
                token.content.strip(), display=token.type != "math_inline", places=places
            )
            del math.attrib["xmlns"]  # HTML knows the namespace of <math> by itself
            token.meta = {"html": tostring(math, encoding="unicode"), "text": plain_math(math)}
        case "code_inline" | "fence":
            code = VALUE.sub(lambda m: places.add(m[1] or "", "html", m[0]), token.content)
            token.meta = {"html": escape(code), "text": code}
        case "stray_dollar":
            raise Unusable(r"a $ that opens no formula: write \$ for the sign itself", "$")
        case "stray_brace":
            raise Unusable(
                "a brace stands alone: write {{ or }} for the sign itself", token.content
            )
        case "image":
            raise Unusable("images cannot stand in a text", "![")
        case "link_open":
            _check_link(str(token.attrs.get("href", "")))


def _check_link(href: str) -> None:
    if not href.startswith(("http://", "https://")):
        raise Unusable("a link leads to http:// or https://", f"({href}" if href else "](")
    if "%7B" in href or "%7D" in href:
        raise Unusable("a link's address cannot hold a value", "](")


def render_html(reader: MarkdownIt, tokens: Sequence[Token]) -> str:
    """HTML of prepared tokens."""
    return str(reader.renderer.render(tokens, reader.options, {}))


def add_renderers(reader: MarkdownIt) -> MarkdownIt:
    """Teaches the reader's renderer the kinds of token that are ours."""
    rules = reader.renderer.rules  # type: ignore[attr-defined]  # the protocol leaves `rules` out
    for kind in ("place", *MATH):
        rules[kind] = lambda tokens, index, options, env: tokens[index].meta["html"]
    rules["brace"] = lambda tokens, index, options, env: escape(tokens[index].content)
    rules["code_inline"] = lambda tokens, index, options, env: (
        f"<code>{tokens[index].meta['html']}</code>"
    )
    rules["fence"] = _render_fence
    return reader


def _render_fence(tokens: Sequence[Token], index: int, options: object, env: object) -> str:
    token = tokens[index]
    language = token.info.split(maxsplit=1)[0] if token.info.strip() else ""
    attribute = f' class="language-{escape(language)}"' if language.isalnum() else ""
    return f"<pre><code{attribute}>{token.meta['html']}</code></pre>\n"
