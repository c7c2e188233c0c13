"""Presenting shows no key; explaining shows all of it, in the reader's language."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from question_bank.items import compile_item
from question_bank.model import Item, NumericPart, Reference, Rule
from question_bank.presenting import explain, hints, present
from question_bank.variants import canonical_variant
from tests.question_bank.exercises import (
    LOSS_GAP,
    ZERO3_AND_BUBBLE,
    ZERO_LEDGER,
    compiled,
    tolerance,
)


def test_a_variant_is_shown_with_its_numbers_units_and_tolerances() -> None:
    shown = present(compiled(ZERO3_AND_BUBBLE), canonical_variant(compiled(ZERO3_AND_BUBBLE)), "en")

    assert "A 7B parameter model keeps 16 bytes" in shown.prompt_html
    assert [part.unit_label for part in shown.parts] == ["GiB", "GiB", "%", "%", ""]
    assert [part.tolerance for part in shown.parts] == [
        "± 0.5 %", "± 0.5 %", "± 0.05 %", "± 0.05 %", "exact"
    ]  # fmt: skip


def test_a_variant_is_shown_in_the_readers_language_as_far_as_the_item_has_it() -> None:
    made = compiled(LOSS_GAP)
    variant = canonical_variant(made)

    russian, other = present(made, variant, "ru"), present(made, variant, "de")

    assert (russian.used_lang, other.used_lang) == ("ru", "en")
    assert "8,03\xa0млрд" in russian.prompt_html
    assert "8.03B" in other.prompt_html
    assert russian.title_text == "Разрыв в потерях при заданном бюджете"


def test_nothing_that_is_shown_tells_a_key() -> None:
    made = compiled(LOSS_GAP)

    shown = json.dumps(asdict(present(made, canonical_variant(made), "en")), default=str)

    for figure in ("1.948", "35.66", "3.377", "1.9225", "0.0258", "7.227", "no-six", "sign"):
        assert figure not in shown


def test_a_range_is_not_put_into_words() -> None:
    ranged = [Rule("key", "5", tolerance(range=("4", "6")))]
    item = Item("b", "t", "i", {"en": "T"}, {"en": "P"}, [NumericPart("x", ranged)])
    made = compile_item(item)

    assert present(made, canonical_variant(made), "en").parts[0].tolerance == ""
    assert explain(made, canonical_variant(made), "en").parts[0].accepted == ["4 to 6"]


@pytest.mark.parametrize(
    ("forms", "words", "slova"),
    [
        ({"abs": "0.5", "sig": 3}, "± 0.5 or to 3 significant digits",
         "± 0,5 или значащих цифр: 3"),
        ({"ratio": "0.5"}, "within a factor of 1.5", "с точностью до множителя 1,5"),
        ({"dp": 2}, "to 2 decimal places", "знаков после запятой: 2"),
    ],
)  # fmt: skip
def test_a_tolerance_is_put_into_words(forms: dict[str, object], words: str, slova: str) -> None:
    rules = [Rule("key", "5", tolerance(**forms))]
    made = compile_item(Item("b", "t", "i", {"en": "T"}, {"en": "P"}, [NumericPart("x", rules)]))
    variant = canonical_variant(made)

    assert present(made, variant, "en").parts[0].tolerance == words
    russian = replace(made.item, prompt={"ru": "P"}, title={"ru": "T"})
    made = compile_item(russian)
    assert present(made, canonical_variant(made), "ru").parts[0].tolerance == slova


def test_a_table_is_laid_out_by_part_ids() -> None:
    made = compiled(ZERO_LEDGER)

    table = present(made, canonical_variant(made), "en").table

    assert table is not None
    assert (table.rows, table.columns) == (["0", "1", "2", "3"], ["1", "2", "8"])
    assert table.cells[3] == ["c_3_1", "c_3_2", "c_3_8"]
    assert (table.row_label_html, table.column_label_html) == ("ZeRO stage", "ranks")


def test_an_explanation_has_keys_intervals_mistakes_and_steps_with_the_variants_numbers() -> None:
    made = compiled(LOSS_GAP)

    explained = explain(made, canonical_variant(made), "en")

    gap = explained.parts[4]
    assert gap.key == "0.0258043"
    assert gap.accepted == ["0.0252882 to 0.0263204"]
    assert [(mistake.id, mistake.value) for mistake in gap.mistakes] == [("sign", "−0.0258043")]
    assert "L = 1.948310" in explained.solution_html[1]
    assert "7.227 × 10<sup>23</sup>" in explained.solution_html[0].replace("\xa0", " ")


def test_references_and_reasons_are_part_of_the_explanation() -> None:
    reference = Reference("h", "Training Compute-Optimal Large Language Models", "Hoffmann", 2022)
    part = NumericPart("x", [Rule("key", "5", tolerance(abs=1, ends="(]"))], why={"en": "So."})
    item = Item("b", "t", "i", {"en": "T"}, {"en": "P"}, [part], references=[reference])
    made = compile_item(item)

    explained = explain(made, canonical_variant(made), "en")

    assert explained.references == [reference]
    assert explained.parts[0].why_html == "<p>So.</p>"
    assert explained.parts[0].accepted == ["4 to 6 (ends excluded: 4)"]


def test_hints_are_counted_when_shown_and_given_apart() -> None:
    made = compiled(LOSS_GAP)
    variant = canonical_variant(made)

    assert present(made, variant, "en").hints == 1
    assert "budget" in hints(made, variant, "en")[0]
