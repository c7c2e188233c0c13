"""All formulas of an item as compiled functions: from parameters to derived values and keys.

`FormulaSource` is what was read and has passed the checks of form. `Formulas` is one way to
compile it: for the parameters as drawn, for parameters of any exact value, or with every derived
value carried on rounded (for audits).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from question_bank.expressions import (
    Function,
    Parsed,
    check_body,
    function_name,
    parse,
    parse_function,
)
from question_bank.expressions.compiler import Compiled
from question_bank.expressions.compiler import Function as CompiledFunction
from question_bank.expressions.graph import Graph
from question_bank.expressions.lowering import Lowering
from question_bank.expressions.nodes import Node
from question_bank.expressions.runtime import simplest
from question_bank.faults import Faults
from question_bank.interactions import INTERACTIONS
from question_bank.model import Exact, Item, Part
from question_bank.paths import part_path

CARRIED = "_digits"  # the argument that tells to how many digits values are carried on
WIDE_BITS = 1024  # of a parameter given from outside that the item would not draw
GRID_BITS = 64  # what values between the ends of a grid may need more than its ends and step


@dataclass(frozen=True, slots=True)
class PartFormulas:
    """The formulas of one part, each with its path, and their place among the item's numbers."""

    part: Part
    formulas: Sequence[tuple[str, Parsed]]
    place: slice
    path: str


@dataclass(frozen=True, slots=True)
class FormulaSource:
    """The formulas of an item, read; nothing worked out yet."""

    title: str
    constants: Mapping[str, Exact]
    functions: Mapping[str, Function | None]  # None where one was refused
    extents: Mapping[str, Sequence[Exact]]  # of each parameter: values that show kind and range
    derive: Mapping[str, Parsed | None]  # None where the formula was refused
    require: Sequence[tuple[str, Parsed]]
    parts: Sequence[PartFormulas]
    separate: bool


def read_formulas(
    item: Item, extents: Mapping[str, Sequence[Exact]], faults: Faults
) -> FormulaSource:
    """Every formula of `item`, read; what is refused is a fault at its path."""
    functions: dict[str, Function | None] = {}
    for signature, body in item.functions.items():
        functions[function_name(signature)] = None
        with faults.at(f"functions.{signature}"):
            function = parse_function(signature, body)
            check_body(function, item.constants, functions)
            functions[function.name] = function
    derive: dict[str, Parsed | None] = {}
    for name, source in item.derive.items():
        derive[name] = None
        with faults.at(f"derive.{name}"):
            derive[name] = parse(source)
    return FormulaSource(
        title=item.name,
        constants={name: simplest(value) for name, value in item.constants.items()},
        functions=functions,
        extents=extents,
        derive=derive,
        require=list(_read(((f"require[{i}]", r) for i, r in enumerate(item.require)), faults)),
        parts=list(_read_parts(item, faults)),
        separate=item.separate,
    )


def _read(sources: Iterator[tuple[str, str]], faults: Faults) -> Iterator[tuple[str, Parsed]]:
    for path, source in sources:
        with faults.at(path):
            yield path, parse(source)


def _read_parts(item: Item, faults: Faults) -> Iterator[PartFormulas]:
    start = 0
    for index, part in enumerate(item.parts):
        path = part_path(item, index)
        wanted = list(INTERACTIONS[part.kind].formulas(part))
        found = list(_read(((f"{path}.{sub}", source) for sub, source in wanted), faults))
        yield PartFormulas(part, found, slice(start, start + len(found)), path)
        start += len(found)


class Formulas:
    """The formulas of an item as nodes of one graph; compiled functions made when asked for.

    All of them take the parameters in their order and raise ArithmeticError or ValueError where a
    value cannot be worked out; `Compiled.label_of` tells which.
    """

    def __init__(
        self,
        source: FormulaSource,
        faults: Faults,
        *,
        is_wide: bool = False,
        is_carried: bool = False,
    ) -> None:
        self._source = source
        self._graph = graph = Graph()
        constants = {name: graph.constant(value) for name, value in source.constants.items()}
        self._lowering = Lowering(graph, constants, source.functions)
        self._parameters = {name: self._parameter(name, is_wide) for name in source.extents}
        self._carried_digits = graph.int_name(CARRIED, 1, 15) if is_carried else None
        self._needs: dict[str, set[str]] = {}  # derived name -> names its formula mentions
        self._derived: dict[str, Node] = {}
        self._required: list[tuple[str, Node, set[str]]] = []  # label, condition, names mentioned
        self._numbers: list[tuple[str, Node]] = []  # label, value of a part's formula
        self._between: list[tuple[str, Node]] = []  # label, condition on those values
        names = self._lower_derived(faults)
        self._lower_required(names, faults)
        self._lower_parts(names, faults)

    @property
    def used(self) -> set[str]:
        """Names of the constants, parameters, derived values and functions that formulas use."""
        return self._lowering.used

    @property
    def labels(self) -> Sequence[str]:
        """What each condition of a draw is called, by the number that `draw` gives."""
        return [label for label, _, _ in self._required] + [label for label, _ in self._between]

    def is_made_for(self, values: Mapping[str, Exact]) -> bool:
        """Whether these parameters are of the kinds and within the ranges compiled for."""
        return all(_fits(node, values[name]) for name, node in self._parameters.items())

    # --- compiled functions ---

    @cached_property
    def draw(self) -> Compiled:
        """-> the number of the condition that failed, or (values, numbers of all parts)."""
        conditions = [node for _, node, _ in self._required] + [node for _, node in self._between]
        function = self._function(conditions)
        done: set[str] = set()
        for index, (label, node, needs) in enumerate(self._required):
            self._bring(function, needs, done)
            function.require(label, node, index)
        self._bring(function, self._derived, done)
        numbers = self._number_texts(function)
        for index, (label, node) in enumerate(self._between, start=len(self._required)):
            function.require(label, node, index)
        function.give(f"{self._values_text()}, {numbers}")
        return function.compile(f"{self._source.title}: draw")

    @cached_property
    def work_out(self) -> Compiled:
        """-> (values, numbers of all parts), without looking at any condition."""
        function = self._function([])
        self._bring(function, self._derived, set())
        numbers = self._number_texts(function)
        function.give(f"{self._values_text()}, {numbers}")
        return function.compile(f"{self._source.title}: work out")

    @cached_property
    def derive(self) -> Compiled:
        """(parameters by name) -> derived values by name, or None if it is not made for them."""
        function = self._function([], "params")
        for name, node in self._parameters.items():
            function.unpack(name, node)
        self._bring(function, self._derived, set())
        function.give(_dict_text(self._derived))
        return function.compile(f"{self._source.title}: derive")

    def _function(self, conditions: Sequence[Node], *arguments: str) -> CompiledFunction:
        if not arguments:
            digits = [CARRIED] if self._carried_digits else []
            arguments = tuple(f"v_{name}" for name in [*self._parameters, *digits])
        numbers = [node for _, node in self._numbers]
        return CompiledFunction(arguments, [*self._derived.values(), *numbers, *conditions])

    def _bring(self, function: CompiledFunction, names: Iterable[str], done: set[str]) -> None:
        """Write out the derived values among `names` with all they need, each once, in order."""
        wanted, waiting = set[str](), list(names)
        while waiting:
            name = waiting.pop()
            if name in self._derived and name not in wanted and name not in done:
                wanted.add(name)
                waiting.extend(self._needs[name])
        for name, node in self._derived.items():
            if name in wanted:
                function.name(f"derive.{name}", name, node)
        done |= wanted

    def _number_texts(self, function: CompiledFunction) -> str:
        texts = [
            function.value(label, f"_{index}", node)
            for index, (label, node) in enumerate(self._numbers)
        ]
        return f"({''.join(f'{text}, ' for text in texts)})"

    def _values_text(self) -> str:
        return _dict_text([*self._parameters, *self._derived])

    # --- from syntax to nodes ---

    def _parameter(self, name: str, is_wide: bool) -> Node:
        values = self._source.extents[name]
        if not is_wide and all(value.denominator == 1 for value in values):
            return self._graph.int_name(name, int(min(values)), int(max(values)))
        bits = max(max(v.numerator.bit_length(), v.denominator.bit_length()) for v in values)
        return self._graph.exact_name(name, max(2 * bits + GRID_BITS, WIDE_BITS if is_wide else 0))

    def _lower_derived(self, faults: Faults) -> dict[str, Node]:
        names = dict(self._parameters)
        for name, parsed in self._source.derive.items():
            # Stands in for a formula that was refused, so that its users are not blamed.
            node = self._graph.exact_name(name, 1)
            with faults.at(f"derive.{name}"), self._noting(name):
                if parsed is not None:
                    node = self._lowering.number(parsed, names)
            self._derived[name] = names[name] = node
            if self._carried_digits:
                names[name] = self._graph.carry(node, self._carried_digits)
        return names

    def _lower_required(self, names: Mapping[str, Node], faults: Faults) -> None:
        for path, parsed in self._source.require:
            with faults.at(path), self._noting(path):
                node = self._lowering.condition(parsed, names)
                self._required.append((f"{path}: {parsed.source}", node, self._needs[path]))

    def _lower_parts(self, names: Mapping[str, Node], faults: Faults) -> None:
        for part in self._source.parts:
            interaction = INTERACTIONS[part.part.kind]
            bound = {
                name: self._graph.constant(value)
                for name, value in interaction.names(part.part).items()
            }
            nodes = []
            for path, parsed in part.formulas:
                with faults.at(path):
                    nodes.append(self._lowering.number(parsed, {**names, **bound}))
                    self._numbers.append((path, nodes[-1]))
            if not nodes or len(nodes) < len(list(interaction.formulas(part.part))):
                continue
            with faults.at(part.path):
                conditions = interaction.conditions(
                    part.part, nodes, self._graph, self._source.separate
                )
                self._between.extend((f"{part.path}.{label}", node) for label, node in conditions)

    @contextmanager
    def _noting(self, name: str) -> Iterator[None]:
        """Notes in `_needs[name]` the names that the formula lowered inside mentions."""
        before = self._lowering.used
        mentioned = self._lowering.used = self._needs[name] = set()
        try:
            yield
        finally:
            self._lowering.used = before | mentioned


def _fits(node: Node, value: Exact) -> bool:
    if node.kind == "int":
        return value.denominator == 1 and node.low <= value <= node.high
    return max(value.numerator.bit_length(), value.denominator.bit_length()) <= node.bits


def _dict_text(names: Iterable[str]) -> str:
    return "{" + ", ".join(f"{name!r}: v_{name}" for name in names) + "}"
