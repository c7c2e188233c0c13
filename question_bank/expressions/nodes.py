"""One operation of a formula: its kind, the range it can have; and how constants are worked out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Literal

from question_bank.expressions import SEARCHES
from question_bank.expressions import runtime as runtime
from question_bank.model import Exact, Number

Kind = Literal["int", "exact", "float", "bool"]


class Node:
    """One operation. Compared by identity: the graph makes each only once."""

    __slots__ = ("args", "bits", "has_unknown", "high", "kind", "low", "op", "value")

    def __init__(
        self,
        op: str,
        args: tuple[Node, ...],
        kind: Kind,
        value: object = None,
        *,
        low: int = 0,
        high: int = 0,
        bits: int = 0,
    ) -> None:
        self.op = op
        self.args = args
        self.kind: Kind = kind
        self.value = value  # of a constant; the name of a parameter or an unknown
        self.low = low  # range of an int
        self.high = high
        self.bits = bits  # of an exact value's numerator and denominator, at most
        # A search binds the unknown of its first argument, and searches do not nest.
        open_args = args[1:] if op in SEARCHES else args
        self.has_unknown: bool = op == "unknown" or any(arg.has_unknown for arg in open_args)

    @property
    def is_constant(self) -> bool:
        return self.op == "const"

    @property
    def is_exact(self) -> bool:
        return self.kind in ("int", "exact")


def _quotient(a: Exact, b: Exact) -> Exact:
    return runtime.simplest(Fraction(a) / Fraction(b))


FOLDS: Mapping[str, Callable[..., Number | bool]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "quotient": _quotient,
    "floordiv": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "neg": lambda a: -a,
    "pow": lambda a, b: a**b,
    "pow_": math.pow,
    "power": runtime.power,
    "bounded": runtime.bounded,
    "abs": abs,
    "min": min,
    "max": max,
    "floor": math.floor,
    "ceil": math.ceil,
    "sqrt": math.sqrt,
    "log": math.log,
    "log2": math.log2,
    "log10": math.log10,
    "exp": math.exp,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
