"""The words of the product as frozen values: bank, item, part, variant, outcome, issue.

An authored number is exact: `int` or `Fraction`, never a float. A float appears only where a
formula makes one (`n**0.34`, `log`). Scores, credits and points are exact too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

Number = int | Fraction | float
Exact = int | Fraction
Text = Mapping[str, str]  # language code -> Markdown with {name:format} places
Expression = str  # arithmetic of bank files, see expressions.py


# --- what an author writes -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Values:
    """One of a list. `choice: [..]`"""

    values: Sequence[Exact]


@dataclass(frozen=True, slots=True)
class Steps:
    """An exact grid, both ends included. `int: {from, to, step}` and `range: {from, to, step}`"""

    start: Exact
    stop: Exact
    step: Exact


@dataclass(frozen=True, slots=True)
class LogUniform:
    """Even on a log scale, rounded to `sig` significant figures. `loguniform: {from, to, sig}`"""

    start: Exact
    stop: Exact
    sig: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """Columns that belong together; one row is drawn. `scenario: {A: [..], B: [..]}`"""

    columns: Mapping[str, Sequence[Exact]]


Parameter = Values | Steps | LogUniform | Scenario


@dataclass(frozen=True, slots=True)
class Tolerance:
    """Which values a rule accepts. Several forms given: any of them may accept.

    `abs`, `rel`, `ratio` > 0; `sig`, `dp` count digits; `range` holds two expressions.
    `rel` is a part of the key, or of the response when `of` says so.
    """

    abs: Exact | None = None
    rel: Exact | None = None
    ratio: Exact | None = None
    sig: int | None = None
    dp: int | None = None
    range: tuple[Expression, Expression] | None = None
    exact: bool = False
    of: Literal["key", "response"] = "key"
    ends: Literal["closed", "open", "(]", "[)"] = "closed"


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of a numeric part's ordered list: the first rule that accepts decides."""

    id: str
    value: Expression
    tolerance: Tolerance
    credit: Exact = 1
    say: Text = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NumericPart:
    """A box for a number. `rules[0]` is the key; then accepted values, then known mistakes.

    `unit` is the base unit of all rule values; `ask_in` the unit on the box's label.
    `names` are values of a table's row and column, known to this part's expressions only.
    """

    id: str
    rules: Sequence[Rule]
    label: Text = field(default_factory=dict)
    unit: str | None = None
    ask_in: str | None = None
    points: Exact = 1
    min_digits: int | None = None
    why: Text = field(default_factory=dict)
    names: Mapping[str, Exact] = field(default_factory=dict)

    kind = "numeric"


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice: a fixed text, or a formula whose value is shown."""

    id: str
    why: Text
    credit: Exact = 0
    text: Text | None = None
    value: Expression | None = None
    mistake: str | None = None


@dataclass(frozen=True, slots=True)
class ChoicePart:
    """Pick one option, or all that hold. Formula options are shown in `show`, `min_gap` apart."""

    id: str
    options: Sequence[Option]
    label: Text = field(default_factory=dict)
    pick: Literal["one", "many"] = "one"
    scoring: Literal["all-or-nothing", "per-option"] = "all-or-nothing"
    order: Literal["shuffled", "fixed", "ascending"] = "shuffled"
    show: str = "g"
    min_gap: Tolerance | None = None
    unit: str | None = None
    points: Exact = 1

    kind = "choice"


Part = NumericPart | ChoicePart


@dataclass(frozen=True, slots=True)
class Table:
    """How the parts `c_<row>_<column>` of an item lie in a grid; they stand in `Item.parts`."""

    row: str
    rows: Sequence[Exact]
    column: str
    columns: Sequence[Exact]
    row_label: Text
    column_label: Text
    cells: Sequence[Sequence[str]]  # part ids, row by row


@dataclass(frozen=True, slots=True)
class Canonical:
    """The published figures of an item: parameters set, values expected, how they are printed."""

    set: Mapping[str, Exact]
    expect: Mapping[str, Expression]
    shown: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reference:
    """A paper or page an item rests on; `section` says where in it."""

    id: str
    title: str
    authors: str
    year: int
    arxiv: str | None = None
    doi: str | None = None
    url: str | None = None
    section: str | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """When a key was read against its source, and what was found."""

    date: str
    source: str
    finding: str
    section: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One authored question, complete in itself: constants, functions and references included."""

    bank: str
    topic: str
    id: str
    title: Text
    prompt: Text
    parts: Sequence[Part]
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    tags: Sequence[str] = ()
    status: Literal["settled", "convention", "contested"] = "settled"
    checked: Checked | None = None
    constants: Mapping[str, Exact] = field(default_factory=dict)
    functions: Mapping[str, Expression] = field(default_factory=dict)  # "loss(n, d)" -> expression
    params: Mapping[str, Parameter] = field(default_factory=dict)
    rows: Sequence[Mapping[str, Exact]] = ()  # stored rows win over params
    derive: Mapping[str, Expression] = field(default_factory=dict)
    require: Sequence[Expression] = ()
    separate: bool = True
    table: Table | None = None
    hints: Sequence[Text] = ()
    solution: Sequence[Text] = ()  # steps
    references: Sequence[Reference] = ()
    canonical: Canonical | None = None
    weight: Exact = 1
    licence: str | None = None
    source: str | None = None

    @property
    def name(self) -> str:
        """The readable id: `llm-pretraining/loss-gap`."""
        return f"{self.bank}/{self.id}"

    @property
    def points(self) -> Exact:
        return sum(part.points for part in self.parts)


@dataclass(frozen=True, slots=True)
class Topic:
    """A named group of items in one file of a bank, in the bank's order."""

    id: str
    title: Text
    summary: Text
    items: Sequence[Item]


@dataclass(frozen=True, slots=True)
class Bank:
    """A set of items loaded together."""

    id: str
    title: Text
    summary: Text
    languages: Sequence[str]
    topics: Sequence[Topic]
    licence: str | None = None

    @property
    def items(self) -> Sequence[Item]:
        return [item for topic in self.topics for item in topic.items]


# --- what is wrong with a bank -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Issue:
    """One fault of a bank file, told to its author. `path` like `items[2].derive.L`."""

    code: str
    message: str
    path: str = ""
    file: str | None = None
    line: int | None = None  # from 1
    column: int | None = None  # from 1
    severity: Literal["error", "warning"] = "error"


class BankError(Exception):
    """A bank that cannot be used, with every issue found."""

    def __init__(self, issues: Sequence[Issue]) -> None:
        super().__init__("; ".join(f"{issue.path}: {issue.message}" for issue in issues[:5]))
        self.issues = tuple(issues)


# --- a variant and its frozen truth ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Interval:
    """Accepted values between two exact ends; None is no end on that side."""

    low: Fraction | None
    high: Fraction | None
    low_open: bool = False
    high_open: bool = False


@dataclass(frozen=True, slots=True)
class AcceptedRule:
    """A rule with its value and intervals worked out for one variant."""

    id: str
    value: Number
    credit: Fraction
    intervals: Sequence[Interval]


@dataclass(frozen=True, slots=True)
class NumericKey:
    """What a numeric part of a variant accepts, in order; `rules[0]` is the correct response."""

    rules: Sequence[AcceptedRule]

    kind = "numeric"


@dataclass(frozen=True, slots=True)
class ChoiceKey:
    """Options in the order shown, the credit of each, and the values of formula options."""

    order: Sequence[str]
    credits: Mapping[str, Fraction]
    values: Mapping[str, Number] = field(default_factory=dict)

    kind = "choice"


Key = NumericKey | ChoiceKey


@dataclass(frozen=True, slots=True)
class Variant:
    """An item with its parameters fixed. Grading reads this and never recomputes."""

    item: str  # Item.name
    revision: str  # grading hash of the item
    seed: str
    draws: int
    values: Mapping[str, Number]  # parameters, then derived values
    keys: Mapping[str, Key]  # part id -> key


# --- what a person typed and what grading says ------------------------------------------------


class ResponseError(Exception):
    """A response that cannot be read: refused, not graded, costs no attempt. `code` is stable."""

    def __init__(self, code: str, message: str, *, part: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.part = part


@dataclass(frozen=True, slots=True)
class Box:
    """What a number box asks for: the base unit of its key and the unit on its label."""

    unit: str | None = None
    ask_in: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a typed number. `value` in the base unit, exact; `read_as` for people."""

    value: Fraction
    read_as: str
    other: Sequence[Reading] = ()
    digits: tuple[int, int] = (1, 1)  # significant digits typed: least and most it can be


Verdict = Literal["correct", "partly", "wrong", "unreadable", "ask"]


@dataclass(frozen=True, slots=True)
class PartOutcome:
    """What grading says of one part. `credit` in [0, 1]; `rule` is the rule that decided."""

    id: str
    credit: Fraction
    verdict: Verdict
    read_as: str | None = None
    rule: str | None = None  # "key", a mistake's id, an option's id
    mistake: str | None = None
    say: str | None = None  # HTML in the learner's language
    code: str | None = None  # refusal code when unreadable
    readings: Sequence[Reading] = ()  # to choose from when verdict is "ask"


class Outcome(NamedTuple):
    """What grading says of a response: the parts in order and the score in points."""

    parts: Sequence[PartOutcome]
    given: Fraction
    maximum: Fraction

    @property
    def is_graded(self) -> bool:
        """False while a part is unreadable or must be asked about: then no attempt is used."""
        return all(part.verdict not in ("unreadable", "ask") for part in self.parts)
