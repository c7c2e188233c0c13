"""What one page of a drill shows, ready to be printed: no key is in it before grading.

Everything named `..._html` was made safe by the engine; all else is plain text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from question_bank.model import Exact

ANSWERED = ("correct", "partly", "wrong", "answered")


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of one part after a response: the verdict and how it came about."""

    verdict: str  # correct | partly | wrong | unreadable | ask
    read_as: str | None = None
    say_html: str | None = None  # a recognised mistake, or why it could not be read
    readings: Sequence[tuple[str, str]] = ()  # value, text: to choose from


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option; `credit` word and `why_html` only after grading."""

    id: str
    html: str
    picked: bool = False
    verdict: str | None = None  # correct | partly | wrong
    why_html: str | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One part: a number box, or a list of options."""

    id: str
    kind: str  # numeric | choice
    label_html: str
    text: str = ""
    reading: str = ""  # the reading chosen for an ambiguous text
    unit: str | None = None  # printed after the box
    box_unit: str | None = None  # base unit of the key and unit of the label, for the live reading
    box_ask_in: str | None = None
    how: str = ""  # how exact it must be, in words
    pick: str = "one"  # one | many
    options: Sequence[OptionLine] = ()
    told: Told | None = None
    key: str | None = None  # after grading: the right number, printed
    accepted: Sequence[str] = ()
    why_html: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table whose cells are number boxes."""

    row_label_html: str
    column_label_html: str
    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Field]]]
    facts: Sequence[str] = ()  # what holds for all cells: unit, tolerance

    @property
    def cells(self) -> Sequence[Field]:
        return [cell for _, row in self.rows for cell in row]

    @property
    def has_keys(self) -> bool:
        return any(cell.key for cell in self.cells)

    @property
    def reasons(self) -> Sequence[str]:
        """Why the keys are what they are, each reason once."""
        return list(dict.fromkeys(cell.why_html for cell in self.cells if cell.why_html))


@dataclass(frozen=True, slots=True)
class Source:
    """A reference as it is printed."""

    title: str
    byline: str  # authors, year
    href: str | None
    locator: str | None  # arXiv id, section


@dataclass(frozen=True, slots=True)
class Step:
    """One note of the map."""

    n: int
    state: str  # unseen | draft | correct | partly | wrong


@dataclass(frozen=True, slots=True)
class Answer:
    """The given and the possible points, and the verdict on the whole item."""

    verdict: str  # correct | partly | wrong | answered: the drill tells no more yet
    given: Exact | None
    maximum: Exact | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """An item of a practice in one language and one state."""

    lang: str
    text_lang: str  # the language the item's own texts are in
    attempt: str
    n: int
    steps: Sequence[Step]
    drill_title: str
    topic_href: str | None
    item: str
    seed: str
    variant: int  # from 1
    difficulty: str
    points: Exact
    title_html: str
    title_text: str
    prompt_html: str
    fields: Sequence[Field] = ()
    grid: Grid | None = None
    hints: Sequence[str] = ()
    token: str = ""  # names this sending, so that a double click is graded once
    opened: frozenset[str] = field(default_factory=frozenset)
    answer: Answer | None = None
    solution: Sequence[str] = ()
    sources: Sequence[Source] = ()
    can_retry: bool = False
    has_draft: bool = False
    is_again: bool = False  # answered before, and being answered again
    can_redraw: bool = True
    is_open: bool = True
    is_withdrawn: bool = False  # the variant failed a check: only a fresh one can be answered

    @property
    def total(self) -> int:
        return len(self.steps)

    @property
    def done(self) -> int:
        return sum(step.state in ANSWERED for step in self.steps)

    @property
    def has_numbers(self) -> bool:
        return self.grid is not None or any(field.kind == "numeric" for field in self.fields)

    @property
    def all_fields(self) -> Sequence[Field]:
        return [*(self.grid.cells if self.grid else ()), *self.fields]

    @property
    def refused(self) -> Sequence[Field]:
        """The parts that could not be read or must be asked about."""
        refusals = ("unreadable", "ask")
        return [part for part in self.all_fields if part.told and part.told.verdict in refusals]


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One item of a result."""

    n: int
    title: str
    state: str
    given: Exact
    maximum: Exact


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """A result in one language."""

    lang: str
    attempt: str
    drill_title: str
    topic_href: str | None
    given: Exact
    maximum: Exact
    percent: str
    rule: str  # best | last | average | first
    lines: Sequence[ResultLine]

    @property
    def has_answers(self) -> bool:
        return any(line.state in ANSWERED for line in self.lines)
