"""From graph nodes to one Python function: shared parts worked out once, branches kept lazy.

The source that is compiled is written here from typed nodes only: names are ours (`v_` before an
author's name), constants are numbers, and the namespace holds no builtins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import CodeType, TracebackType
from typing import Any

from question_bank.expressions import ExpressionError
from question_bank.expressions.nodes import Node
from question_bank.expressions.runtime import FLOAT_LIMIT, LIMIT, NAMESPACE

MAX_OPERATIONS = 20_000  # written out in one function
LONG_TEXT = 200  # characters of one inline formula, then it gets a name of its own

_INFIX = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    **{op: op for op in ("<", "<=", ">", ">=", "==", "!=")},
}
_CALLED = {"quotient": "Fraction"}
_INDENT = "    "


@dataclass(frozen=True, slots=True)
class Compiled:
    """A compiled function, and which label each of its lines belongs to."""

    call: Callable[..., Any]
    labels: Sequence[str]

    def label_of(self, error: BaseException) -> str:
        """The label of the statement that raised `error`, such as `derive.T`."""
        code: CodeType = self.call.__code__
        trace: TracebackType | None = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code is code:
                return self.labels[trace.tb_lineno - 1]
            trace = trace.tb_next
        return ""


class Region:
    """Statements that run together, and the nodes already worked out when they run."""

    def __init__(self, writer: Writer, parent: Region | None, indent: int) -> None:
        self.lines: list[str] = []
        self._writer = writer
        self._parent = parent
        self._indent = indent
        self._known: dict[Node, str] = {}

    def statement(self, text: str) -> None:
        self.lines.append(_INDENT * self._indent + text)

    def name(self, node: Node, name: str) -> None:
        """Work `node` out now and keep it under `name`."""
        self.statement(f"{name} = {self._at_hand(node) or self._operation(node)}")
        self._known[node] = name

    def text(self, node: Node) -> str:
        """Source of the node's value, usable after this region's statements so far."""
        if at_hand := self._at_hand(node):
            return at_hand
        text = self._operation(node)
        if self._writer.uses[node] > 1 or len(text) > LONG_TEXT:
            name = self._writer.fresh("t")
            self.statement(f"{name} = {text}")
            self._known[node] = text = name
        return text

    def _at_hand(self, node: Node) -> str | None:
        if node.is_constant:
            return self._writer.literal(node)
        return f"v_{node.value}" if node.op == "name" else self.find(node)

    def find(self, node: Node) -> str | None:
        """The name under which `node` is already worked out, if it is."""
        region: Region | None = self
        while region is not None:
            if found := region._known.get(node):
                return found
            region = region._parent
        return None

    def _operation(self, node: Node) -> str:
        self._writer.spend()
        match node.op:
            case "choose":
                return self._choose(node)
            case "and" | "or":
                return self._and_or(node)
            case "solve" | "smallest_int":
                return self._search(node)
        args = [self.text(arg) for arg in node.args]
        if node.op == "call":
            return f"{self._writer.helper(node)}({', '.join(args)})"
        if node.op in _INFIX:
            return f"({args[0]} {_INFIX[node.op]} {args[1]})"
        if node.op in ("neg", "not"):
            return f"({'-' if node.op == 'neg' else 'not '}{args[0]})"
        return f"{_CALLED.get(node.op, node.op)}({', '.join(args)})"

    def _choose(self, node: Node) -> str:
        condition = self.text(node.args[0])
        yes, no = self._below(), self._below()
        yes_text, no_text = yes.text(node.args[1]), no.text(node.args[2])
        if not yes.lines and not no.lines:
            return f"({yes_text} if {condition} else {no_text})"
        name = self._writer.fresh("t")
        self.statement(f"if {condition}:")
        self._take(yes, f"{name} = {yes_text}")
        self.statement("else:")
        self._take(no, f"{name} = {no_text}")
        return name

    def _and_or(self, node: Node) -> str:
        first = self.text(node.args[0])
        rest = self._below()
        rest_text = rest.text(node.args[1])
        if not rest.lines:
            return f"({first} {node.op} {rest_text})"
        name = self._writer.fresh("t")
        self.statement(f"{name} = {first}")
        self.statement(f"if {'' if node.op == 'and' else 'not '}{name}:")
        self._take(rest, f"{name} = {rest_text}")
        return name

    def _search(self, node: Node) -> str:
        body = SearchBody(self._writer, self)
        body_text = body.text(node.args[0])
        body.statement(f"return {body_text}")
        name = self._writer.fresh("f")
        arguments = ", ".join(["x", *body.given.values()])
        self._writer.searches.append("\n".join([f"def {name}({arguments}):", *body.lines]))
        low, high = self.text(node.args[1]), self.text(node.args[2])
        return f"{node.op}({', '.join([name, low, high, *body.given])})"

    def _below(self) -> Region:
        return Region(self._writer, self, self._indent + 1)

    def _take(self, region: Region, last: str) -> None:
        self.lines.extend(region.lines)
        self.lines.append(_INDENT * (self._indent + 1) + last)


class SearchBody(Region):
    """The function a search calls. What does not depend on the unknown is worked out outside."""

    def __init__(self, writer: Writer, outer: Region) -> None:
        super().__init__(writer, None, 1)
        self.given: dict[str, str] = {}  # source outside -> argument name inside
        self.outer = outer

    def text(self, node: Node) -> str:
        if node.op == "unknown":
            return "x"
        if node.is_constant or node.has_unknown:
            return super().text(node)
        return self.take(self.outer.text(node))

    def take(self, outside: str) -> str:
        """The argument that hands `outside` in."""
        if outside not in self.given:
            self.given[outside] = f"g{len(self.given)}"
        return self.given[outside]

    def _below(self) -> Region:
        return SearchBranch(self._writer, self, self)


class SearchBranch(Region):
    """A branch inside a search: nothing of it may run outside, where it might not be wanted."""

    def __init__(self, writer: Writer, parent: Region, body: SearchBody) -> None:
        super().__init__(writer, parent, parent._indent + 1)
        self._body = body

    def text(self, node: Node) -> str:
        if node.op == "unknown":
            return "x"
        if node.op == "name":
            return self._body.take(f"v_{node.value}")
        if not node.has_unknown and (found := self._body.outer.find(node)):
            return self._body.take(found)
        return super().text(node)

    def _below(self) -> Region:
        return SearchBranch(self._writer, self, self._body)


@dataclass(slots=True)
class Writer:
    """What all regions of one function share."""

    uses: Counter[Node]
    searches: list[str] = field(default_factory=list)
    namespace: dict[str, Any] = field(default_factory=lambda: dict(NAMESPACE))
    _operations: int = 0
    _names: int = 0

    def spend(self) -> None:
        self._operations += 1
        if self._operations > MAX_OPERATIONS:
            raise ExpressionError(f"the formulas come to more than {MAX_OPERATIONS} operations")

    def fresh(self, prefix: str) -> str:
        self._names += 1
        return f"{prefix}{self._names}"

    def helper(self, node: Node) -> str:
        """The name of the helper a node calls."""
        name = self.fresh("h")
        self.namespace[name] = node.value
        return name

    def literal(self, node: Node) -> str:
        if isinstance(node.value, Fraction):
            name = f"K_{node.value.numerator}_{node.value.denominator}".replace("-", "m")
            self.namespace[name] = node.value
            return name
        text = repr(node.value)
        return f"({text})" if text.startswith("-") else text


class Function:
    """One function being written: statements with labels, then `compile`."""

    def __init__(self, arguments: Sequence[str], roots: Iterable[Node]) -> None:
        self._writer = Writer(_count_uses(roots))
        self._region = Region(self._writer, None, 1)
        self._head = f"def main({', '.join(arguments)}):"
        self._labels = [""]

    def name(self, label: str, name: str, node: Node) -> None:
        """A value of a variant: worked out, checked, kept as `v_<name>`."""
        self._region.name(node, f"v_{name}")
        if node.kind == "float":
            self._region.statement(
                f"if not {-FLOAT_LIMIT!r} < v_{name} < {FLOAT_LIMIT!r}: out_of_bounds()"
            )
        elif not _is_settled(node):
            self._region.statement(f"v_{name} = in_bounds(v_{name})")
        self._label(label)

    def unpack(self, name: str, node: Node) -> None:
        """Take a parameter from the mapping `params`; leave with None unless it fits its node."""
        self._region.statement(f"v_{name} = params[{name!r}]")
        if node.kind == "int":
            test = f"type(v_{name}) is int and {node.low} <= v_{name} <= {node.high}"
        else:
            test = f"fits(v_{name}, {node.bits})"
        self._region.statement(f"if not ({test}): return None")
        self._label("")

    def require(self, label: str, node: Node, failed: int) -> None:
        """Leave with the number `failed` unless the condition holds."""
        self._region.statement(f"if not {self._region.text(node)}: return {failed}")
        self._label(label)

    def value(self, label: str, name: str, node: Node) -> str:
        """Source of a variant's value, worked out and checked as `v_<name>` if it was not yet."""
        if self._region.find(node) is None:
            self.name(label, name, node)
        return self._region.text(node)

    def give(self, text: str) -> None:
        self._region.statement(f"return {text}")
        self._label("")

    def compile(self, title: str) -> Compiled:
        source = "\n".join([self._head, *self._region.lines, *self._writer.searches])
        namespace = self._writer.namespace
        try:
            exec(compile(source, f"<{title}>", "exec"), namespace)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise ExpressionError("the formulas are nested too deeply") from None
        return Compiled(namespace["main"], self._labels)

    def _label(self, label: str) -> None:
        missing = 1 + len(self._region.lines) - len(self._labels)
        self._labels.extend([label] * missing)


def _is_settled(node: Node) -> bool:
    """Whether an exact value is known to be within bounds and in its simplest form."""
    is_simplest = node.is_constant or node.kind == "int" or node.op in ("name", "ratio")
    return is_simplest and node.bits < LIMIT.bit_length()


def _count_uses(roots: Iterable[Node]) -> Counter[Node]:
    uses: Counter[Node] = Counter()
    waiting = list(roots)
    uses.update(waiting)
    seen = set(waiting)
    while waiting:
        for arg in waiting.pop().args:
            uses[arg] += 1
            if arg not in seen:
                seen.add(arg)
                waiting.append(arg)
    return uses
