"""`etude bank verify` and `rebuild`: work on pools that a person asks for and watches."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import click

if TYPE_CHECKING:
    from service.use_cases.read_operation import Operation

PAUSE_S = 0.5  # between two looks at a job

NAMES = click.argument("names", nargs=-1, metavar="[ITEM]...")
NO_WAIT = click.option("--no-wait", is_flag=True, help="Ask, and leave it to the workers.")


@click.command()
@NAMES
@NO_WAIT
@click.pass_context
def verify(ctx: click.Context, names: tuple[str, ...], no_wait: bool) -> None:
    """Compute stored variants again and compare: after a new Etude or a new Python.

    ITEM is an item such as llm-pretraining/loss-gap; without any, all items. Nothing is
    overwritten: a variant that comes out otherwise is withdrawn, told here and replaced. Needs a
    running worker. Ends with 1 if anything differed or failed.

    \b
    Example:
      etude bank verify llm-pretraining/loss-gap
    """
    ctx.exit(_run("verify_pool", names, no_wait=no_wait))


@click.command()
@NAMES
@NO_WAIT
@click.pass_context
def rebuild(ctx: click.Context, names: tuple[str, ...], no_wait: bool) -> None:
    """Audit items anew, withdraw variants that come out otherwise, fill the pools up.

    ITEM as for `verify`. What learners were graded against stays as it was. Needs a running worker.
    """
    ctx.exit(_run("rebuild_revision", names, no_wait=no_wait))


def _run(
    kind: Literal["verify_pool", "rebuild_revision"], names: Sequence[str], *, no_wait: bool
) -> int:
    from service.commands.starting import connect_once
    from service.errors import ServiceError
    from service.use_cases.ask_for_job import ask_for_job

    connect_once()
    try:
        asked = {name: ask_for_job(kind, name, actor="cli") for name in names or _all_names()}
    except ServiceError as error:
        raise click.ClickException(str(error)) from error
    if no_wait:
        click.echo("\n".join(f"{job.id}  {name}" for name, job in asked.items()))
        return 0
    return max((_watch(name, job.id) for name, job in asked.items()), default=0)


def _all_names() -> Iterator[str]:
    from service.use_cases.list_items import list_items

    cursor: str | None = None
    while True:
        page = list_items(cursor=cursor, limit=200)
        yield from (item.name for item in page.rows if item.revision_id)
        cursor = page.next_cursor
        if cursor is None:
            return


def _watch(name: str, operation_id: str) -> int:
    """Wait for a job, tell how it ended; 1 if it failed or found a difference."""
    from service.use_cases.read_operation import read_operation

    told = ""
    while (operation := read_operation(operation_id)).state == "running":
        now = f"{name}: {operation.done} of {operation.total or '?'}"
        if now != told:
            click.echo(now, err=True)
        told = now
        time.sleep(PAUSE_S)
    click.echo(f"{name}: {_ending(operation)}")
    return int(operation.state == "failed" or bool((operation.result or {}).get("withdrawn")))


def _ending(operation: Operation) -> str:
    if operation.state == "failed":
        return f"failed: {'; '.join(operation.errors)}"
    result = operation.result or {}
    lines = [", ".join(f"{key} {value}" for key, value in result.items() if key != "differences")]
    lines += [f"  seed {each['seed']}: {each['fault']}" for each in result.get("differences", ())]
    return "\n".join(lines)
