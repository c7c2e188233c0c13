"""The bundled bank: complete in both languages, and fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from question_bank.audit import audit_item
from question_bank.model import ChoiceKey, ChoicePart, Item, NumericPart, Text
from question_bank.variants import draw_variant
from tests.question_bank.bundled import CHOICES, EXERCISES, TOPICS, bundled, compiled, items


def texts(item: Item) -> Iterator[Text]:
    yield from (item.title, item.prompt, *item.hints, *item.solution)
    cells = {cell for row in item.table.cells for cell in row} if item.table else set()
    if item.table:
        yield from (item.table.row_label, item.table.column_label)
    for part in item.parts:
        yield from ([] if part.id in cells else [part.label])
        match part:
            case NumericPart():
                yield part.why
                yield from (rule.say for rule in part.rules[1:])
            case ChoicePart():
                for option in part.options:
                    yield option.why
                    yield from ([option.text] if option.text else [])


def choice_parts() -> list[tuple[Item, ChoicePart]]:
    return [(item, part) for item in items() for part in item.parts if isinstance(part, ChoicePart)]


def single_choices() -> list[tuple[Item, ChoicePart]]:
    return [(item, part) for item, part in choice_parts() if part.pick == "one"]


# --- what the bank is ------------------------------------------------------------------------


def test_the_bank_has_its_topics_and_items_in_order() -> None:
    bank, found = bundled()

    assert bank.id == "llm-pretraining"
    assert [topic.id for topic in bank.topics] == TOPICS
    assert sorted(found) == sorted(EXERCISES + CHOICES)


def test_every_text_stands_in_english_and_russian() -> None:
    incomplete = [
        (item.id, dict(text))
        for item in items()
        for text in texts(item)
        if set(text) != {"en", "ru"}
    ]

    assert incomplete == []


def test_english_texts_have_no_cyrillic_letter_and_russian_ones_have_some() -> None:
    def is_cyrillic(text: str) -> bool:
        return any("\u0400" <= letter <= "\u04ff" for letter in text)

    prompts = [(item.id, item.prompt) for item in items()]

    assert [name for name, text in prompts if is_cyrillic(text["en"])] == []
    assert [name for name, text in prompts if not is_cyrillic(text["ru"])] == []


@pytest.mark.parametrize("name", EXERCISES + CHOICES)
def test_an_item_names_its_sources_and_when_it_was_checked(name: str) -> None:
    item = compiled(name).item

    assert item.references
    assert item.checked is not None and item.checked.finding
    assert item.hints and item.solution and item.tags


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_knows_two_slips_for_every_box(name: str) -> None:
    item = compiled(name).item
    cells = {part for row in item.table.cells for part in row} if item.table else set()

    boxes = [part for part in item.parts if isinstance(part, NumericPart)]

    for box in boxes:
        least = 1 if box.id in cells else 2
        assert sum(rule.credit < 1 for rule in box.rules) >= least, box.id


@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_gives_a_reason_for_every_option_and_names_a_misconception(name: str) -> None:
    (part,) = compiled(name).item.parts

    assert isinstance(part, ChoicePart)
    assert all(option.why for option in part.options)
    assert any(option.mistake for option in part.options if option.credit == 0)


def test_the_choices_show_every_kind() -> None:
    parts = {item.id: part for item, part in choice_parts() if item.id in CHOICES}

    assert [name for name, part in parts.items() if part.pick == "many"] == ["zero2-split"]
    assert [name for name, part in parts.items() if part.options[0].value] == ["zero1-per-rank"]


# --- fair to those who do not guess ------------------------------------------------------------


def test_the_key_is_shown_at_every_place_about_equally_often() -> None:
    seeds = 400
    for item, part in single_choices():
        places: Counter[int] = Counter()
        for seed in range(seeds):
            key = draw_variant(compiled(item.id), f"{seed}").keys[part.id]
            assert isinstance(key, ChoiceKey)
            places[[key.credits[option] for option in key.order].index(Fraction(1))] += 1

        fair = seeds / len(part.options)

        assert len(places) == len(part.options)
        assert max(places.values()) < 1.5 * fair, (item.id, places)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_key_does_not_stand_out_by_its_length(lang: str) -> None:
    ratios, longest = [], 0
    for _, part in single_choices():
        written = [option for option in part.options if option.text]
        if not written:
            continue
        (key,) = [
            len(option.text[lang]) for option in written if option.text and option.credit == 1
        ]
        others = [len(o.text[lang]) for o in written if o.text and o.credit < 1]
        ratios.append(key / (sum(others) / len(others)))
        longest += key > max(others)

    assert 0.93 < sum(ratios) / len(ratios) < 1.07
    assert all(0.75 < ratio < 1.3 for ratio in ratios)
    assert longest <= len(ratios) / 3


@pytest.mark.parametrize("name", EXERCISES + CHOICES)
def test_an_item_passes_its_audits_without_a_warning(name: str) -> None:
    report = audit_item(compiled(name), seeds=1000)

    assert [each for each in report.findings if each.status not in ("ok", "none")] == []
