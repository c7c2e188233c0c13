"""Any items at all, for properties. They need not make sense, only fit the model."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from question_bank import model
from question_bank.model import Item

WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1, max_size=12)
IDS = st.sampled_from(["a", "b1", "loss-gap", "x-2-y", "n", "zero"])
NAMES = st.sampled_from(["a", "N", "k_1", "Lst", "u", "alpha"])
TEXTS = st.dictionaries(st.sampled_from(["en", "ru", "pt-BR"]), WORDS, min_size=1)
MAYBE_TEXTS = st.just({}) | TEXTS
FORMULAS = st.sampled_from(["a", "a + 1", "k*a", "f(a)", "g(a) - k", "7/39", "1e9*a"])


def _simplest(value: Fraction) -> model.Exact:
    return value.numerator if value.denominator == 1 else value


EXACT = st.integers(-(10**40), 10**40) | st.fractions(max_denominator=10**6).map(_simplest)
ABOVE_0 = st.fractions(Fraction(1, 10**6), 10, max_denominator=10**6).map(_simplest)
SHARES = st.sampled_from([0, 1, Fraction(1, 2), Fraction(1, 3)])


def tuples(inner: st.SearchStrategy[Any], **limits: int) -> st.SearchStrategy[Any]:
    return st.lists(inner, **limits).map(tuple)


def _rules(key: model.Rule, others: list[model.Rule]) -> tuple[model.Rule, ...]:
    return (key, *{rule.id: rule for rule in others if rule.id != key.id}.values())


def _steps(start: Any, step: Any, count: int) -> model.Steps:
    return model.Steps(start, start + step * count, step)


TOLERANCES = st.builds(
    model.Tolerance,
    abs=st.none() | ABOVE_0,
    rel=ABOVE_0,
    sig=st.none() | st.integers(1, 15),
    dp=st.none() | st.integers(0, 15),
    range=st.none() | st.tuples(FORMULAS, FORMULAS),
    exact=st.booleans(),
    of=st.sampled_from(["key", "response"]),
    ends=st.sampled_from(["closed", "open", "(]", "[)"]),
)
RULES = st.builds(
    model.Rule, id=IDS, value=FORMULAS, tolerance=TOLERANCES, credit=SHARES, say=MAYBE_TEXTS
)
KEYS = st.builds(
    model.Rule, id=st.just("key"), value=FORMULAS, tolerance=TOLERANCES, say=MAYBE_TEXTS
)
NUMERIC = st.builds(
    model.NumericPart,
    id=IDS,
    rules=st.builds(_rules, KEYS, st.lists(RULES, max_size=3)),
    label=MAYBE_TEXTS,
    unit=st.sampled_from([None, "byte", "token"]),
    points=ABOVE_0,
    min_digits=st.none() | st.integers(1, 15),
    why=MAYBE_TEXTS,
    names=st.dictionaries(NAMES, EXACT, max_size=2),
)


def _options(ids: list[str], whys: list[Any]) -> tuple[model.Option, ...]:
    return tuple(
        model.Option(id, why, int(index == 0), text=why, mistake=None if index else "slip")
        for index, (id, why) in enumerate(zip(ids, whys, strict=False))
    )


CHOICES = st.builds(
    model.ChoicePart,
    id=IDS,
    options=st.builds(
        _options,
        st.lists(IDS, min_size=2, max_size=4, unique=True),
        st.lists(TEXTS, min_size=4, max_size=4),
    ),
    label=MAYBE_TEXTS,
    pick=st.sampled_from(["one", "many"]),
    scoring=st.sampled_from(["all-or-nothing", "per-option"]),
    order=st.sampled_from(["shuffled", "fixed"]),
    show=st.sampled_from(["g", "si3", "fix2"]),
    min_gap=st.none() | TOLERANCES,
    points=ABOVE_0,
)
PAIRS = st.tuples(EXACT, EXACT)
PARAMETERS = (
    st.builds(model.Values, st.lists(EXACT, min_size=1, max_size=4, unique=True).map(tuple))
    | st.builds(_steps, EXACT, ABOVE_0, st.integers(0, 9))
    | st.builds(lambda low, sig: model.LogUniform(low, low * 10, sig), ABOVE_0, st.integers(1, 15))
    | st.builds(lambda a, b: model.Scenario({"u": a, "v": b}), PAIRS, PAIRS)
)
REFERENCES = st.builds(
    model.Reference,
    id=IDS,
    title=WORDS,
    authors=WORDS,
    year=st.integers(1600, 2200),
    arxiv=st.none() | st.just("2203.15556"),
    url=st.none() | st.just("https://a.b/c"),
    section=st.none() | WORDS,
)
ITEMS = st.builds(
    Item,
    bank=IDS,
    topic=IDS,
    id=IDS,
    title=TEXTS,
    prompt=TEXTS,
    parts=tuples(NUMERIC | CHOICES, min_size=1, max_size=3).map(
        lambda parts: tuple({part.id: part for part in parts}.values())
    ),
    difficulty=st.sampled_from(["easy", "medium", "hard"]),
    tags=tuples(IDS, max_size=2),
    status=st.sampled_from(["settled", "convention", "contested"]),
    checked=st.none()
    | st.builds(model.Checked, st.just("2026-12-01"), IDS, WORDS, st.none() | WORDS),
    params=st.dictionaries(NAMES, PARAMETERS, max_size=3),
    rows=tuples(st.fixed_dictionaries({"r": EXACT}), max_size=2),
    derive=st.dictionaries(NAMES, FORMULAS, max_size=4),
    require=tuples(FORMULAS, max_size=2),
    separate=st.booleans(),
    hints=tuples(TEXTS, max_size=2),
    solution=tuples(TEXTS, max_size=3),
    references=tuples(REFERENCES, max_size=2),
    canonical=st.none()
    | st.builds(
        model.Canonical,
        st.dictionaries(NAMES, EXACT, max_size=2),
        st.dictionaries(NAMES, FORMULAS, max_size=2),
        st.dictionaries(NAMES, WORDS, max_size=1),
    ),
    weight=ABOVE_0,
    licence=st.none() | WORDS,
    source=st.none() | WORDS,
)
