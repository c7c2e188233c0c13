"""What `etude bank check` does with one path: read, check, compile, audit."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from question_bank.audit import AuditReport, Thresholds, audit_item
from question_bank.formats.native import ENDINGS, MAX_FILES
from question_bank.formats.plain_files import MAX_BYTES
from question_bank.items import CompiledItem
from question_bank.model import Bank, Issue
from schemas.bank import check_bank


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A checked path. `audits` are in the order of `items`; none if there was a fault."""

    path: Path
    folder: Path
    files: Mapping[str, bytes]
    bank: Bank | None
    items: Sequence[CompiledItem]
    issues: Sequence[Issue]
    audits: Sequence[AuditReport]

    @property
    def passed(self) -> bool:
        return self.bank is not None and all(audit.passed for audit in self.audits)


def check_path(path: Path, *, seeds: int, thresholds: Thresholds) -> CheckResult:
    """`seeds` variants of each item are audited; none if it is 0."""
    files = read_files(path)
    checked = check_bank(files)
    audits = [
        audit_item(compiled, seeds=seeds, thresholds=thresholds)
        for compiled in _shown(checked.compiled if seeds else ())
    ]
    return CheckResult(
        path, _folder(path), files, checked.bank, checked.compiled, checked.issues, audits
    )


def _shown(items: Sequence[CompiledItem]) -> Iterator[CompiledItem]:
    """The items one by one; a person who waits sees how far the audits are."""
    if not sys.stderr.isatty():
        yield from items
        return
    with click.progressbar(items, label="Auditing", file=sys.stderr) as bar:
        yield from bar


def read_files(path: Path) -> dict[str, bytes]:
    """The files of a bank by name. A file beside a `bank.yaml` stands for that whole bank."""
    folder = _folder(path)
    if path.is_file() and not any((folder / f"bank{ending}").is_file() for ending in ENDINGS):
        return {path.name: _read(path)}
    found = [file for file in sorted(folder.iterdir()) if file.suffix in ENDINGS and file.is_file()]
    # One too many is enough for the reader to say that there are too many.
    return {file.name: _read(file) for file in found[: MAX_FILES + 1]}


def _folder(path: Path) -> Path:
    return path if path.is_dir() else path.parent


def _read(file: Path) -> bytes:
    """The bytes of a file, cut where it is too big to be a bank's."""
    with file.open("rb") as opened:
        return opened.read(MAX_BYTES + 1)
