"""What a kind of answering must offer: one module with these functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from question_bank.expressions.graph import Graph
from question_bank.expressions.nodes import Node
from question_bank.faults import Faults
from question_bank.model import Exact, Number, PartOutcome, Text
from question_bank.presented import ExplainedPart, PresentedPart

# How the labels of conditions end that keep keys, known mistakes and options apart.
IS_APART = "keep their distance"


class PartText(NamedTuple):
    """A text of a part: its key for rendering, and where it stands in the file."""

    key: str
    path: str
    text: Text


# An outcome of a plain number: without `read_as` yet, what was typed, and what reads it out. A bare
# tuple, because making anything else costs as much as the grading.
Plain = tuple[PartOutcome, str, Callable[[str], str]]
Graded = PartOutcome | Plain
Grader = Callable[[object], Graded]  # response of one part -> outcome; ResponseError if malformed
Render = Callable[[str], str]  # key of a text of the part -> HTML in the reader's language


class Interaction(Protocol):
    """`part` and `key` are those of the interaction's own kind."""

    def check(self, part: Any, path: str, faults: Faults) -> None:
        """Add what is wrong with the part apart from its formulas and texts."""

    def names(self, part: Any) -> Mapping[str, Exact]:
        """Names known to this part's formulas only."""

    def formulas(self, part: Any) -> Iterable[tuple[str, str]]:
        """(path in the part, formula) of everything worked out per variant, in a fixed order."""

    def conditions(
        self, part: Any, nodes: Sequence[Node], graph: Graph, separate: bool
    ) -> Iterable[tuple[str, Node]]:
        """(label, condition) a draw must meet, on the nodes of `formulas`."""

    def texts(self, part: Any) -> Iterable[PartText]:
        """Every text of the part."""

    def truth(self, part: Any) -> Any:
        """What of the part decides drawing and grading, as JSON: the part of the grading hash."""

    def key(self, part: Any, numbers: Sequence[Number], draw_head: bytes) -> Any:
        """The key of a variant from the numbers of `formulas` and the seed of its draw."""

    def dump_key(self, key: Any) -> dict[str, Any]:
        """JSON of a key, numbers as text."""

    def load_key(self, data: Mapping[str, Any]) -> Any:
        """The inverse of `dump_key`."""

    def grader(self, part: Any, key: Any, render: Render, lang: str) -> Grader:
        """Grades responses to one variant of the part."""

    def right_response(self, part: Any, key: Any) -> object:
        """A response that earns full credit."""

    def present(self, part: Any, key: Any, render: Render, lang: str) -> PresentedPart:
        """The part as a learner sees it."""

    def explain(self, part: Any, key: Any, render: Render, lang: str) -> ExplainedPart:
        """The part with its key and reasons."""
