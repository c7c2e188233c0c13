"""How `etude bank check` tells what it found: for people, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from question_bank.audit import AuditReport
from question_bank.items import CompiledItem
from question_bank.model import Issue
from schemas.problem import issue_fault
from service.commands.bank_checking import CheckResult

COLOURS = {"error": "red", "fail": "red", "warning": "yellow", "warn": "yellow", "ok": "green"}
MAX_SHOWN = 160  # characters of a source line

HINTS = {
    "alias": "Write the value out where it is used.",
    "anchor": "Write the value out where it is used, or make it a constant.",
    "canonical": "Correct the published figure, or the formula.",
    "duplicate": "Keep one of the two.",
    "encoding": "Save the file as UTF-8.",
    "missing_file": "Make the file, or take the topic out of the list.",
    "missing_language": "Add the translation, or take the language out of the bank's list.",
    "number": "Write it as 8.03e9, 5e-4 or 7/39.",
    "switch": "Write true or false.",
    "syntax": "Look at quotes, brackets and indentation, here and on the line above.",
    "tab": "Replace it by blanks.",
    "tag": "Leave it out: what a value means is told by its field.",
    "unused": "Take it out, or use it.",
    "unused_file": "Add it to `topics` in the bank's main file, or move it away.",
}


def show(result: CheckResult) -> None:
    """The bank, its items with their audits, and what is wrong where."""
    bank = result.bank
    if bank is not None:
        spoken = " ".join(bank.languages)
        counts = f"{len(bank.topics)} topics, {len(bank.items)} items, {spoken}"
        click.echo(f"{click.style(bank.id, bold=True)}  {result.path}  ({counts})")
        _show_items(result.items, result.audits)
    show_issues(result.issues, result.files, result.folder)
    click.echo(_summary(result))


def _show_items(items: Sequence[CompiledItem], audits: Sequence[AuditReport]) -> None:
    width = max(len(compiled.item.id) for compiled in items)
    for index, compiled in enumerate(items):
        item = compiled.item
        audit = audits[index] if audits else None
        size = f"{len(item.parts):>3} parts {item.points!s:>4} points"
        click.echo(f"  {item.id:<{width}} {size}  {_verdict(audit)}")
        for finding in audit.findings if audit else ():
            if finding.status in ("warn", "fail"):
                detail = f" ({finding.detail})" if finding.detail else ""
                what = f"{finding.number} {finding.check}: {finding.figure}{detail}"
                click.echo(f"  {'':<{width}} {_coloured(finding.status)} {what}")


def _verdict(audit: AuditReport | None) -> str:
    if audit is None:
        return "not audited"
    applied = sum(finding.status != "none" for finding in audit.findings)
    return f"{applied} audits {_coloured(audit.status)}"


def _coloured(word: str) -> str:
    return click.style(word, fg=COLOURS.get(word))


def show_issues(issues: Sequence[Issue], files: Mapping[str, bytes], folder: Path = Path()) -> None:
    """Each as `file:line:column code message`, with the line itself and a hint."""
    lines = {name: _lines(content) for name, content in files.items()}
    for issue in issues:
        place = [str(folder / issue.file)] if issue.file else [str(folder)]
        place += [str(number) for number in (issue.line, issue.column) if number is not None]
        kind = _coloured(issue.severity) if issue.severity == "warning" else ""
        code = click.style(issue.code, bold=True)
        click.echo(" ".join(filter(None, [":".join(place), kind, code, issue.message])))
        _show_line(issue, lines.get(issue.file or "", []))
        if hint := HINTS.get(issue.code):
            click.echo(f"        {hint}")


def _lines(content: bytes) -> list[str]:
    """As an editor counts them, also of a file that is no UTF-8."""
    text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def _show_line(issue: Issue, lines: Sequence[str]) -> None:
    """The line with a mark under the place; of a very long one the part around it."""
    if issue.line is None or issue.line > len(lines):
        return
    column = issue.column or 1
    begin = max(0, column - MAX_SHOWN // 2) if len(lines[issue.line - 1]) > MAX_SHOWN else 0
    shown = lines[issue.line - 1][begin : begin + MAX_SHOWN]
    shown = "".join(sign if sign.isprintable() else " " for sign in shown)  # no terminal codes
    click.echo(f"  {issue.line:>5} | {shown}")
    click.echo(f"        | {' ' * (column - 1 - begin)}^")


def _summary(result: CheckResult) -> str:
    errors = sum(issue.severity == "error" for issue in result.issues)
    warnings = len(result.issues) - errors
    failed = sum(not audit.passed for audit in result.audits)
    words = [f"{errors} errors", f"{warnings} warnings"]
    words += [f"{failed} of {len(result.audits)} items fail an audit"] if result.audits else []
    verdict = _coloured("ok") if result.passed else click.style("not ok", fg="red")
    return f"{result.path}: {verdict} ({', '.join(words)})"


def as_data(results: Sequence[CheckResult]) -> dict[str, Any]:
    """The same as one JSON value."""
    return {"ok": all(result.passed for result in results), "banks": [_bank(r) for r in results]}


def _bank(result: CheckResult) -> dict[str, Any]:
    return {
        "path": str(result.path),
        "id": result.bank.id if result.bank else None,
        "ok": result.passed,
        "items": [
            {
                "id": compiled.item.name,
                "parts": len(compiled.item.parts),
                "points": str(compiled.item.points),
                "audit": result.audits[index].to_json() if result.audits else None,
            }
            for index, compiled in enumerate(result.items)
        ],
        "issues": [{**issue_fault(issue), "severity": issue.severity} for issue in result.issues],
    }
