"""From what a schema read to `model.Item`: everything the item needs is put inside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from question_bank.formats.tree import Path
from question_bank.model import Item, Part
from schemas.bank.contents import needed, used_names
from schemas.faults import Fault
from schemas.localized import Around
from schemas.tables import Expanded

KEPT = (
    "id title prompt difficulty tags status checked params rows derive require separate hints "
    "solution references canonical weight licence source"
).split()


def build_item(data: Mapping[str, Any], around: Around) -> Item:
    """The item with the constants and functions that it uses."""
    expanded: Expanded | None = data.get("table")
    item = Item(
        bank=around.bank,
        topic=around.topic,
        parts=parts_of(data),
        table=expanded.table if expanded else data.get("grid"),
        **{name: data[name] for name in KEPT},
    )
    constants, functions = needed(
        used_names(item),
        {**around.constants, **data["constants"]},
        {**around.functions, **data["functions"]},
    )
    return replace(item, constants=constants, functions=functions)


def parts_of(data: Mapping[str, Any]) -> tuple[Part, ...]:
    """All parts: a table's boxes, answers or parts as they stand, the choice among formulas."""
    expanded: Expanded | None = data.get("table")
    written = data.get("answers") or data.get("parts") or ()
    choices = [data["choices"]] if data.get("choices") else []
    return (*(expanded.parts if expanded else ()), *written, *choices)


def origins_of(raw: Mapping[str, Any], parts: int) -> list[Path]:
    """For each part the path where it is written, relative to the item."""
    name = "answers" if "answers" in raw else "parts"
    written = raw.get(name)
    paths: list[Path] = [(name, index) for index in range(len(written or ()))]
    if "choices" in raw:
        paths.append(("choices",))
    return [*[("table",)] * (parts - len(paths)), *paths]


def faults_of_ids(raw: Mapping[str, Any], parts: tuple[Part, ...]) -> list[tuple[Path, Fault]]:
    """Parts whose id stands before them already, or that a grid names and nobody wrote."""
    origins = origins_of(raw, len(parts))
    ids = [part.id for part in parts]
    faults: list[tuple[Path, Fault]] = [
        ((*origins[index], "id"), Fault("duplicate", f"a part {id!r} stands before this one"))
        for index, id in enumerate(ids)
        if id in ids[:index]
    ]
    grid = raw.get("grid")
    for row in grid["cells"] if grid else ():
        faults += [
            (("grid", "cells"), Fault("part", f"there is no part {id!r}"))
            for id in row
            if id not in ids
        ]
    return faults
