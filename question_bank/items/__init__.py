"""Compiles an item: formulas into functions, texts into templates; tells every fault together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import prod
from typing import NamedTuple

from question_bank import parameters
from question_bank.derivation import Formulas, FormulaSource, read_formulas
from question_bank.drawing import Drawer, NoVariant
from question_bank.expressions.runtime import simplest
from question_bank.faults import Faults
from question_bank.items.canonical import check_canonical
from question_bank.items.checks import check_item, parameter_extents
from question_bank.items.hashes import grading_hash, text_hash
from question_bank.items.texts import ItemTexts
from question_bank.model import BankError, Exact, Item, Number, Part

TRIAL_DRAWS = 16


class WorkedOut(NamedTuple):
    """The values of given parameters, and every number of each part: rule and option values."""

    values: Mapping[str, Number]
    numbers: Mapping[str, Sequence[Number]]  # part id -> values in the order of its formulas


class CompiledItem:
    """An item ready to be drawn, shown and graded."""

    def __init__(self, item: Item, source: FormulaSource, formulas: Formulas, texts: ItemTexts):
        self.item = item
        self.source = source
        self.formulas = formulas
        self.texts = texts
        self.grading_hash = grading_hash(item, formulas.used)
        self.text_hash = text_hash(item)
        self.languages = tuple(item.prompt)
        self.parameter_names = tuple(source.extents)
        self.parts = {part.id: part for part in item.parts}
        self.part_places = {part.part.id: part.place for part in source.parts}

    @cached_property
    def drawer(self) -> Drawer:
        return Drawer(self.item, self.grading_hash, self.formulas)

    @cached_property
    def space(self) -> int:
        """How many sets of parameters there are, conditions not counted."""
        if self.item.rows:
            return len(self.item.rows)
        return prod(parameters.count(parameter) for parameter in self.item.params.values())

    def derive(self, params: Mapping[str, Exact]) -> dict[str, Number]:
        """The derived values of given parameters.

        KeyError if one lacks; ArithmeticError or ValueError if a value cannot be worked out.
        """
        made: dict[str, Number] | None = self.formulas.derive.call(params)
        if made is None:
            params = dict(zip(self.parameter_names, self._ordered(params), strict=True))
            made = self._formulas_for(params).derive.call(params)
        assert made is not None  # _formulas_for gives what is made for these
        return made

    def work_out(self, params: Mapping[str, Exact], digits: int | None = None) -> WorkedOut:
        """All values and numbers of given parameters, conditions not looked at.

        With `digits`, every derived value is carried on rounded to that many significant figures.
        Raises as `derive` does.
        """
        if digits is None:
            result = self._formulas_for(params).work_out.call(*self._ordered(params))
        else:
            if not self._carried.is_made_for(params):
                raise ValueError("a parameter is too large")
            result = self._carried.work_out.call(*self._ordered(params), digits)
        values, numbers = result
        return WorkedOut(values, {id: numbers[place] for id, place in self.part_places.items()})

    def renderer(self, part: Part, values: Mapping[str, Number], lang: str) -> Callable[[str], str]:
        """Renders a part's texts by their key; empty where there is none."""
        return lambda key: self.texts.html(f"{part.id}/{key}", values, lang)

    def _ordered(self, params: Mapping[str, Exact]) -> list[Exact]:
        return [simplest(params[name]) for name in self.parameter_names]

    def _formulas_for(self, params: Mapping[str, Exact]) -> Formulas:
        for formulas in (self.formulas, self._wide):
            if formulas.is_made_for(params):
                return formulas
        raise ValueError("a parameter is too large")

    @cached_property
    def _wide(self) -> Formulas:
        return Formulas(self.source, Faults(), is_wide=True)

    @cached_property
    def _carried(self) -> Formulas:
        return Formulas(self.source, Faults(), is_wide=True, is_carried=True)


def compile_item(item: Item, *, trial_draws: int = TRIAL_DRAWS) -> CompiledItem:
    """The compiled item. BankError with every fault found, at paths like `derive.L`.

    A few trial draws show whether the item can be drawn at all; an item that was already checked
    can go without (`trial_draws=0`).
    """
    faults = Faults()
    check_item(item, faults)
    source = read_formulas(item, parameter_extents(item), faults)
    formulas = Formulas(source, faults)
    texts = ItemTexts(item, [*source.extents, *source.derive], faults)
    _stop_at(faults)
    compiled = CompiledItem(item, source, formulas, texts)
    with faults.at("derive"):
        _ = formulas.draw, formulas.work_out, formulas.derive
    _stop_at(faults)
    check_canonical(compiled, faults)
    _try_draws(compiled, trial_draws, faults)
    _stop_at(faults)
    return compiled


def _try_draws(compiled: CompiledItem, trial_draws: int, faults: Faults) -> None:
    zero_keys: set[str] = set()
    for trial in range(trial_draws):
        try:
            failed = compiled.drawer.draw(f"trial {trial}").failed
        except NoVariant as error:
            faults.add("no_variant", "require" if compiled.item.require else "params", str(error))
            return
        zero_keys |= {label for label in failed if label.endswith("the key is not 0")}
    for label in sorted(zero_keys):
        path = label.partition(":")[0]
        expected = "the key can be 0, where a relative tolerance accepts nothing else; add abs"
        faults.add("zero_key", path, expected)


def _stop_at(faults: Faults) -> None:
    if faults.issues:
        raise BankError(faults.issues)
