"""Compiling an item: the published figures, and every fault told together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from question_bank.items import compile_item
from question_bank.model import (
    BankError,
    Canonical,
    ChoicePart,
    Item,
    NumericPart,
    Option,
    Rule,
    Table,
    Tolerance,
    Values,
)
from question_bank.variants import canonical_variant
from tests.question_bank.exercises import (
    BREAK_EVEN,
    EXERCISES,
    FILTER_CASCADE,
    LOSS_GAP,
    ZERO3_AND_BUBBLE,
    ZERO_LEDGER,
    box,
    compiled,
    number,
    tolerance,
)


def simple_item(**changes: Any) -> Item:
    """x is drawn, y = 2x is asked."""
    item = Item(
        bank="b",
        topic="t",
        id="i",
        title={"en": "Double"},
        prompt={"en": "Double {x}."},
        params={"x": Values((1, 2, 3))},
        derive={"y": "2*x"},
        parts=[box("y", "y", tolerance(abs="0.1"))],
    )
    return replace(item, **changes)


def faults_of(item: Item) -> dict[str, str]:
    """path -> message of every issue."""
    with pytest.raises(BankError) as caught:
        compile_item(item)
    return {issue.path: issue.message for issue in caught.value.issues}


# --- the published figures -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "figures"),
    [
        (
            LOSS_GAP,
            {
                "C": "7.227e23",
                "L": "1.948310",
                "Nst": "35.663e9",
                "Dst": "3.377e12",
                "Lst": "1.922505",
                "gap": "0.025804",
            },
        ),
        (
            BREAK_EVEN,
            {"D2": "1.094026e12", "C2": "4.59491e23", "dC": "2.63209e23", "T": "2.12368e12"},
        ),
        (
            ZERO3_AND_BUBBLE,
            {"full": "112e9", "rank": "1.75e9", "f1": "7/39", "f2": "7/135", "m_min": "134"},
        ),
        (ZERO_LEDGER, {"peak8": "4.5e9"}),
        (FILTER_CASCADE, {"n3": "300", "s_stage": "0.75", "s_total": "0.3"}),
    ],
    ids=lambda value: value.id if isinstance(value, Item) else "",
)
def test_the_published_figures_come_out_digit_for_digit(
    item: Item, figures: Mapping[str, str]
) -> None:
    values = canonical_variant(compiled(item)).values

    for name, figure in figures.items():
        mantissa, _, exponent = figure.partition("e")
        places = len(mantissa.partition(".")[2]) - int(exponent or 0)
        half = Fraction(10) ** -places / 2 if "/" not in figure else 0
        assert abs(Fraction(values[name]) - Fraction(figure)) <= half, name


def test_exact_figures_are_exact() -> None:
    values = canonical_variant(compiled(ZERO3_AND_BUBBLE)).values

    assert (values["f1"], values["f2"]) == (Fraction(7, 39), Fraction(7, 135))
    assert isinstance(values["rank"], int)


def test_the_cells_of_a_table_are_parts_with_their_own_row_and_column() -> None:
    keys = canonical_variant(compiled(ZERO_LEDGER)).keys

    billions = {id: key.rules[0].value for id, key in keys.items()}
    assert billions["c_0_1"] == billions["c_0_8"] == 16 * 10**9
    assert billions["c_1_8"] == 55 * 10**8
    assert billions["c_2_8"] == 375 * 10**7
    assert (billions["c_3_8"], billions["c_3_2"]) == (2 * 10**9, 8 * 10**9)


@pytest.mark.parametrize("item", EXERCISES, ids=lambda item: item.id)
def test_a_figure_that_does_not_come_out_is_a_fault(item: Item) -> None:
    assert item.canonical is not None
    name = next(iter(item.canonical.expect))
    wrong = replace(item.canonical, expect={**item.canonical.expect, name: "7"})

    found = faults_of(replace(item, canonical=wrong))

    assert found.keys() == {f"canonical.expect.{name}"}
    assert "expected 7, the formulas give" in found[f"canonical.expect.{name}"]


@pytest.mark.parametrize(
    ("canonical", "path"),
    [
        (Canonical({}, {}), "canonical.set"),
        (Canonical({"x": 2, "z": 1}, {}), "canonical.set.z"),
        (Canonical({"x": 2}, {"y": "4.1"}), "canonical.expect.y"),
        (Canonical({"x": 2}, {"y": "x + 1"}), "canonical.expect.y"),
        (Canonical({"x": 2}, {"y": "4/"}), "canonical.expect.y"),
        (Canonical({"x": 2}, {"z": "4"}), "canonical.expect.z"),
        (Canonical({"x": 2}, {}, {"y": "4.1"}), "canonical.shown.y"),
        (Canonical({"x": 2}, {}, {"y": "four"}), "canonical.shown.y"),
        (Canonical({"x": 2}, {}, {"q": "4"}), "canonical.shown.q"),
    ],
)
def test_a_wrong_canonical_variant_is_told(canonical: Canonical, path: str) -> None:
    assert path in faults_of(simple_item(canonical=canonical))


def test_a_published_figure_may_be_a_formula_or_shown_as_printed() -> None:
    canonical = Canonical({"x": 2}, {"y": "8/2"}, {"y": "4.0"})

    assert compile_item(simple_item(canonical=canonical))


# --- values of given parameters ------------------------------------------------------------------


def test_parameters_that_are_never_drawn_can_be_worked_out_too() -> None:
    item = compile_item(simple_item(derive={"y": "2*x/3", "z": "x**0.5"}))

    assert item.derive({"x": 2}) == {"y": Fraction(4, 3), "z": 2**0.5}
    assert item.derive({"x": Fraction(1, 2)}) == {"y": Fraction(1, 3), "z": 0.5**0.5}
    assert item.derive({"x": -3 * 10**30 + 0 * 1}.copy() | {"x": 10**30})["y"] == Fraction(
        2 * 10**30, 3
    )
    with pytest.raises(KeyError):
        item.derive({})
    with pytest.raises(ValueError, match="too large"):
        item.derive({"x": 10**400})


def test_values_can_be_carried_on_rounded() -> None:
    params = {"N": 8_030_000_000, "D": 15 * 10**12}

    exact = compiled(LOSS_GAP).work_out(params)
    carried = compiled(LOSS_GAP).work_out(params, digits=3)

    assert carried.values["L"] == exact.values["L"]
    assert carried.values["gap"] == pytest.approx(1.95 - 1.92)
    assert carried.numbers["L"][0] == 1.95


# --- faults --------------------------------------------------------------------------------------


def test_every_fault_is_told_at_its_place() -> None:
    item = simple_item(
        constants={"k": 1, "sqrt": 2},
        functions={"f(n": "n", "g(n)": "open(n)", "h(n, n)": "n"},
        params={"x": Values((1, 1)), "if": Values((1,))},
        derive={"y": "2*x + oops", "z": "y + 'a'", "k": "1"},
        require=["x", "x <"],
        prompt={"en": "Double {nothing}."},
        parts=[
            NumericPart(
                "y",
                [
                    Rule("key", "y +", Tolerance(), credit=number("0.5")),
                    Rule("slip", "nope", tolerance(abs=1), credit=2, say={"en": "{what}"}),
                ],
                unit="parsec",
                points=0,
                min_digits=99,
            ),
            NumericPart("y", [Rule("key", "x", tolerance(abs=1))], unit="byte", ask_in="%"),
        ],
    )

    found = faults_of(item)

    assert found.keys() >= {
        "constants.sqrt",
        "functions.f(n",
        "functions.g(n)",
        "functions.h(n, n)",
        "params.x",
        "params.if",
        "derive.y",
        "derive.z",
        "derive.k",
        "require[0]",
        "require[1]",
        "prompt.en",
        "answers[0]",
        "answers[0].id",
        "answers[0].value",
        "answers[0].tol",
        "answers[0].unit",
        "answers[0].points",
        "answers[0].min_digits",
        "answers[0].mistakes[0].value",
        "answers[0].mistakes[0].credit",
        "answers[0].mistakes[0].say.en",
        "answers[1].ask_in",
    }


@pytest.mark.parametrize(
    ("changes", "path", "message"),
    [
        ({"derive": {"y": "z", "z": "1"}}, "derive.y", "unknown name z"),
        ({"derive": {"y": "x < 1"}}, "derive.y", "a number is expected"),
        ({"derive": {"y": "2*x", "x": "1"}}, "derive.x", "given 2 times"),
        ({"require": ["y"]}, "require[0]", "a condition is expected"),
        ({"require": ["y > 100"]}, "require", "200 x require[0]: y > 100"),
        ({"prompt": {}}, "prompt", "no text"),
        ({"prompt": {"en": "{x:no}"}}, "prompt.en", "no"),
        ({"parts": []}, "parts", "1 to 200 parts"),
        ({"rows": [{"x": 1}, {"z": 2}]}, "rows[1]", "expected x"),
        ({"derive": {"y": "x - 2"}, "parts": [box("y", "y", tolerance(rel="0.1"))]},
         "answers[0].tol", "key can be 0"),
        ({"parts": [box("y", "sqrt(x)", tolerance(exact=True))]}, "answers[0]", "is a float"),
        ({"parts": [box("y", "y", Tolerance(range=("y", "y - 1")))]}, "params",
         "ends are in order"),
        ({"parts": [box("y", "y", tolerance(abs=1), ("m", "y + 1", "0.5", "no"))]}, "params",
         "answers[0].mistakes[0].value: it and the key keep their distance"),
        ({"parts": [box("y", "y", tolerance(abs=1), names={"x": 1})]}, "answers[0]", "given twice"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_told(changes: dict[str, Any], path: str, message: str) -> None:
    found = faults_of(simple_item(**changes))

    assert path in found
    assert message in found[path]


@pytest.mark.parametrize(
    ("part", "path", "message"),
    [
        (ChoicePart("c", [Option("a", {"en": "w"}, 1, {"en": "A"})]), "parts[0].choice", "2 to 26"),
        (
            ChoicePart("c", [Option("a", {"en": "w"}, 0, {"en": "A"}),
                             Option("b", {"en": "w"}, 0, {"en": "B"})]),
            "parts[0].choice.options", "no option is right",
        ),
        (
            ChoicePart("c", [Option("a", {"en": "w"}, 1, {"en": "A"}),
                             Option("a", {"en": "w"}, 0, {"en": "B"})]),
            "parts[0].choice.options", "the id a stands there twice",
        ),
        (
            ChoicePart("c", [Option("a", {"en": "w"}, 1, {"en": "Same"}),
                             Option("b", {"en": "w"}, 0, {"en": "Same "})]),
            "parts[0].choice.options", "show the same text (en)",
        ),
        (
            ChoicePart("c", [Option("a", {}, 1, {"en": "A"}), Option("b", {"en": "w"}, 0)]),
            "parts[0].choice.options[1]", "either a text or a formula",
        ),
        (
            ChoicePart("c", [Option("a", {}, 1, {"en": "A"}), Option("b", {"en": "w"}, 0)]),
            "parts[0].choice.options[0].why", "needs a why",
        ),
        (
            ChoicePart("c", [Option("a", {"en": "w"}, 1, {"en": "A"}),
                             Option("b", {"en": "w"}, number("0.5"), {"en": "B"})], pick="many"),
            "parts[0].choice.options[1].credit", "right (1) or not (0)",
        ),
        (
            ChoicePart("c", [Option("a", {"en": "w"}, 1, {"en": "A"}),
                             Option("b", {"en": "w"}, 0, {"en": "B"})], order="ascending"),
            "parts[0].choice.order", "ascending needs a formula",
        ),
        (
            ChoicePart("c", [Option("a", {"en": "w"}, 1, value="y"),
                             Option("b", {"en": "w"}, 0, value="y+")], show="zz9",
                       min_gap=tolerance(sig=3), unit="parsec"),
            "parts[0].choice.options[1].value", "not a formula",
        ),
        (
            ChoicePart("c", [Option("a", {"en": "w"}, 1, value="y"),
                             Option("b", {"en": "w"}, 0, value="2*x")]),
            "params", "two options keep their distance",
        ),
        (
            ChoicePart("c", [Option("a", {"en": "w"}, 1, value="y"),
                             Option("b", {"en": "w"}, 0, value="y + 0.001")], show="fix1"),
            "params", "what two options show",
        ),
    ],
)  # fmt: skip
def test_a_choice_that_makes_no_sense_is_told(part: ChoicePart, path: str, message: str) -> None:
    found = faults_of(simple_item(parts=[part]))

    assert path in found
    assert message in found[path]


def test_a_table_names_number_boxes_of_its_item() -> None:
    table = Table("r", [1], "c", [1], {"en": "r"}, {"en": "c"}, [["nowhere"]])

    assert faults_of(simple_item(table=table)) == {
        "table": "the cell nowhere is not a number box of this item"
    }


def test_a_fault_in_one_formula_is_not_blamed_on_those_that_use_it() -> None:
    item = simple_item(derive={"y": "2*oops", "z": "y + 1", "w": "z/y"})

    assert faults_of(item) == {"derive.y": "unknown name oops"}


def test_a_key_that_cannot_be_zero_may_have_a_relative_tolerance() -> None:
    assert compile_item(simple_item(parts=[box("y", "y", tolerance(rel="0.1"))]))
    with_abs = [box("y", "y - 4", tolerance(rel="0.1", abs="0.1"))]
    assert compile_item(simple_item(parts=with_abs))


def test_the_language_of_an_item_is_that_of_its_prompt() -> None:
    assert compiled(LOSS_GAP).languages == ("en", "ru")
    assert compiled(LOSS_GAP).space == 1601 * 15
