"""Every kind of answering keeps the same promises. A new kind needs a sample item here, no test."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from question_bank import model
from question_bank.grading import grade
from question_bank.interactions import INTERACTIONS
from question_bank.items import compile_item
from question_bank.model import ChoicePart, Item, Option, ResponseError
from question_bank.presenting import explain, present
from question_bank.variants import draw_variant, dump_variant, load_variant
from tests.question_bank.exercises import EXERCISES, compiled

SECRET = "\u2042secret\u2042"  # stands in every text that only an explanation may show


def _choices() -> Item:
    why = {"en": SECRET}
    options = [
        Option("alpha", why, 1, {"en": "A"}, mistake=None),
        Option("beta", why, 0, {"en": "B"}, mistake="slip-beta"),
        Option("gamma", why, 1, {"en": "C"}),
    ]
    values = [
        Option("low", why, 1, value="n"),
        Option("high", why, 0, value="2*n"),
        Option("higher", why, 0, value="3*n"),
    ]
    return Item(
        bank="b",
        topic="t",
        id="choices",
        title={"en": "T"},
        prompt={"en": "P {n}"},
        params={"n": model.Steps(3, 99, 1)},
        parts=[
            ChoicePart("one", options),
            ChoicePart("many", options, pick="many"),
            ChoicePart("each", options, pick="many", scoring="per-option"),
            ChoicePart("values", values, order="ascending"),
        ],
        solution=[{"en": SECRET}],
    )


ITEMS: Mapping[str, Item] = {item.id: item for item in (*EXERCISES, _choices())}

any_item = pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS.keys())

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=70),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "reading", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)


def right_responses(item: Item, seed: str) -> dict[str, object]:
    variant = draw_variant(compiled(item), seed)
    return {
        part.id: INTERACTIONS[part.kind].right_response(part, variant.keys[part.id])
        for part in item.parts
    }


def test_every_kind_of_part_has_an_interaction_and_a_sample() -> None:
    kinds = {part.kind for part in get_args(model.Part)}

    assert INTERACTIONS.keys() == kinds == {key.kind for key in get_args(model.Key)}
    assert {part.kind for item in ITEMS.values() for part in item.parts} == kinds


@any_item
def test_the_same_seed_gives_the_same_variant(item: Item) -> None:
    for seed in ("s1", "s2", "", "\ud800", "💥" * 50):
        first = draw_variant(compiled(item), seed)

        assert draw_variant(compile_item(item), seed) == first
        assert load_variant(json.loads(json.dumps(dump_variant(first)))) == first


@any_item
@pytest.mark.parametrize("lang", ["en", "ru", "de"])
def test_the_key_scores_full(item: Item, lang: str) -> None:
    for seed in map(str, range(20)):
        variant = draw_variant(compiled(item), seed)

        outcome = grade(compiled(item), variant, right_responses(item, seed), lang)

        assert {part.id: part.verdict for part in outcome.parts} == {
            part.id: "correct" for part in item.parts
        }
        assert outcome.given == outcome.maximum == item.points


@any_item
def test_no_key_is_in_what_is_presented(item: Item) -> None:
    for seed in map(str, range(20)):
        made, variant = compiled(item), draw_variant(compiled(item), seed)

        shown = json.dumps(asdict(present(made, variant, "en")), default=str)

        assert SECRET not in shown
        assert "credit" not in shown and "mistake" not in shown
        for part in item.parts:
            for text in _secrets(INTERACTIONS[part.kind].dump_key(variant.keys[part.id])):
                assert text not in shown


def _secrets(key: object) -> Iterator[str]:
    """Long numbers of a stored key: what nobody could show by chance."""
    if isinstance(key, str) and len(key) > 8 and any(sign in key for sign in "./e"):
        yield key
    for inner in key.values() if isinstance(key, dict) else key if isinstance(key, list) else ():
        yield from _secrets(inner)


@any_item
def test_everything_is_explained_in_any_language(item: Item) -> None:
    variant = draw_variant(compiled(item), "s")

    for lang in ("en", "ru", "de", ""):
        explained = explain(compiled(item), variant, lang)

        assert [part.id for part in explained.parts] == [part.id for part in item.parts]
        assert all(part.key for part in explained.parts)


@any_item
@settings(deadline=None)
@given(response=JSON, data=st.data())
def test_any_json_is_graded_or_refused(item: Item, response: object, data: st.DataObject) -> None:
    part = data.draw(st.sampled_from(list(item.parts)))
    variant = draw_variant(compiled(item), "s")

    try:
        outcome = grade(compiled(item), variant, {part.id: response}, "en")
    except ResponseError as error:
        assert error.part == part.id
        assert error.code in ("type", "unknown_option")
        return

    assert 0 <= outcome.given <= outcome.maximum
    assert len(outcome.parts) == len(item.parts)


@any_item
def test_the_order_of_responses_does_not_matter(item: Item) -> None:
    responses = right_responses(item, "s")
    backwards = dict(reversed(responses.items()))
    variant = draw_variant(compiled(item), "s")

    assert grade(compiled(item), variant, responses, "en") == grade(
        compiled(item), variant, backwards, "en"
    )
