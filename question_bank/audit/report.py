"""What an audit says of an item: one finding per check, each with its figure and its limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

Status = Literal["ok", "warn", "fail", "none"]  # none: the check does not apply to this item

_ORDER: Mapping[Status, int] = {"none": 0, "ok": 1, "warn": 2, "fail": 3}


@dataclass(frozen=True, slots=True)
class Limit:
    """A figure above `warn` is a warning, above `fail` a failure (below, where small is bad)."""

    warn: float
    fail: float
    is_floor: bool = False

    def status(self, figure: float) -> Status:
        sign = -1 if self.is_floor else 1
        if sign * figure > sign * self.fail:
            return "fail"
        return "warn" if sign * figure > sign * self.warn else "ok"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The limits of all checks; shares are fractions of the sample."""

    distinct: Limit = Limit(warn=300, fail=50, is_floor=True)  # of 2,000 seeds; 300 is 10 classes
    mean_draws: Limit = Limit(warn=5, fail=20)
    degenerate: Limit = Limit(warn=0.01, fail=0.05)
    redraws_near_key: Limit = Limit(warn=0.30, fail=1.0)
    alike_mistakes: Limit = Limit(warn=0.02, fail=0.20)
    shown_inputs: Limit = Limit(warn=0.0, fail=0.0)
    carried_digits: Limit = Limit(warn=4, fail=6)
    best_guess: Limit = Limit(warn=0.10, fail=0.20)
    harder_by_digits: Limit = Limit(warn=2, fail=3)


@dataclass(frozen=True, slots=True)
class Finding:
    """One check of one item. `detail` names the part or value that decided, in plain words."""

    number: int
    check: str
    status: Status
    figure: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class AuditReport:
    """All findings of one item over `seeds` seeds."""

    item: str
    grading_hash: str
    seeds: int
    findings: Sequence[Finding]

    @property
    def status(self) -> Status:
        """The worst of all findings."""
        return max((finding.status for finding in self.findings), key=_ORDER.__getitem__)

    @property
    def passed(self) -> bool:
        return self.status != "fail"

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "status": self.status, "passed": self.passed}


def share(count: int, of: int) -> float:
    return count / of if of else 0.0


def percent(figure: float) -> str:
    return f"{figure:.1%}"
