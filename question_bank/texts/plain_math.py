"""MathML as one line of readable text: `E + A/N^0.34`, for terminals, labels and plain clients."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element

SPACED = set("=<>≤≥≈∼≃≡≠∝→←↦⇒⇔∈∉⊂⊆∪∩+−±×·⋅∘≪≫≺≻⪯⪰∣∥:") | {"mod"}
BINARY_ONLY = {"+", "−", "-", "±"}
ACCENTS = {
    "^": "\u0302", "~": "\u0303", "―": "\u0304", "¯": "\u0304", "→": "\u20d7",
    "˙": "\u0307", "¨": "\u0308",
}  # fmt: skip
BRACES = {"\u23de", "\u23df"}
PRIMES = re.compile("[′″‴⁗]+")
WORD = r"[^\W_]|[.\ue000-\uf8ff\u0300-\u036f\u20d7∞′]"
EXPONENT = re.compile(rf"[−-]?(?:{WORD})+|\([^()]*\)")
ATOM = re.compile(rf"(?:{WORD}|_)+(?:\^(?:{WORD})+)?|(?:{WORD}|_)*\([^()]*\)")
NAME_BEFORE = re.compile(r"(?:log|ln|exp|sin|cos|tan|min|max|lim|sup|inf|∑|∏)(?:_[^\W_]+)?$")


def plain_math(math: Element) -> str:
    """The formula in one line. A place stays the sign it is."""
    return re.sub(r" +", " ", _row(math)).strip()


def _row(element: Element) -> str:
    out = element.text or ""
    for child in element:
        out = _joined(out, child)
    return out


def _joined(before: str, child: Element) -> str:
    text = _write(child)
    if child.tag == "mo" and text in SPACED | {"-"}:
        sign = "−" if text == "-" else text
        is_prefix = sign in BINARY_ONLY and (
            not before.strip() or before.rstrip()[-1] in "(=<>,[≤≥"
        )
        return before + sign if is_prefix else f"{before.rstrip()} {sign} "
    if child.tag in ("mi", "mo") and len(text) > 1 and text.isalpha() and before[-1:].isalnum():
        return f"{before} {text}"  # a function's name keeps apart: 2 log
    if text == "," and child.tag == "mo":
        return before + ", "
    if text[:1].isalnum() and NAME_BEFORE.search(before):
        return f"{before} {text}"
    return before + text


def _write(element: Element) -> str:
    match element.tag:
        case "msup":
            return _raised(_base(element[0]), _row_or_leaf(element[1]))
        case "msub":
            return f"{_base(element[0])}_{_grouped(_row_or_leaf(element[1]))}"
        case "msubsup" | "munderover":
            low, high = _row_or_leaf(element[1]), _row_or_leaf(element[2])
            return _raised(f"{_base(element[0])}_{_grouped(low)}", high) + " "
        case "munder" | "mover":
            return _with_mark(element)
        case "mfrac":
            over, under = _row_or_leaf(element[0]), _row_or_leaf(element[1])
            if element.get("linethickness") == "0":
                return f"({over} over {under})"
            return f"{_grouped(over)}/{_grouped(under)}"
        case "msqrt":
            return f"√{_grouped(_row(element))}"
        case "mroot":
            return f"√[{_row_or_leaf(element[1])}]{_grouped(_row_or_leaf(element[0]))}"
        case "mtable":
            return "; ".join(_cells(row) for row in element)
        case "mspace":
            return "" if (element.get("width") or "0").startswith(("-", "neg")) else " "
        case "mphantom":
            return ""
        case _:
            return _row_or_leaf(element)


def _row_or_leaf(element: Element) -> str:
    if element.tag in ("mi", "mn", "mo", "mtext"):
        return (element.text or "").replace("\xa0", " ")
    if element.tag in ("mrow", "math", "mstyle", "mpadded", "mtd"):
        return _row(element).strip() if element.tag != "math" else _row(element)
    return _write(element)


def _base(element: Element) -> str:
    return _grouped(_row_or_leaf(element))


def _raised(base: str, exponent: str) -> str:
    if PRIMES.fullmatch(exponent):
        return base + exponent
    is_short = len(exponent) == 1 or EXPONENT.fullmatch(exponent)
    return f"{base}^{exponent if is_short else f'({exponent})'}"


def _with_mark(element: Element) -> str:
    base, mark = _row_or_leaf(element[0]), _row_or_leaf(element[1])
    if mark in BRACES:
        return base
    if element.tag == "mover" and mark in ACCENTS:
        return base + ACCENTS[mark] if len(base) == 1 else f"{_grouped(base)}{ACCENTS[mark]}"
    return f"{_grouped(base)}{'_' if element.tag == 'munder' else '^'}{_grouped(mark)} "


def _grouped(text: str) -> str:
    text = text.strip()
    return text if not text or ATOM.fullmatch(text) or len(text) == 1 else f"({text})"


def _cells(row: Iterable[Element]) -> str:
    return " ".join(cell for cell in (_row(cell).strip() for cell in row) if cell)
