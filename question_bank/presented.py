"""What a learner is shown of a variant, and what is explained afterwards. HTML is safe to embed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from question_bank.model import Exact, Reference


@dataclass(frozen=True, slots=True)
class PresentedOption:
    """One option, in the order shown."""

    id: str
    html: str


@dataclass(frozen=True, slots=True)
class PresentedPart:
    """A box or a choice, without anything that tells its key."""

    id: str
    kind: str
    label_html: str
    points: Exact
    unit_label: str = ""  # beside the box: `GiB`, `%`, `tokens`
    tolerance: str = ""  # in words; empty where words would tell the key
    min_digits: int | None = None
    pick: Literal["one", "many"] | None = None
    options: Sequence[PresentedOption] = ()
    unit: str | None = None  # ids of the box's units, to ask how a number would be read
    ask_in: str | None = None


@dataclass(frozen=True, slots=True)
class PresentedTable:
    """A grid of number boxes: headings, and part ids row by row."""

    row_label_html: str
    column_label_html: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Presented:
    """An item's variant as a learner sees it. `used_lang` is the language found for the prompt."""

    item: str
    title_html: str
    title_text: str
    prompt_html: str
    parts: Sequence[PresentedPart]
    table: PresentedTable | None
    hints: int  # how many can be had
    used_lang: str
    difficulty: str
    seed: str  # names the variant on paper


@dataclass(frozen=True, slots=True)
class ExplainedOption:
    """Why an option is right or not, and what picking it earns."""

    id: str
    html: str
    credit: Fraction
    why_html: str


@dataclass(frozen=True, slots=True)
class ExplainedMistake:
    """A known mistake of a numeric part, with the value it leads to."""

    id: str
    value: str
    credit: Fraction
    say_html: str


@dataclass(frozen=True, slots=True)
class ExplainedPart:
    """The key of a part, printed, with what is accepted and why."""

    id: str
    key: str  # plain text; of a choice, the ids of the right options
    accepted: Sequence[str] = ()  # printed intervals in the unit of the label
    why_html: str = ""
    options: Sequence[ExplainedOption] = ()
    mistakes: Sequence[ExplainedMistake] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that may be shown once feedback is allowed."""

    solution_html: Sequence[str]  # steps
    parts: Sequence[ExplainedPart]
    references: Sequence[Reference]
    used_lang: str
