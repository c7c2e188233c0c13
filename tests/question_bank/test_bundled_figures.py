"""The bundled exercises: published figures, what people type for them, the same done otherwise."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from question_bank.grading import grade
from question_bank.model import NumericKey
from question_bank.variants import canonical_variant, draw_variant
from tests.question_bank.bundled import compiled

# --- published figures -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "published", "figures"),
    [
        # Two independent recomputations agree with every published digit.
        ("loss-gap", "C", 7.227e23, 4),
        ("loss-gap", "L", 1.948310, 7),
        ("loss-gap", "Nst", 35.663e9, 5),
        ("loss-gap", "Dst", 3.377e12, 4),
        ("loss-gap", "Lst", 1.922505, 7),
        ("loss-gap", "gap", 0.025804, 5),
        ("break-even", "D2", 1.094026e12, 7),
        ("break-even", "C2", 4.59491e23, 6),
        ("break-even", "dC", 2.63209e23, 6),
        ("break-even", "extra", 1.2394e11, 5),
        ("break-even", "T", 2.12368e12, 6),
        ("zero3-and-bubble", "full", 112e9, 12),
        ("zero3-and-bubble", "full_gib", 104.308, 6),
        ("zero3-and-bubble", "rank", 1.75e9, 12),
        ("zero3-and-bubble", "rank_gib", 1.630, 4),
        ("zero3-and-bubble", "f1", 7 / 39, 15),
        ("zero3-and-bubble", "f2", 7 / 135, 15),
        ("zero3-and-bubble", "m_min", 134, 3),
        # Rajbhandari et al. 2019: 7.5B parameters on 64 ranks, stage 1.
        ("zero1-per-rank", "state_gb", 31.4, 3),
    ],
)
def test_a_canonical_variant_has_the_published_figure(
    name: str, value: str, published: float, figures: int
) -> None:
    variant = canonical_variant(compiled(name))

    assert f"{float(variant.values[value]):.{figures - 1}e}" == f"{published:.{figures - 1}e}"


def test_the_ledger_of_one_billion_parameters_has_the_published_cells() -> None:
    variant = canonical_variant(compiled("zero-ledger"))

    keys = {
        part: key.rules[0].value
        for part, key in variant.keys.items()
        if isinstance(key, NumericKey)
    }

    per_rank = {"0": (16, 16, 16), "1": (16, 10, 5.5), "2": (16, 9, 3.75), "3": (16, 8, 2)}
    for stage, row in per_rank.items():
        for ranks, gigabytes in zip(("1", "2", "8"), row, strict=True):
            assert keys[f"c_{stage}_{ranks}"] == Fraction(str(gigabytes)) * 10**9
    assert keys["peak8"] == 4_500_000_000
    assert keys["ratio"] == 4


# --- what people type ------------------------------------------------------------------------


def outcome_of(name: str, part: str, typed: str, lang: str = "en") -> tuple[Fraction, str | None]:
    item = compiled(name)
    outcome = grade(item, canonical_variant(item), {part: typed}, lang)
    (found,) = (each for each in outcome.parts if each.id == part)
    return found.credit, found.mistake


@pytest.mark.parametrize(
    ("name", "responses", "lang"),
    [
        ("loss-gap", "1.948310 35.663e9 3.377e12 1.922505 0.025804", "en"),
        ("loss-gap", "1,948310|35,663·10^9|3,377·10^12|1,922505|0,025804", "ru"),
        ("loss-gap", "1.9483|35.7 billion|3.38T|1.9225|0.0258", "en"),
        ("loss-gap", "1,9483|35,7 млрд|3,38 трлн|1,9225|0,0258", "ru"),
        ("break-even", "1.094026e12 4.59491e23 2.12368e12", "en"),
        ("break-even", "1.094026·10^12|4.59491·10^23|2.12·10^12", "en"),
        ("break-even", "1,094 трлн|4,59491·10^23 FLOP|2,12·10^12", "ru"),
        ("zero3-and-bubble", "104.308 1.630 17.9% 5.2% 134", "en"),
        ("zero3-and-bubble", "104,31 ГиБ|1,63 ГиБ|17,9 %|5,2 %|134", "ru"),
        ("zero3-and-bubble", "112 GB|1.75 GB|7/39|7/135|134", "en"),
    ],
)
def test_published_figures_earn_the_full_score(name: str, responses: str, lang: str) -> None:
    item = compiled(name)
    typed = responses.split("|") if "|" in responses else responses.split()
    given: dict[str, object] = dict(zip((part.id for part in item.item.parts), typed, strict=True))
    if given.get("f1") == "7/39":  # a bare fraction in a box labelled % is asked about
        given |= {
            "f1": {"text": "7/39", "reading": "7/39"},
            "f2": {"text": "7/135", "reading": "7/135"},
        }

    outcome = grade(item, canonical_variant(item), given, lang)

    assert outcome.given == outcome.maximum == item.item.points


@pytest.mark.parametrize(
    ("name", "part", "typed", "lang", "credit", "mistake"),
    [
        ("zero3-and-bubble", "full", "112", "en", "0.5", "gb-for-gib"),
        ("zero3-and-bubble", "rank", "1,75", "ru", "0.5", "gb-for-gib"),
        ("zero3-and-bubble", "f1", "21.9", "en", "0.5", "relative-form"),
        ("zero3-and-bubble", "f1", "21,9 %", "ru", "0.5", "relative-form"),
        ("zero3-and-bubble", "f1", "20.5 %", "en", "0.25", "no-minus-one"),  # 8/39
        ("zero3-and-bubble", "f1", "20 %", "en", "0.25", "no-minus-one"),  # 8/40
        ("zero3-and-bubble", "f2", "5.5 %", "en", "0.5", "relative-form"),
        ("zero3-and-bubble", "m_min", "133", "en", "0.5", "not-strict"),
        ("zero3-and-bubble", "m_min", "141", "en", "0.25", "relative-form"),
        ("loss-gap", "Nst", "80.1B", "en", "0.5", "no-six"),
        ("loss-gap", "gap", "−0.0258", "en", "0.5", "sign"),
        ("break-even", "T", "4.25e12", "en", "0.5", "decode-n"),
        ("break-even", "C2", "7.66e22", "en", "0.5", "no-six"),
        ("filter-cascade", "s_total", "75", "en", "0", "last-stage"),
        ("filter-cascade", "kept_first", "300", "en", "0", "order-ignored"),
        ("zero-ledger", "peak8", "2.31", "en", "0.25", "all-divided"),
        ("sharded-update", "norm", "1.4436", "en", "0.25", "local-norm"),
    ],
)
def test_a_known_slip_is_named(
    name: str, part: str, typed: str, lang: str, credit: str, mistake: str
) -> None:
    assert outcome_of(name, part, typed, lang) == (Fraction(credit), mistake)


# --- the arithmetic, done another way --------------------------------------------------------


def run_cascade(variant_values: dict[str, int], order: str) -> tuple[int, dict[str, int]]:
    """Pass documents one by one; the count kept, and the losses of each filter."""
    v = variant_values
    documents: list[tuple[bool, bool, int | None, int]] = []  # language, quality, pair, crawl time
    only_quality = v["fail_qual"] - v["fail_both"]
    documents += [(True, True, pair, time) for pair in range(v["pairs"]) for time in (0, 1)]
    mixed = range(v["pairs"], v["pairs"] + v["mixed"])
    documents += [(True, time == 1, pair, time) for pair in mixed for time in (0, 1)]
    documents += [(True, False, None, 0)] * (only_quality - v["mixed"])
    documents += [(False, True, None, 0)] * (v["fail_lang"] - v["fail_both"])
    documents += [(False, False, None, 0)] * v["fail_both"]
    documents += [(True, True, None, 0)] * (v["n0"] - len(documents))
    lost: dict[str, int] = {}
    for stage in order:
        before = len(documents)
        firsts: dict[int | None, int] = {}
        for _, _, pair, time in documents:
            firsts[pair] = min(time, firsts.get(pair, time))
        documents = [
            (language, quality, pair, time)
            for language, quality, pair, time in documents
            if {"l": language, "q": quality, "d": pair is None or time == firsts[pair]}[stage]
        ]
        lost[stage] = before - len(documents)
    return len(documents), lost


@pytest.mark.parametrize("seed", [None, *range(20)])
def test_the_cascade_agrees_with_documents_passed_one_by_one(seed: int | None) -> None:
    item = compiled("filter-cascade")
    variant = canonical_variant(item) if seed is None else draw_variant(item, str(seed))
    values = {name: int(value) for name, value in variant.values.items() if value == int(value)}

    kept, lost = run_cascade(values, "lqd")
    kept_swapped, lost_swapped = run_cascade(values, "qld")
    kept_first, _ = run_cascade(values, "dlq")
    kept_strict, _ = run_cascade(values | {"pairs": values["strict"]}, "lqd")

    assert variant.values["s_total"] == Fraction(kept, values["n0"])
    assert variant.values["s_stage"] == Fraction(kept, kept + lost["d"])
    assert kept_swapped == kept
    assert values["lost_qual"] == lost["q"]
    assert values["lost_lang"] == lost_swapped["l"]
    assert values["kept_first"] == kept_first
    assert values["kept_strict"] == kept_strict


@pytest.mark.parametrize("seed", range(20))
def test_the_sharded_update_agrees_with_the_step_of_the_whole_matrix(seed: int) -> None:
    v = {n: float(x) for n, x in draw_variant(compiled("sharded-update"), str(seed)).values.items()}
    mean = [(v[f"p{at}"] + v[f"q{at}"]) / 2 for at in ("00", "01", "10", "11")]
    weights = [v["a"], v["b"], v["c"], v["d"]]

    scale = min(1.0, v["clip"] / math.hypot(*mean))
    stepped = [w - v["lr"] * scale * g for w, g in zip(weights, mean, strict=True)]

    assert v["w"] == pytest.approx(stepped[2], abs=1e-12)
    assert v["norm"] == pytest.approx(math.hypot(*mean), abs=1e-12)
