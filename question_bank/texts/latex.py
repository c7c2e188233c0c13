r"""LaTeX formulas to MathML, strictly: what would be shown wrong is refused when a bank is loaded.

latex2mathml is lenient: an unknown command comes out as its own name, a missing argument or brace
as nothing, `\def` works (and can be made to explode). So commands are checked against a list
before, and the shape of the tree after it.
"""

from __future__ import annotations

import re
from unicodedata import category
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element

from question_bank.nearest import did_you_mean
from question_bank.texts.latex_commands import COMMANDS, ENVIRONMENTS, TEXT
from question_bank.texts.places import PRIVATE, Places, Unusable

MAX_LENGTH = 2000
MAX_DEPTH = 20

COMMAND = re.compile(r"\\([A-Za-z]+|.|$)", re.DOTALL)
ESCAPES = set("\\{},:>;!|_%#$& \n")
ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([^{}]*)\}")
TEXT_COMMAND = re.compile(rf"\\(?:{'|'.join(sorted(TEXT, reverse=True))})(?![A-Za-z])\s*(.?)")
VALUE = re.compile(r"\\val(?![A-Za-z])\s*(?:\{([^{}]*)\})?")
SHAPES = {
    "mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "mover": 2, "munder": 2,
    "msubsup": 3, "munderover": 3,
}  # fmt: skip
ENTITY = re.compile(r"&#x([0-9A-Fa-f]+);")


def to_mathml(latex: str, *, display: bool, places: Places) -> Element:
    r"""A `<math>` element in which each `\val{name:format}` is one sign in an `<mrow>`.

    Raises Unusable.
    """
    if len(latex) > MAX_LENGTH:
        raise Unusable(f"a formula has at most {MAX_LENGTH} characters", latex[:40])
    source = VALUE.sub(lambda match: _place(match, latex, places), latex)
    source = _checked(source)
    try:
        math = convert_to_element(source, display="block" if display else "inline")
    except RecursionError:
        raise Unusable("this formula is nested too deeply", latex) from None
    except Exception as error:
        # The converter raises some fifteen kinds, down to StopIteration and IndexError. All of
        # them mean that a command lacks an argument or a partner.
        reason = _in_words(error)
        raise Unusable(f"this formula is not complete ({reason})", latex) from error
    for element in math.iter():
        _settle(element, latex)
    return math


def _in_words(error: Exception) -> str:
    name = type(error).__name__.removesuffix("Error")
    if name in ("NoAvailableTokens", "StopIteration", "Index", "Runtime"):
        return "a command lacks its argument"
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _place(match: re.Match[str], latex: str, places: Places) -> str:
    if match[1] is None:
        raise Unusable(r"\val is followed by a name in braces: \val{N:si3}", match[0])
    before = latex[: match.start()].rstrip()
    if before[-1:].isdigit() or before.endswith("."):
        # 6\val{N} would be read as 68.03.
        raise Unusable(r"a digit before \val runs into the value: write \cdot between", match[0])
    return places.add(match[1], "mathml", match[0])


# --- before conversion ----------------------------------------------------------------------


def _checked(source: str) -> str:
    r"""The formula with `aligned` and the like renamed. Raises Unusable if it is not LaTeX."""
    for match in COMMAND.finditer(source):
        _check_command(match[1], match[0])
    _check_text(source)
    _check_braces(source)
    outside = TEXT_CONTENT.sub("", source)
    for pattern, message in MISTAKES:
        if wrong := pattern.search(outside):
            raise Unusable(message, wrong[0])
    _check_environments(source)
    source = ENVIRONMENT.sub(lambda m: rf"\{m[1]}{{{ENVIRONMENTS[m[2]]}}}", source)
    return re.sub(r"\\arg(?![A-Za-z])", r"\\operatorname{arg}", source)


TEXT_CONTENT = re.compile(rf"\\(?:{'|'.join(sorted(TEXT, reverse=True))})\s*\{{[^}}]*\}}")
MISTAKES = (
    (re.compile(r"(?<!\\)%"), r"a % begins a comment in LaTeX: write \%"),
    (re.compile(r"(?<!\\)#"), r"a # stands for nothing here: write \#"),
    (re.compile(r"[_^]\s*\d\d"), "only the first digit would be raised: write ^{12}, with braces"),
    (re.compile(r"\\\\\s*\["), r"\\[ would show the distance as text: write \\ alone"),
    (
        re.compile(r"\\(?:left|right|middle)(?![A-Za-z])\s*(?:$|[A-Za-z0-9{}])"),
        "a bracket is missing",
    ),
)


def _check_command(name: str, snippet: str) -> None:
    if name in COMMANDS or name in ESCAPES:
        return
    if name == "":
        raise Unusable("the formula ends in a lone backslash", snippet)
    hint = did_you_mean(snippet, [f"\\{known}" for known in COMMANDS])
    raise Unusable(f"{snippet} is not a command that can be shown{hint}", snippet)


def _check_text(source: str) -> None:
    r"""`\text{...}` is taken as it stands up to its first brace, so it holds plain words only."""
    for match in TEXT_COMMAND.finditer(source):
        if match[1] != "{":
            raise Unusable(r"\text is followed by words in braces", match[0])
        content, closed, _ = source[match.end() :].partition("}")
        snippet = match[0] + content
        if not closed or "{" in content or "\\" in content:
            raise Unusable(r"\text holds plain words, without braces and commands", snippet)
        if "<" in content or ">" in content:
            raise Unusable(
                r"\text cannot hold < or >: close it before, as in \text{if } a < b", snippet
            )
        if PRIVATE.search(content):
            raise Unusable(r"a value cannot stand inside \text: close it before \val", r"\text")


def _check_braces(source: str) -> None:
    depth = 0
    for match in re.finditer(r"\\.|[{}]", source, re.DOTALL):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth < 0:
            raise Unusable("a closing brace has no opening one", source[: match.end()][-20:])
        if depth > MAX_DEPTH:
            raise Unusable(f"braces are nested deeper than {MAX_DEPTH}", source[:20])
    if depth:
        raise Unusable("a brace is not closed", source)


def _check_environments(source: str) -> None:
    open_ones: list[str] = []
    for match in ENVIRONMENT.finditer(source):
        side, name = match[1], match[2]
        if name not in ENVIRONMENTS:
            known = ", ".join(ENVIRONMENTS)
            raise Unusable(f"{name!r} is not an environment that can be shown ({known})", match[0])
        if side == "begin":
            open_ones.append(name)
        elif not open_ones or open_ones.pop() != name:
            raise Unusable(rf"\end{{{name}}} does not close what was opened", match[0])
        if len(open_ones) > MAX_DEPTH:
            raise Unusable(f"environments are nested deeper than {MAX_DEPTH}", match[0])
    if open_ones:
        raise Unusable(rf"\begin{{{open_ones[-1]}}} is never closed", rf"\begin{{{open_ones[-1]}}}")
    if len(re.findall(r"\\(?:begin|end)(?![A-Za-z])", source)) != len(ENVIRONMENT.findall(source)):
        raise Unusable(r"\begin and \end are followed by a name in braces", r"\begin")


# --- after conversion -----------------------------------------------------------------------


def _settle(element: Element, latex: str) -> None:
    """Characters in place of the converter's entities; places in an mrow; no wrong shapes."""
    wanted = SHAPES.get(element.tag)
    if wanted is not None and len(element) != wanted:
        raise Unusable("this formula is not complete (a command lacks its argument)", latex)
    if element.tag == "msqrt" and not len(element):
        raise Unusable("this formula is not complete (a root of nothing)", latex)
    text = ENTITY.sub(lambda match: chr(int(match[1], 16)), element.text or "")
    if text == "&":
        raise Unusable(r"an & stands outside of a table: write \&", latex)
    if "\\" in text and element.tag != "mo":
        raise Unusable(f"{text} is not a command that can be shown", text)
    element.text = text
    if PRIVATE.search(text):
        element.tag = "mrow"
        element.attrib.clear()
    elif element.tag in ("mi", "mo") and len(text) == 1:
        _settle_sign(element, text)


def _settle_sign(element: Element, sign: str) -> None:
    r"""The converter takes some operators for identifiers (`\pm`, `\sim`) and the other way."""
    kind = category(sign)
    if sign in "∞∅⊤⊥":
        element.tag = "mi"
    elif element.tag == "mi" and (kind in ("Sm", "Ps", "Pe") or sign in ":…~"):
        element.tag = "mo"
        element.text = "∼" if sign == "~" else sign
        if kind in ("Ps", "Pe"):
            element.set("stretchy", "false")
