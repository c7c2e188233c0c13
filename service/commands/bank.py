"""`etude bank`: check, load and describe banks of items. Checking needs no database."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.commands.bank_jobs import rebuild, verify

if TYPE_CHECKING:
    from question_bank.audit import Thresholds

PATH = click.Path(exists=True, path_type=Path)


@click.group()
def bank() -> None:
    """Check, load and describe banks of items."""


@bank.command()
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="PATH...")
@click.option("--json", "as_json", is_flag=True, help="One JSON document, for programs.")
@click.option(
    "--seeds",
    default=2000,
    show_default=True,
    type=click.IntRange(0, 100_000),
    help="How many variants of each item the audits look at; 0 leaves the audits out.",
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=WARN:FAIL",
    help="Another limit for an audit, such as distinct=100:20. May be given several times.",
)
@click.pass_context
def check(
    ctx: click.Context, paths: tuple[Path, ...], as_json: bool, seeds: int, limits: tuple[str, ...]
) -> None:
    """Check banks: every fault with its line, then ten audits of each item.

    PATH is the folder of a bank, or one file that holds a whole bank or a topic.

    Ends with 0 if all is well (warnings are allowed), with 1 if a bank has a fault or an item
    fails an audit, with 2 if the command itself is wrong.

    \b
    Examples:
      etude bank check my-bank/
      etude bank check my-bank/ --seeds 200 --limit distinct=100:20
      etude bank check my-bank/ --json | jq '.banks[].issues'
    """
    from service.commands.bank_checking import check_path
    from service.commands.bank_report import as_data, show

    thresholds = read_limits(limits)
    results = []
    for path in paths:
        result = check_path(path, seeds=seeds, thresholds=thresholds)
        results.append(result)
        if not as_json:
            show(result)
    if as_json:
        click.echo(json.dumps(as_data(results), indent=2, ensure_ascii=False))
    ctx.exit(0 if all(result.passed for result in results) else 1)


def read_limits(limits: tuple[str, ...]) -> Thresholds:
    """The audits' limits with those of the command line in place. UsageError for others."""
    from dataclasses import fields, replace

    from question_bank.audit import Thresholds

    thresholds = Thresholds()
    known = [field.name for field in fields(thresholds)]
    for given in limits:
        name, _, figures = given.partition("=")
        warn, _, fail = figures.partition(":")
        if name not in known:
            raise click.UsageError(
                f"there is no limit {name!r}; expected one of {', '.join(known)}"
            )
        try:
            limit = replace(getattr(thresholds, name), warn=float(warn), fail=float(fail))
        except ValueError:
            raise click.UsageError(f"expected NAME=WARN:FAIL, got {given!r}") from None
        thresholds = replace(thresholds, **{name: limit})
    return thresholds


@bank.command()
def schema() -> None:
    """Print the JSON Schema of bank files, for editors.

    \b
    Example (then put this line on top of a bank file, for the YAML language server):
      etude bank schema > etude-bank.schema.json
      # yaml-language-server: $schema=etude-bank.schema.json
    """
    from schemas.bank import json_schema

    click.echo(json.dumps(json_schema(), indent=2, ensure_ascii=False))


bank.add_command(verify)
bank.add_command(rebuild)


@bank.command()
@click.argument("path", type=PATH, required=False)
@click.option("--bundled", is_flag=True, help="The bank that comes with Etude, in place of PATH.")
@click.option("--dry-run", is_flag=True, help="Tell what would change, and change nothing.")
def load(path: Path | None, bundled: bool, dry_run: bool) -> None:
    """Load a bank into the database: all of it, or nothing if it has a fault.

    New revisions are audited by the workers and published when they pass. Those of the bundled
    bank are published at once: its audits are part of Etude's own tests.
    """
    if (path is None) != bundled:
        raise click.UsageError("expected either a PATH or --bundled")
    from question_bank.model import BankError
    from service.commands.bank_checking import read_files
    from service.commands.bank_report import show_issues
    from service.commands.prepare import bundled_bank
    from service.commands.starting import connect_once
    from service.errors import ServiceError
    from service.use_cases.load_bank import load_bank

    connect_once()
    files = read_files(path) if path else bundled_bank()
    try:
        report = load_bank(files, actor="cli", dry_run=dry_run, trusted=bundled)
    except BankError as error:
        show_issues(error.issues, files)
        raise click.ClickException(f"nothing was loaded: {len(error.issues)} faults") from error
    except ServiceError as error:
        raise click.ClickException(str(error)) from error
    for fate in ("added", "changed", "unchanged", "absent"):
        names = getattr(report, fate)
        click.echo(
            f"{fate:<10} {len(names):>4}  {', '.join(names[:8])}{' ...' if names[8:] else ''}"
        )
    if dry_run:
        click.echo("Nothing was changed.")
