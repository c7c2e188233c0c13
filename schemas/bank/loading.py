"""Files to a bank: every fault of every file at once, each with its line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from question_bank.formats import READERS
from question_bank.items import CompiledItem
from question_bank.model import Bank, BankError, Issue
from schemas.bank.reading import MAX_ISSUES, BankReader


@dataclass(frozen=True, slots=True)
class CheckedBank:
    """What could be made of the files. `bank` is None if an issue is an error."""

    bank: Bank | None
    compiled: tuple[CompiledItem, ...]
    issues: tuple[Issue, ...]

    @property
    def errors(self) -> tuple[Issue, ...]:
        return tuple(issue for issue in self.issues if issue.severity == "error")


def load_bank(files: Mapping[str, bytes], *, format: str = "native") -> Bank:
    """The bank in `files` (name -> bytes). Raises BankError with every issue."""
    return load_and_compile(files, format=format)[0]


def load_and_compile(
    files: Mapping[str, bytes], *, format: str = "native"
) -> tuple[Bank, list[CompiledItem]]:
    """The bank and its items ready to draw from. Raises BankError with every issue."""
    checked = check_bank(files, format=format)
    if checked.bank is None:
        raise BankError(checked.issues)
    return checked.bank, list(checked.compiled)


def check_bank(files: Mapping[str, bytes], *, format: str = "native") -> CheckedBank:
    """Whatever is wrong is in `issues`, warnings too; nothing is raised."""
    try:
        tree = READERS[format](files)
    except BankError as error:
        return CheckedBank(None, (), error.issues)
    reader = BankReader(tree)
    bank = reader.read()
    issues = _in_order(reader.issues, list(files))
    if bank is None or any(issue.severity == "error" for issue in issues):
        return CheckedBank(None, (), issues)
    return CheckedBank(bank, tuple(reader.compiled), issues)


def _in_order(issues: Sequence[Issue], files: Sequence[str]) -> tuple[Issue, ...]:
    """Each once, by file and line; of very many the first."""
    order = {name: index for index, name in enumerate(files)}
    told = sorted(
        dict.fromkeys(issues),
        key=lambda issue: (order.get(issue.file or "", -1), issue.line or 0, issue.column or 0),
    )
    if len(told) <= MAX_ISSUES:
        return tuple(told)
    more = Issue("more", f"there are more faults than these {MAX_ISSUES}")
    return (*told[:MAX_ISSUES], more)
