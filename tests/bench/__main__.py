"""Measures speed and memory: `make bench`, `make bench ARGS="--quick --json"`.

Every speed is a ratio to a reference measured in the same run, for machines differ. What the
figures mean and how they came out is told in docs/performance.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from tests.bench import engine, serving, starting
from tests.bench.measuring import Figure


@click.command()
@click.option("--quick", is_flag=True, help="Under a minute, less exact.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--only", type=click.Choice(["engine", "serving", "starting"]), help="One group.")
def bench(quick: bool, as_json: bool, only: str | None) -> None:
    """Measure, and print each figure as soon as it is there."""
    if not as_json:
        click.echo(f"{'figure':38}{'value':>12}  {'unit':15}{'reference':>12}{'ratio':>8}  reach")
    for figure in _figures(quick, only):
        click.echo(json.dumps(figure.to_json()) if as_json else _line(figure))


def _figures(quick: bool, only: str | None) -> Iterator[Figure]:
    if only in (None, "engine"):
        yield from engine.figures(3 if quick else 15)
    if only in (None, "serving"):
        yield from serving.figures(6 if quick else 30)
    if only in (None, "starting"):
        yield from starting.figures()


def _line(figure: Figure) -> str:
    reference = "" if figure.reference is None else f"{figure.reference:,.0f}"
    ratio = "" if figure.ratio is None else f"{figure.ratio:.3f}"
    value = f"{figure.value:,.1f}" if figure.value < 1000 else f"{figure.value:,.0f}"
    return (
        f"{figure.figure:38}{value:>12}  {figure.unit:15}{reference:>12}{ratio:>8}  {figure.reach}"
    )


if __name__ == "__main__":
    bench()
