"""From a formula's syntax tree to graph nodes: names looked up, functions put in, kinds checked."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace

from question_bank.expressions import HELPERS, SEARCHES, ExpressionError, Function, Parsed
from question_bank.expressions.graph import Graph
from question_bank.expressions.nodes import Node

MAX_UNFOLDED_DEPTH = 100  # levels of a formula once its functions are put in
MAX_UNFOLDED = 10_000  # terms of all formulas of an item, functions put in

_BINARY = {
    ast.Add: Graph.add,
    ast.Sub: Graph.sub,
    ast.Mult: Graph.mul,
    ast.Div: Graph.div,
    ast.FloorDiv: Graph.floordiv,
    ast.Mod: Graph.mod,
    ast.Pow: Graph.pow,
}
_COMPARISONS = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


@dataclass(frozen=True, slots=True)
class _Scope:
    """What a formula can see, and where it stands."""

    parsed: Parsed
    names: Mapping[str, Node]
    functions: Mapping[str, Function | None]
    depth: int = 0
    is_search: bool = False


class Lowering:
    """Turns the formulas of one item into nodes of one graph; remembers what they used."""

    def __init__(
        self,
        graph: Graph,
        constants: Mapping[str, Node],
        functions: Mapping[str, Function | None],
    ) -> None:
        self.used: set[str] = set()  # names of constants, parameters, functions
        self._graph = graph
        self._constants = constants
        self._functions = functions
        self._calls: dict[tuple[object, ...], Node] = {}
        self._count = 0

    def number(self, parsed: Parsed, names: Mapping[str, Node]) -> Node:
        """The node of a formula that must give a number."""
        return _as_number(self._formula(parsed, names))

    def condition(self, parsed: Parsed, names: Mapping[str, Node]) -> Node:
        """The node of a formula that must give true or false."""
        return _as_condition(self._formula(parsed, names))

    def _formula(self, parsed: Parsed, names: Mapping[str, Node]) -> Node:
        scope = _Scope(parsed, {**self._constants, **names}, self._functions)
        try:
            return self._read(parsed.tree, scope)
        except (ArithmeticError, ValueError) as error:
            raise ExpressionError(f"a constant part cannot be worked out: {error}") from None
        except RecursionError:
            raise ExpressionError("nested too deeply once its functions are put in") from None

    def _read(self, tree: ast.expr, scope: _Scope) -> Node:
        self._count += 1
        if self._count > MAX_UNFOLDED:
            raise ExpressionError(
                f"with functions put in, the formulas have more than {MAX_UNFOLDED} terms"
            )
        if scope.depth > MAX_UNFOLDED_DEPTH:
            raise ExpressionError(
                f"with functions put in, nested deeper than {MAX_UNFOLDED_DEPTH} levels"
            )
        below = replace(scope, depth=scope.depth + 1)
        match tree:
            case ast.Constant():
                return self._graph.constant(scope.parsed.literals[tree.col_offset])
            case ast.Name():
                return self._name(tree.id, scope)
            case ast.BinOp():
                left, right = self._number(tree.left, below), self._number(tree.right, below)
                return _BINARY[type(tree.op)](self._graph, left, right)
            case ast.UnaryOp():
                return self._unary(tree, below)
            case ast.BoolOp():
                return self._bool_op(tree, below)
            case ast.Compare():
                return self._compare(tree, below)
            case ast.IfExp():
                condition = self._condition(tree.test, below)
                yes, no = self._read(tree.body, below), self._read(tree.orelse, below)
                return self._graph.choose(condition, yes, no)
            case ast.Call(func=ast.Name(id=name)):
                return self._call(name, tree.args, below)
        raise ExpressionError(f"{type(tree).__name__} is not arithmetic")

    def _number(self, tree: ast.expr, scope: _Scope) -> Node:
        return _as_number(self._read(tree, scope))

    def _condition(self, tree: ast.expr, scope: _Scope) -> Node:
        return _as_condition(self._read(tree, scope))

    def _name(self, name: str, scope: _Scope) -> Node:
        node = scope.names.get(name)
        if node is None:
            if name in HELPERS or name in self._functions:
                raise ExpressionError(f"{name} is a function: write {name}(...)")
            raise ExpressionError(f"unknown name {name}")
        self.used.add(name)
        return node

    def _unary(self, tree: ast.UnaryOp, scope: _Scope) -> Node:
        if isinstance(tree.op, ast.Not):
            return self._graph.negate(self._condition(tree.operand, scope))
        operand = self._number(tree.operand, scope)
        return self._graph.neg(operand) if isinstance(tree.op, ast.USub) else operand

    def _bool_op(self, tree: ast.BoolOp, scope: _Scope) -> Node:
        join = self._graph.both if isinstance(tree.op, ast.And) else self._graph.either
        parts = [self._condition(value, scope) for value in tree.values]
        node = parts[-1]
        for part in reversed(parts[:-1]):
            node = join(part, node)
        return node

    def _compare(self, tree: ast.Compare, scope: _Scope) -> Node:
        sides = [self._number(side, scope) for side in (tree.left, *tree.comparators)]
        pairs = zip(tree.ops, sides, sides[1:], strict=False)
        parts = [self._graph.compare(_COMPARISONS[type(op)], a, b) for op, a, b in pairs]
        node = parts[-1]
        for part in reversed(parts[:-1]):
            node = self._graph.both(part, node)
        return node

    # --- calls ---

    def _call(self, name: str, args: list[ast.expr], scope: _Scope) -> Node:
        if name in HELPERS:
            least, most = HELPERS[name]
            if len(args) < least or (most is not None and len(args) > most):
                raise ExpressionError(f"{name} takes {_count(least, most)}, got {len(args)}")
            if name in SEARCHES:
                return self._search(name, args, scope)
            return self._helper(name, [self._number(arg, scope) for arg in args])
        if name in scope.functions:
            return self._function(name, [self._number(arg, scope) for arg in args], scope)
        if name in self._functions:
            raise ExpressionError(f"{name} can be called only by what stands after it")
        raise ExpressionError(f"unknown function {name}")

    def _helper(self, name: str, args: list[Node]) -> Node:
        graph = self._graph
        match name:
            case "min" | "max":
                return graph.extreme(name, args)
            case "abs":
                return graph.abs(args[0])
            case "floor":
                return graph.floor(args[0])
            case "ceil":
                return graph.ceil(args[0])
            case "round_sig":
                return graph.round_sig(args[0], args[1])
            case "is_int":
                return graph.is_int(args[0])
        return graph.math(name, args[0])

    def _function(self, name: str, args: list[Node], scope: _Scope) -> Node:
        """A function of the bank with its arguments put in; it sees constants and earlier ones."""
        function = self._functions[name]
        if function is None:  # was refused where it stands; its users are not blamed
            return self._graph.exact_name(name, 1)
        if len(args) != len(function.arguments):
            wanted = len(function.arguments)
            raise ExpressionError(f"{name} takes {_count(wanted, wanted)}, got {len(args)}")
        key = (name, scope.is_search, *(id(arg) for arg in args))
        if key not in self._calls:
            self.used.add(name)
            order = list(self._functions)
            earlier = {other: self._functions[other] for other in order[: order.index(name)]}
            names = {**self._constants, **dict(zip(function.arguments, args, strict=True))}
            inside = _Scope(function.body, names, earlier, scope.depth, scope.is_search)
            self._calls[key] = self._read(function.body.tree, inside)
        return self._calls[key]

    def _search(self, name: str, args: list[ast.expr], scope: _Scope) -> Node:
        if scope.is_search:
            raise ExpressionError("a search inside a search is not allowed")
        if not isinstance(args[0], ast.Name):
            raise ExpressionError(f"{name} starts with the name of the unknown")
        unknown = args[0].id
        if unknown in scope.names or unknown in HELPERS or unknown in self._functions:
            raise ExpressionError(f"{name}: {unknown} already has a meaning, name it otherwise")
        low, high = self._number(args[2], scope), self._number(args[3], scope)
        if name == "solve":
            body = self._search_body(args[1], unknown, self._graph.unknown_float(), scope)
            return self._graph.solve(_as_number(body), low, high)
        if not low.kind == high.kind == "int":
            raise ExpressionError("smallest_int searches between two integers")
        node = self._graph.unknown_int(min(low.low, high.low), max(low.high, high.high))
        body = self._search_body(args[1], unknown, node, scope)
        return self._graph.smallest_int(_as_condition(body), low, high)

    def _search_body(self, tree: ast.expr, name: str, unknown: Node, scope: _Scope) -> Node:
        return self._read(
            tree, replace(scope, names={**scope.names, name: unknown}, is_search=True)
        )


def _as_number(node: Node) -> Node:
    if node.kind == "bool":
        raise ExpressionError("a number is expected here, this is a condition")
    return node


def _as_condition(node: Node) -> Node:
    if node.kind != "bool":
        raise ExpressionError("a condition is expected here (like a < b), this is a number")
    return node


def _count(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} or more arguments"
    return f"{least} argument{'s' if least != 1 else ''}"
