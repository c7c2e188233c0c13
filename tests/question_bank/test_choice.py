"""Choices: one or many, fixed or worked out, shuffled by the seed, never two that look alike."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from question_bank.grading import grade
from question_bank.items import CompiledItem, compile_item
from question_bank.model import ChoiceKey, ChoicePart, Item, Option, ResponseError, Steps, Values
from question_bank.presenting import explain, present
from question_bank.tolerance import exact_value
from question_bank.variants import draw_variant, dump_variant, load_variant
from tests.question_bank.exercises import number, tolerance


def option(id: str, credit: str = "0", mistake: str | None = None) -> Option:
    return Option(id, {"en": f"Because {id}."}, number(credit), {"en": id.title()}, mistake=mistake)


FOUR = (option("a", "1"), option("b", mistake="slip-b"), option("c"), option("d"))


def choice_item(**changes: Any) -> CompiledItem:
    part = ChoicePart("which", **{"options": FOUR, **changes})
    return compile_item(Item("b", "t", "which", {"en": "T"}, {"en": "Which?"}, [part]))


def credit(made: CompiledItem, response: object) -> Fraction:
    return grade(made, draw_variant(made, "s"), {"which": response}, "en").parts[0].credit


def order(made: CompiledItem, seed: str) -> tuple[str, ...]:
    key = draw_variant(made, seed).keys["which"]
    assert isinstance(key, ChoiceKey)
    return tuple(key.order)


def test_the_right_option_scores_and_a_distractor_names_its_misconception() -> None:
    made = choice_item()

    outcomes = {
        id: grade(made, draw_variant(made, "s"), {"which": id}, "en").parts[0] for id in "abcd"
    }

    assert {id: outcome.verdict for id, outcome in outcomes.items()} == {
        "a": "correct",
        "b": "wrong",
        "c": "wrong",
        "d": "wrong",
    }
    assert (outcomes["b"].rule, outcomes["b"].mistake) == ("b", "slip-b")


def test_an_option_may_earn_a_part() -> None:
    made = choice_item(options=(option("a", "1"), option("b", "0.25")))

    assert credit(made, "b") == Fraction(1, 4)


@pytest.mark.parametrize(
    ("picked", "all_or_nothing", "per_option"),
    [
        (["a", "c"], "1", "1"),
        (["c", "a", "a"], "1", "1"),
        (["a"], "0", "1/2"),
        (["a", "b"], "0", "0"),
        (["a", "c", "b"], "0", "1/2"),
        (["a", "b", "c", "d"], "0", "0"),
        (["b", "d"], "0", "0"),
    ],
)
def test_many_are_scored_together_or_one_by_one(
    picked: list[str], all_or_nothing: str, per_option: str
) -> None:
    options = (option("a", "1"), option("b"), option("c", "1"), option("d"))

    together = choice_item(options=options, pick="many")
    apart = choice_item(options=options, pick="many", scoring="per-option")

    assert credit(together, picked) == Fraction(all_or_nothing)
    assert credit(apart, picked) == Fraction(per_option)


@pytest.mark.parametrize("nothing", [None, "", []])
def test_nothing_chosen_is_unreadable_not_wrong(nothing: object) -> None:
    made = choice_item(pick="many") if nothing == [] else choice_item()

    outcome = grade(made, draw_variant(made, "s"), {"which": nothing}, "ru").parts[0]

    assert (outcome.verdict, outcome.code, outcome.say) == (
        "unreadable", "empty", "Ничего не выбрано."
    )  # fmt: skip


@pytest.mark.parametrize(
    ("pick", "response", "code"),
    [
        ("one", "z", "unknown_option"),
        ("one", ["a"], "type"),
        ("one", 1, "type"),
        ("one", {"id": "a"}, "type"),
        ("many", ["a", "z"], "unknown_option"),
        ("many", "a", "type"),
        ("many", [["a"]], "type"),
        ("many", [None], "type"),
    ],
)
def test_what_is_no_option_is_an_error(pick: str, response: object, code: str) -> None:
    with pytest.raises(ResponseError) as caught:
        credit(choice_item(pick=pick), response)

    assert (caught.value.code, caught.value.part) == (code, "which")


def test_the_seed_shuffles_evenly() -> None:
    made = choice_item()

    firsts = Counter(order(made, str(seed))[0] for seed in range(400))

    assert order(made, "s") == order(made, "s")
    assert set(firsts) == set("abcd")
    assert min(firsts.values()) > 60


def test_an_order_can_be_fixed() -> None:
    made = choice_item(order="fixed")

    assert {order(made, str(seed)) for seed in range(20)} == {("a", "b", "c", "d")}


BUBBLE = Item(
    bank="b",
    topic="t",
    id="bubble",
    title={"en": "Bubble"},
    prompt={"en": "The bubble of {p} stages and {m} microbatches?"},
    params={"p": Values((4, 8, 12, 16)), "m": Steps(8, 64, 4)},
    parts=[
        ChoicePart(
            "which",
            [
                Option("key", {"en": "Right."}, 1, value="(p-1)/(m+p-1)"),
                Option("over-m", {"en": "No."}, value="(p-1)/m", mistake="p-over-m"),
                Option("p", {"en": "No."}, value="p/(m+p-1)"),
                Option("half", {"en": "No."}, value="(p-1)/(2*m+p-1)"),
            ],
            show="pct1",
            min_gap=tolerance(rel="0.05"),
            order="ascending",
            unit="fraction",
        )
    ],
)


def test_options_of_formulas_keep_their_distance_and_never_look_alike() -> None:
    made = compile_item(BUBBLE)

    for seed in range(100):
        variant = draw_variant(made, str(seed))
        key = variant.keys["which"]
        assert isinstance(key, ChoiceKey)
        values = [exact_value(key.values[id]) for id in key.order]
        shown = [option.html for option in present(made, variant, "en").parts[0].options]

        assert values == sorted(values)
        assert all(b - a >= b * Fraction(5, 100) for a, b in pairwise(values))
        assert len(set(shown)) == 4


def test_options_of_formulas_are_printed_in_the_readers_language() -> None:
    made = compile_item(BUBBLE)
    variant = draw_variant(made, "s")

    english, russian = (present(made, variant, lang).parts[0].options for lang in ("en", "ru"))

    assert [option.id for option in english] == [option.id for option in russian]
    assert "." in english[0].html and "%" in english[0].html


def test_every_option_is_explained_in_the_order_shown() -> None:
    made = choice_item()
    variant = draw_variant(made, "s")

    explained = explain(made, variant, "en").parts[0]

    assert [option.id for option in explained.options] == list(order(made, "s"))
    assert {option.id: option.why_html for option in explained.options}["b"] == "<p>Because b.</p>"
    assert explained.key == "a"


def test_a_stored_choice_is_the_same_when_loaded() -> None:
    variant = draw_variant(compile_item(BUBBLE), "s")

    assert load_variant(dump_variant(variant)) == variant
