"""Formulas as a graph of typed operations: equal parts are one node, constants are worked out.

Kinds: "int" and "exact" (an int or a Fraction) stay exact; "float" starts where a float enters;
"bool" is a condition. Once a float is part of an operation or a comparison, exact operands are
rounded to the nearest float first. Integers carry the range they can have, so that sizes, signs of
denominators and the need for guards are known before anything runs. A quotient of integers is kept
as a pair: consumed by a float it becomes true division, which rounds as float(Fraction(a, b)) does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from question_bank.expressions import MAX_DIGITS, ExpressionError
from question_bank.expressions import runtime as runtime
from question_bank.expressions.nodes import FOLDS, Kind, Node
from question_bank.model import Number

HUGE = (1 << runtime.MAX_BITS) - 1
FLOAT_BITS = 1024  # of floor(x) for any float x
PAIR_BITS = 1024  # from here on a quotient is no longer kept as a pair
MAX_WORK = 50_000  # of all nodes of an item: one each, more where numbers are long or repeat
IN_A_SEARCH = 20  # times as much
SAFE_INT = 1 << 53  # up to here an int and its float are the same number


class Graph:
    """Makes nodes; every method checks kinds, folds constants and keeps exact what is exact."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[object, ...], Node] = {}
        self._work = 0
        self.one = self.constant(1)

    # --- leaves ---

    def constant(self, value: Number | bool) -> Node:
        if isinstance(value, bool):
            return self._make("const", (), "bool", value)
        if isinstance(value, float):
            if not math.isfinite(value):
                raise ExpressionError("a constant part of the formula is not finite")
            return self._make("const", (), "float", value)
        runtime.bounded(value)
        if value.denominator == 1:
            whole = value.numerator
            return self._make(
                "const", (), "int", whole, low=whole, high=whole, bits=whole.bit_length()
            )
        bits = max(value.numerator.bit_length(), value.denominator.bit_length())
        return self._make("const", (), "exact", value, bits=bits)

    def int_name(self, name: str, low: int, high: int) -> Node:
        return self._int("name", (), low, high, name)

    def exact_name(self, name: str, bits: int) -> Node:
        return self._make("name", (), "exact", name, bits=bits)

    def unknown_float(self) -> Node:
        return self._make("unknown", (), "float", "x")

    def unknown_int(self, low: int, high: int) -> Node:
        return self._int("unknown", (), low, high, f"from {low} to {high}")

    # --- arithmetic ---

    def add(self, a: Node, b: Node) -> Node:
        if a.is_exact and b.is_exact:
            if a.kind == b.kind == "int":
                return self._int("add", (a, b), a.low + b.low, a.high + b.high)
            return self._pair_sum("add", a, b)
        return self._float("add", self.soft(a), self.soft(b))

    def sub(self, a: Node, b: Node) -> Node:
        if a.is_exact and b.is_exact:
            if a.kind == b.kind == "int":
                return self._int("sub", (a, b), a.low - b.high, a.high - b.low)
            return self._pair_sum("sub", a, b)
        return self._float("sub", self.soft(a), self.soft(b))

    def mul(self, a: Node, b: Node) -> Node:
        if not (a.is_exact and b.is_exact):
            return self._float("mul", self.soft(a), self.soft(b))
        if a is self.one:
            return b
        if b is self.one:
            return a
        if a.kind == b.kind == "int":
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return self._int("mul", (a, b), min(corners), max(corners))
        pair_a, pair_b = self.pair(a), self.pair(b)
        if pair_a and pair_b:
            made = self._pair(self.mul(pair_a[0], pair_b[0]), self.mul(pair_a[1], pair_b[1]))
            if made:
                return made
        return self._exact("mul", (a, b), a.bits + b.bits)

    def div(self, a: Node, b: Node) -> Node:
        if not (a.is_exact and b.is_exact):
            return self._float("div", self.soft(a), self.soft(b))
        pair_a, pair_b = self.pair(a), self.pair(b)
        if pair_a and pair_b:
            top = self.mul(pair_a[0], pair_b[1])
            bottom = self.mul(pair_a[1], pair_b[0])
            made = self._pair(top, bottom)
            if made:
                return made
            if max(top.bits, bottom.bits) <= PAIR_BITS:
                return self._exact("quotient", (top, bottom), max(top.bits, bottom.bits))
        return self._exact("quotient", (a, b), a.bits + b.bits)

    def neg(self, a: Node) -> Node:
        if a.kind == "int":
            return self._int("neg", (a,), -a.high, -a.low)
        if pair := self.pair(a):
            return self._ratio(self.neg(pair[0]), pair[1])
        return self._exact("neg", (a,), a.bits) if a.is_exact else self._float("neg", a)

    def floordiv(self, a: Node, b: Node) -> Node:
        if not (a.is_exact and b.is_exact):
            return self._float("floordiv", self.soft(a), self.soft(b))
        return self.floor(self.div(a, b))

    def mod(self, a: Node, b: Node) -> Node:
        if not (a.is_exact and b.is_exact):
            return self._float("mod", self.soft(a), self.soft(b))
        if a.kind == b.kind == "int":
            most = max(abs(b.low), abs(b.high))
            return self._int("mod", (a, b), -most, most)
        return self._exact("mod", (a, b), a.bits + 2 * b.bits)

    def pow(self, a: Node, b: Node) -> Node:
        """Exact for an integer exponent; a float power for any other exponent or a float base."""
        if not (a.is_exact and b.kind == "int"):
            return self._float("pow_", self.soft(a), self.soft(b))
        if not b.is_constant or abs(b.low) * a.bits > runtime.MAX_BITS:
            return self._guarded_power(a, b)
        if b.low < 0:
            return self.div(self.one, self.pow(a, self.constant(-b.low)))
        if a.kind == "int":
            ends = [a.low**b.low, a.high**b.low, *([0] if a.low < 0 < a.high else [])]
            return self._int("pow", (a, b), min(ends), max(ends))
        if pair := self.pair(a):
            made = self._pair(self.pow(pair[0], b), self.pow(pair[1], b))
            if made:
                return made
        return self._guarded_power(a, b)

    def _guarded_power(self, a: Node, b: Node) -> Node:
        if a.kind == "int" and b.low >= 0:
            return self._int("power", (a, b), -HUGE if a.low < 0 else 0, HUGE)
        return self._exact("power", (a, b), runtime.MAX_BITS)

    # --- helpers ---

    def math(self, name: str, a: Node) -> Node:
        """sqrt, log, log2, log10, exp."""
        return self._float(name, self.soft(a))

    def abs(self, a: Node) -> Node:
        if a.kind == "int":
            least = 0 if a.low <= 0 <= a.high else min(abs(a.low), abs(a.high))
            return self._int("abs", (a,), least, max(abs(a.low), abs(a.high)))
        if pair := self.pair(a):
            return self._ratio(self.abs(pair[0]), pair[1])
        return self._exact("abs", (a,), a.bits) if a.is_exact else self._float("abs", a)

    def extreme(self, name: Literal["min", "max"], args: list[Node]) -> Node:
        choose: Callable[..., int] = min if name == "min" else max
        if all(arg.kind == "int" for arg in args):
            low, high = choose(arg.low for arg in args), choose(arg.high for arg in args)
            return self._int(name, tuple(args), low, high)
        if all(arg.is_exact for arg in args):
            return self._exact(name, tuple(args), max(arg.bits for arg in args))
        return self._float(name, *(self.to_float(arg) for arg in args))

    def floor(self, a: Node) -> Node:
        if a.kind == "int":
            return a
        if pair := self.pair(a):
            return self._floor_of(*pair)
        if a.op == "quotient" and a.args[0].kind == a.args[1].kind == "int":
            return self._floor_of(*a.args)
        return self._int("floor", (a,), -(1 << self._floor_bits(a)), 1 << self._floor_bits(a))

    def ceil(self, a: Node) -> Node:
        if a.is_exact:
            return self.neg(self.floor(self.neg(a)))
        return self._int("ceil", (a,), -(1 << FLOAT_BITS), 1 << FLOAT_BITS)

    def _floor_bits(self, a: Node) -> int:
        return a.bits if a.is_exact else FLOAT_BITS

    def _floor_of(self, top: Node, bottom: Node) -> Node:
        if bottom.low > 0 or bottom.high < 0:
            corners = [x // y for x in (top.low, top.high) for y in (bottom.low, bottom.high)]
            return self._int("floordiv", (top, bottom), min(corners), max(corners))
        most = max(abs(top.low), abs(top.high))
        return self._int("floordiv", (top, bottom), -most, most)

    def round_sig(self, a: Node, digits: Node) -> Node:
        if digits.kind != "int" or digits.high < 1 or digits.low > MAX_DIGITS:
            raise ExpressionError(f"round_sig takes 1 to {MAX_DIGITS} digits as an integer")
        if a.kind == "int":
            most = 2 * max(abs(a.low), abs(a.high))
            return self._int("round_sig_int", (a, digits), -most, most)
        if a.kind == "exact":
            return self._exact("round_sig_exact", (a, digits), a.bits + 64)
        return self._make("round_sig_float", (a, digits), "float")

    def is_int(self, a: Node) -> Node:
        if a.kind == "int":
            return self.constant(True)
        return self._make("is_int_exact" if a.is_exact else "is_int_float", (a,), "bool")

    def carry(self, a: Node, digits: Node) -> Node:
        """`a` as someone carries it on: rounded to `digits` significant figures."""
        if a.kind == "float":
            return self._make("round_sig_float", (a, digits), "float")
        return self.round_sig(a, digits)

    # --- conditions ---

    def compare(self, op: str, a: Node, b: Node) -> Node:
        """op is one of < <= > >= == !=."""
        if not (a.is_exact and b.is_exact):
            return self._condition(op, self._comparable(a), self._comparable(b))
        pair_a, pair_b = self.pair(a), self.pair(b)
        if not (pair_a and pair_b):
            return self._condition(op, a, b)
        # Both denominators are above 0, so multiplying across keeps the order.
        left, right = self.mul(pair_a[0], pair_b[1]), self.mul(pair_b[0], pair_a[1])
        return self._condition(op, left, right)

    def both(self, a: Node, b: Node) -> Node:
        if a.is_constant:
            return b if a.value else a
        return self._make("and", (a, b), "bool")

    def either(self, a: Node, b: Node) -> Node:
        if a.is_constant:
            return a if a.value else b
        return self._make("or", (a, b), "bool")

    def negate(self, a: Node) -> Node:
        if a.is_constant:
            return self.constant(not a.value)
        return self._make("not", (a,), "bool")

    def holds(self, helper: Callable[..., bool], *args: Node) -> Node:
        """A condition that a helper of ours decides when the function runs."""
        return self._make("call", args, "bool", helper)

    def choose(self, condition: Node, a: Node, b: Node) -> Node:
        """`a if condition else b`, both sides of one kind."""
        if "bool" in (a.kind, b.kind):
            if a.kind != b.kind:
                raise ExpressionError("one side of if-else is a condition, the other a number")
        elif "float" in (a.kind, b.kind):
            a, b = self.to_float(a), self.to_float(b)
        if condition.is_constant:
            return a if condition.value else b
        args = (condition, a, b)
        if a.kind == b.kind == "int":
            return self._int("choose", args, min(a.low, b.low), max(a.high, b.high))
        if a.is_exact:
            return self._exact("choose", args, max(a.bits, b.bits))
        return self._make("choose", args, a.kind)

    # --- searches ---

    def solve(self, body: Node, low: Node, high: Node) -> Node:
        args = (self.to_float(body), self.to_float(low), self.to_float(high))
        return self._make("solve", args, "float")

    def smallest_int(self, condition: Node, low: Node, high: Node) -> Node:
        return self._int("smallest_int", (condition, low, high), low.low, high.high)

    # --- kinds ---

    def to_float(self, a: Node) -> Node:
        """`a` as a float, certainly of that type when it runs."""
        if a.kind == "float":
            return a
        if a.is_constant:
            return self.constant(float(a.value))  # type: ignore[arg-type]  # an exact constant
        if a.op in ("ratio", "quotient") and a.args[0].kind == a.args[1].kind == "int":
            return self._make("div", a.args, "float")
        return self._make("float", (a,), "float")

    def soft(self, a: Node) -> Node:
        """`a` as an operand beside a float: an int may stay, Python rounds it the same way."""
        return a if a.kind == "int" and not a.is_constant else self.to_float(a)

    def _comparable(self, a: Node) -> Node:
        """Python compares an int with a float exactly; beyond 2^53 that is not our rule."""
        is_same = a.kind == "int" and max(abs(a.low), abs(a.high)) <= SAFE_INT
        return a if is_same and not a.is_constant else self.to_float(a)

    def pair(self, a: Node) -> tuple[Node, Node] | None:
        """Numerator and denominator (above 0) as integer nodes, where they are known apart."""
        if a.kind == "int":
            return a, self.one
        if a.op == "ratio":
            return a.args[0], a.args[1]
        if a.is_constant and a.kind == "exact":
            assert isinstance(a.value, Fraction)
            return self.constant(a.value.numerator), self.constant(a.value.denominator)
        return None

    def _pair(self, top: Node, bottom: Node) -> Node | None:
        """top / bottom kept as a pair, if the sign of bottom is known and both are small."""
        if bottom.is_constant and bottom.low == 0:
            raise ExpressionError("division by zero")
        if bottom.high < 0:
            top, bottom = self.neg(top), self.neg(bottom)
        if bottom is self.one:
            return top
        if bottom.low <= 0 or max(top.bits, bottom.bits) > PAIR_BITS:
            return None
        return self._ratio(top, bottom)

    def _ratio(self, top: Node, bottom: Node) -> Node:
        if top.is_constant and bottom.is_constant:
            return self.constant(Fraction(top.low, bottom.low))
        return self._make("ratio", (top, bottom), "exact", bits=max(top.bits, bottom.bits))

    def _pair_sum(self, op: Literal["add", "sub"], a: Node, b: Node) -> Node:
        pair_a, pair_b = self.pair(a), self.pair(b)
        combine = self.add if op == "add" else self.sub
        if pair_a and pair_b:
            if pair_a[1] is pair_b[1]:
                made = self._pair(combine(pair_a[0], pair_b[0]), pair_a[1])
            else:
                left, right = self.mul(pair_a[0], pair_b[1]), self.mul(pair_b[0], pair_a[1])
                made = self._pair(combine(left, right), self.mul(pair_a[1], pair_b[1]))
            if made:
                return made
        return self._exact(op, (a, b), a.bits + b.bits + 1)

    # --- making ---

    def _int(
        self, op: str, args: tuple[Node, ...], low: int, high: int, value: object = None
    ) -> Node:
        bits = max(low.bit_length(), high.bit_length())
        if bits <= runtime.MAX_BITS or op == "bounded":
            return self._fold(self._make(op, args, "int", value, low=low, high=high, bits=bits))
        inner = self._make(op, args, "int", value, low=low, high=high, bits=bits)
        return self._int("bounded", (self._fold(inner),), max(low, -HUGE), min(high, HUGE))

    def _exact(self, op: str, args: tuple[Node, ...], bits: int) -> Node:
        node = self._fold(self._make(op, args, "exact", bits=bits))
        if bits <= runtime.MAX_BITS or node.is_constant:
            return node
        return self._make("bounded", (node,), "exact", bits=runtime.MAX_BITS)

    def _float(self, op: str, *args: Node) -> Node:
        return self._fold(self._make(op, args, "float"))

    def _condition(self, op: str, a: Node, b: Node) -> Node:
        return self._fold(self._make(op, (a, b), "bool"))

    def _make(
        self,
        op: str,
        args: tuple[Node, ...],
        kind: Kind,
        value: object = None,
        *,
        low: int = 0,
        high: int = 0,
        bits: int = 0,
    ) -> Node:
        # repr, because 1 == 1.0 == True and 0.0 == -0.0.
        key = (op, kind, repr(value), *(id(arg) for arg in args))
        found = self._nodes.get(key)
        if found is None:
            found = Node(op, args, kind, value, low=low, high=high, bits=bits)
            self._count(found)
            self._nodes[key] = found
        return found

    def _count(self, node: Node) -> None:
        """So that no bank can make a draw take long."""
        self._work += (1 + node.bits // 64) * (IN_A_SEARCH if node.has_unknown else 1)
        if self._work > MAX_WORK:
            raise ExpressionError("with functions put in, the formulas are too much work")

    def _fold(self, node: Node) -> Node:
        """The constant a node always is, worked out now."""
        if not node.args or not all(arg.is_constant for arg in node.args):
            return node
        work = FOLDS.get(node.op)
        if work is None:
            return node
        try:
            return self.constant(work(*(arg.value for arg in node.args)))
        except (ArithmeticError, ValueError) as error:
            raise ExpressionError(f"a constant part cannot be worked out: {error}") from None
