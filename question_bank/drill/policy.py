"""How a drill is played, as a value, and its JSON.

Four modes with sane defaults, of which every part can be set otherwise:

practice   any number of tries and variants, everything shown at once
graded     a number of attempts, of which the best, last, first or the average counts
exam       one attempt against the clock, everything shown at the end
mastery    an item is done after so many right in a row, each on a fresh variant
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

Mode = Literal["practice", "graded", "exam", "mastery"]
Counted = Literal["best", "last", "average", "first"]
OutcomeShown = Literal["at_once", "at_end"]
ExplanationShown = Literal["at_once", "when_done", "at_end", "never"]

MAX_COUNT = 1000  # attempts, tries, right in a row
MAX_TIME_S = 60 * 60 * 24 * 30
MAX_GRACE_S = 60 * 60


class PolicyError(ValueError):
    """A policy or selection that makes no sense. `faults`: what, by the name of the field."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {message}" for name, message in faults.items()))
        self.faults = dict(faults)


@dataclass(frozen=True, slots=True)
class Policy:
    """How a drill is played. None is no limit."""

    mode: Mode = "practice"
    attempts: int | None = None  # of one learner at the drill
    tries: int | None = None  # graded responses to one variant
    counts: Counted = "best"  # over the learner's attempts
    try_counts: Counted = "best"  # over the tries at one item
    outcome: OutcomeShown = "at_once"  # verdict and score
    explanation: ExplanationShown = "at_once"  # key, reasons, worked solution, references
    another_variant: bool = True  # the learner may ask for a fresh one
    streak: int = 3  # right in a row that master an item
    time_limit_s: int | None = None
    grace_s: int = 30  # after the deadline a response on its way is still taken
    all_answered: bool = False  # finishing with items unanswered asks first

    @property
    def is_mastery(self) -> bool:
        return self.mode == "mastery"


DEFAULTS: Mapping[Mode, Policy] = {
    "practice": Policy(),
    "graded": Policy(
        mode="graded",
        attempts=3,
        tries=1,
        explanation="when_done",
        another_variant=False,
        all_answered=True,
    ),
    "exam": Policy(
        mode="exam",
        attempts=1,
        tries=1,
        counts="first",
        try_counts="last",
        outcome="at_end",
        explanation="at_end",
        another_variant=False,
        time_limit_s=60 * 60,
        all_answered=True,
    ),
    "mastery": Policy(mode="mastery", tries=1, try_counts="last"),
}


def load_policy(data: Mapping[str, Any]) -> Policy:
    """The policy of JSON: the defaults of its mode, and what is set otherwise. PolicyError."""
    mode = data.get("mode", "practice")
    if mode not in get_args(Mode):
        raise PolicyError({"mode": f"expected one of {', '.join(get_args(Mode))}, got {mode!r}"})
    given = dump_policy(DEFAULTS[mode]) | dict(data)
    faults = {name: message for name, value in given.items() if (message := _fault(name, value))}
    if not faults and given["outcome"] == "at_end" and given["explanation"] == "at_once":
        faults["explanation"] = "cannot be shown before the outcome is"
    if faults:
        raise PolicyError(faults)
    return Policy(**given)


def dump_policy(policy: Policy) -> dict[str, Any]:
    """JSON of a policy, every field written out."""
    return {field.name: getattr(policy, field.name) for field in fields(policy)}


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "mode": get_args(Mode),
    "counts": get_args(Counted),
    "try_counts": get_args(Counted),
    "outcome": get_args(OutcomeShown),
    "explanation": get_args(ExplanationShown),
}
_SWITCHES = ("another_variant", "all_answered")
_RANGES: Mapping[str, tuple[int, int, bool]] = {  # least, most, whether None is allowed
    "attempts": (1, MAX_COUNT, True),
    "tries": (1, MAX_COUNT, True),
    "streak": (1, MAX_COUNT, False),
    "time_limit_s": (10, MAX_TIME_S, True),
    "grace_s": (0, MAX_GRACE_S, False),
}


def _fault(name: str, value: object) -> str | None:
    """What is wrong with a field, if anything is."""
    if name in _CHOICES:
        is_known = isinstance(value, str) and value in _CHOICES[name]
        return None if is_known else f"expected one of {', '.join(_CHOICES[name])}, got {value!r}"
    if name in _SWITCHES:
        return None if isinstance(value, bool) else f"expected true or false, got {value!r}"
    if name not in _RANGES:
        return "a policy has no such field"
    least, most, may_lack = _RANGES[name]
    if value is None and may_lack:
        return None
    is_count = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
    return None if is_count else f"expected a whole number from {least} to {most}, got {value!r}"
