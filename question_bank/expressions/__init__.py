"""Arithmetic of bank files: read a formula, refuse all that is not plain arithmetic.

A formula is Python syntax cut down to numbers, names, operators, comparisons, `a if c else b` and
calls of the helpers below or of the bank's own functions. Nothing else gets past `parse`: no
strings, attributes, subscripts, lambdas, comprehensions or keyword arguments. Literals are exact
decimals: `5e-4` is 1/2000, never a float.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from question_bank.model import Exact

MAX_SOURCE = 500  # characters of one formula
MAX_SYNTAX_NODES = 400
MAX_DEPTH = 40
MAX_LITERAL_BITS = 256
MAX_NAME = 40
MAX_DIGITS = 15  # of round_sig

# Helper -> least and most arguments; None is no upper limit but MAX_SYNTAX_NODES.
HELPERS: Mapping[str, tuple[int, int | None]] = {
    "sqrt": (1, 1),
    "log": (1, 1),
    "log2": (1, 1),
    "log10": (1, 1),
    "exp": (1, 1),
    "abs": (1, 1),
    "min": (2, None),
    "max": (2, None),
    "floor": (1, 1),
    "ceil": (1, 1),
    "round_sig": (2, 2),
    "is_int": (1, 1),
    "solve": (4, 4),
    "smallest_int": (4, 4),
}
SEARCHES = ("solve", "smallest_int")  # their first argument is the unknown's name

_BINARY = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_UNARY = (ast.UAdd, ast.USub, ast.Not)
_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)

_FORBIDDEN = re.compile(r"[^0-9A-Za-z_.,+\-*/%()<>=! ]")
_RUN_ON = re.compile(r"(?<![0-9A-Za-z_.])(?>[0-9.]+(?:[eE][+-]?[0-9]+)?)[A-Za-z_]")
_LITERAL = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?([0-9]{1,3}))?")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_SIGNATURE = re.compile(r"([A-Za-z]\w*) *\( *([A-Za-z]\w*(?: *, *[A-Za-z]\w*)*) *\)", re.ASCII)


class ExpressionError(Exception):
    """A formula that is refused; the message says what and what was expected."""


@dataclass(frozen=True, slots=True)
class Function:
    """A pure function of a bank: `loss(n, d)` and its body."""

    name: str
    arguments: tuple[str, ...]
    body: Parsed


@dataclass(frozen=True, slots=True)
class Parsed:
    """A formula that passed: its syntax tree, and the exact value of each literal by position."""

    source: str
    tree: ast.expr
    literals: Mapping[int, Exact]  # by column of the literal


def parse(source: str) -> Parsed:
    """The syntax tree of a formula, once nothing but allowed arithmetic is in it."""
    if not isinstance(source, str):
        raise ExpressionError(f"a formula is text, got {type(source).__name__}")
    if len(source) > MAX_SOURCE:
        raise ExpressionError(f"a formula has at most {MAX_SOURCE} characters, got {len(source)}")
    line = " ".join(source.split())
    _check_characters(line)
    tree = _syntax_tree(line)
    literals: dict[int, Exact] = {}
    _check(tree, line, literals)
    return Parsed(line, tree, literals)


def parse_function(signature: str, source: str) -> Function:
    """A function written `loss(n, d)` with its body."""
    match = _SIGNATURE.fullmatch(signature.strip()) if len(signature) <= MAX_SOURCE else None
    if match is None:
        raise ExpressionError(f"a function is written like loss(n, d), got {signature[:80]!r}")
    arguments = tuple(argument.strip() for argument in match[2].split(","))
    for name in (match[1], *arguments):
        check_name(name)
    if len(set(arguments)) < len(arguments):
        raise ExpressionError(f"two arguments of {match[1]} have the same name")
    return Function(match[1], arguments, parse(source))


def function_name(signature: str) -> str:
    """`loss` of `loss(n, d)`"""
    return signature.partition("(")[0].strip()


def check_body(
    function: Function, constants: Collection[str], earlier: Mapping[str, object]
) -> None:
    """Refuse a body that mentions what it cannot see; it sees its arguments, constants, `earlier`.

    Kinds and sizes are judged where the function is used.
    """
    calls = [node for node in ast.walk(function.body.tree) if isinstance(node, ast.Call)]
    called = {id(call.func) for call in calls}
    known = {*constants, *function.arguments}
    for call in calls:
        name = ast.unparse(call.func)
        if name not in HELPERS and (name not in earlier or name == function.name):
            raise ExpressionError(f"unknown function {name}; earlier ones can be called")
        if name in SEARCHES and call.args and isinstance(call.args[0], ast.Name):
            known.add(call.args[0].id)
    for node in ast.walk(function.body.tree):
        if isinstance(node, ast.Name) and id(node) not in called and node.id not in known:
            raise ExpressionError(f"unknown name {node.id}")


def check_name(name: str) -> None:
    """Refuse a name that a formula could not use."""
    if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name) > MAX_NAME:
        raise ExpressionError(
            f"a name is a letter, then letters, digits and _ (at most {MAX_NAME}), "
            f"got {str(name)[:60]!r}"
        )
    if keyword.iskeyword(name) or name in HELPERS:
        raise ExpressionError(f"{name} has a meaning of its own in formulas; choose another name")


def _check_characters(line: str) -> None:
    if not line:
        raise ExpressionError("the formula is empty")
    if found := _FORBIDDEN.search(line):
        raise ExpressionError(f"the character {found[0]!r} has no place in a formula")
    # Python itself would only warn of `2x` spelled `1if`, and read it.
    if found := _RUN_ON.search(line):
        raise ExpressionError(f"an operator is missing in {found[0]!r}")


def _syntax_tree(line: str) -> ast.expr:
    try:
        return ast.parse(line, mode="eval").body
    except SyntaxError as error:
        raise ExpressionError(f"not a formula: {error.msg} (column {error.offset})") from None
    except (ValueError, RecursionError, MemoryError):
        raise ExpressionError("not a formula: nested too deeply") from None


def _check(tree: ast.expr, line: str, literals: dict[int, Exact]) -> None:
    """Walk without recursion, so that no depth can hurt; fill in the literals."""
    waiting = [(tree, 1)]
    count = 0
    while waiting:
        node, depth = waiting.pop()
        count += 1
        if depth > MAX_DEPTH:
            raise ExpressionError(f"nested deeper than {MAX_DEPTH} levels")
        if count > MAX_SYNTAX_NODES:
            raise ExpressionError(f"more than {MAX_SYNTAX_NODES} terms in one formula")
        if isinstance(node, ast.Constant):
            literals[node.col_offset] = _literal(line[node.col_offset : node.end_col_offset])
        waiting.extend((child, depth + 1) for child in _operands(node))


def _operands(node: ast.expr) -> list[ast.expr]:
    """What an allowed node is made of; anything not allowed is refused here."""
    match node:
        case ast.Constant() | ast.Name():
            return []
        case ast.BinOp() if isinstance(node.op, _BINARY):
            return [node.left, node.right]
        case ast.UnaryOp() if isinstance(node.op, _UNARY):
            return [node.operand]
        case ast.BoolOp():
            return node.values
        case ast.Compare() if all(isinstance(op, _COMPARISONS) for op in node.ops):
            return [node.left, *node.comparators]
        case ast.IfExp():
            return [node.test, node.body, node.orelse]
        case ast.Call(func=ast.Name(), keywords=[]):
            return node.args
        case ast.Call():
            raise ExpressionError("only a helper or a function of the bank can be called, by name")
    raise ExpressionError(f"{type(node).__name__} is not arithmetic")


def _literal(text: str) -> Exact:
    match = _LITERAL.fullmatch(text)
    if match is None:
        raise ExpressionError(f"numbers are written in decimals, got {text[:40]!r}")
    value = Fraction(text)
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_LITERAL_BITS:
        raise ExpressionError(f"the number {text[:40]} needs more than {MAX_LITERAL_BITS} bits")
    return value.numerator if value.denominator == 1 else value
