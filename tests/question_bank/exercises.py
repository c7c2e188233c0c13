"""The course exercises as items, for tests: their formulas, mistakes and published figures."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from question_bank.items import CompiledItem, compile_item
from question_bank.model import (
    Canonical,
    Exact,
    Item,
    LogUniform,
    NumericPart,
    Rule,
    Scenario,
    Steps,
    Table,
    Tolerance,
    Values,
)


def number(text: str) -> Exact:
    """A decimal of a bank file, exact."""
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


def numbers(texts: str) -> tuple[Exact, ...]:
    return tuple(number(text) for text in texts.split())


def tolerance(**forms: Any) -> Tolerance:
    """A tolerance with its numbers as a bank file has them."""
    exact = ("abs", "rel", "ratio")
    return Tolerance(
        **{name: number(str(form)) if name in exact else form for name, form in forms.items()}
    )


def box(
    id: str,
    value: str,
    accepted: Tolerance,
    *mistakes: tuple[str, str, str, str],
    points: int = 1,
    **more: Any,
) -> NumericPart:
    """A number box; a mistake is (id, value, credit, text)."""
    rules = [Rule("key", value, accepted)]
    for mistake, formula, credit, say in mistakes:
        rules.append(Rule(mistake, formula, accepted, number(credit), {"en": say}))
    return NumericPart(id, rules, points=points, **more)


SCALING_LAW: Mapping[str, Exact] = {
    "E0": number("1.69"),
    "A0": number("406.4"),
    "B0": number("410.7"),
    "alpha": number("0.34"),
    "beta": number("0.28"),
}
SCALING_FUNCTIONS = {
    "loss(n, d)": "E0 + A0/n**alpha + B0/d**beta",
    "n_opt(c)": "(alpha*A0/(beta*B0))**(1/(alpha+beta)) * (c/6)**(beta/(alpha+beta))",
    "d_opt(c)": "c/6/n_opt(c)",
}

LOSS_GAP = Item(
    bank="llm-pretraining",
    topic="scaling",
    id="loss-gap",
    title={"en": "Loss gap at a fixed budget", "ru": "Разрыв в потерях при заданном бюджете"},
    prompt={
        "en": "Use $L(N,D) = \\val{E0} + \\val{A0}/N^{\\val{alpha}} + \\val{B0}/D^{\\val{beta}}$"
        " and $C = 6ND$. A {N:si3} parameter model is trained on {D:si3} tokens. Find its loss,"
        " the compute-optimal N and D for the same C, the loss there, and the gap.",
        "ru": "Пусть $L(N,D) = \\val{E0} + \\val{A0}/N^{\\val{alpha}} + \\val{B0}/D^{\\val{beta}}$,"
        " $C = 6ND$. Модель с {N:si3} параметров обучена на {D:si3} токенов. Найдите её потери,"
        " оптимальные N и D при том же C, потери в оптимуме и разрыв.",
    },
    constants=SCALING_LAW,
    functions=SCALING_FUNCTIONS,
    params={
        "N": LogUniform(10**9, 80 * 10**9, 3),
        "D": Values(
            numbers(
                "0.3e12 0.5e12 1e12 1.4e12 2e12 3e12 4e12 5e12 6e12 8e12 10e12 12e12 14e12 15e12"
                " 18e12"
            )
        ),
    },
    derive={
        "C": "6*N*D",
        "Nst": "n_opt(C)",
        "Dst": "d_opt(C)",
        "L": "loss(N, D)",
        "Lst": "loss(Nst, Dst)",
        "gap": "L - Lst",
    },
    require=["N <= D/20", "gap >= 0.005", "abs(log(N/Nst)) > 0.3"],
    parts=[
        box("L", "L", tolerance(abs="5e-4")),
        box(
            "Nst",
            "Nst",
            tolerance(rel="0.01"),
            ("no-six", "n_opt(6*C)", "0.5", "C = 6ND: divide by 6 before taking the power."),
            (
                "kaplan-exponent",
                "(alpha*A0/(beta*B0))**(1/(alpha+beta)) * (C/6)**(alpha/(alpha+beta))",
                "0.25",
                "The exponent of N is beta/(alpha+beta).",
            ),
            unit="param",
        ),
        box(
            "Dst",
            "Dst",
            tolerance(rel="0.01"),
            ("ratio-20", "sqrt(C*20/6)", "0.25", "This law gives another ratio than 20."),
            unit="token",
        ),
        box("Lst", "Lst", tolerance(abs="5e-4")),
        box(
            "gap",
            "gap",
            tolerance(rel="0.02"),
            ("sign", "-gap", "0.5", "Right size, wrong sign."),
            points=2,
        ),
    ],
    hints=[{"en": "Start from the budget {C:sci4}."}],
    solution=[
        {"en": "C = 6·{N:si3}·{D:si3} = {C:sci4} FLOP.", "ru": "C = {C:sci4} FLOP."},
        {"en": "L = {L:fix6}, N* = {Nst:si5}, D* = {Dst:si4}, L* = {Lst:fix6}, gap {gap:fix6}."},
    ],
    canonical=Canonical(
        set={"N": 8_030_000_000, "D": 15 * 10**12},
        expect={
            "C": "7.227e23",
            "L": "1.948310",
            "Nst": "35.663e9",
            "Dst": "3.377e12",
            "Lst": "1.922505",
            "gap": "0.025804",
        },
    ),
)

BREAK_EVEN = Item(
    bank="llm-pretraining",
    topic="scaling",
    id="break-even",
    title={"en": "Inference-aware break-even"},
    prompt={
        "en": "A {N1:si3} model was trained on {D1:si3} tokens. A {N2:si3} model reaches the same"
        " fitted loss with less training. Decoding costs 2N FLOP per token. Above how many"
        " generated tokens is the small model cheaper in total?"
    },
    constants=SCALING_LAW,
    functions=SCALING_FUNCTIONS,
    params={
        "pair": Scenario(
            {
                "N1": numbers("8.03e9 7e9 6e9 3e9 4e9 9e9 8e9 12e9 14e9 5e9 7.5e9 2.6e9"),
                "N2": numbers("70e9 65e9 40e9 27e9 32e9 70e9 60e9 110e9 110e9 33e9 70e9 24e9"),
            }
        ),
        "D1": Steps(8 * 10**12, 20 * 10**12, 2 * 10**11),
    },
    derive={
        "C1": "6*N1*D1",
        "L": "loss(N1, D1)",
        "D2": "solve(d, loss(N2, d) - L, 1e9, 1e15)",
        "C2": "6*N2*D2",
        "dC": "C1 - C2",
        "T": "dC/(2*(N2-N1))",
    },
    require=["L > E0 + A0/N2**alpha + 0.02", "dC > 0"],
    parts=[
        box("D2", "D2", tolerance(rel="0.01"), unit="token"),
        box(
            "C2",
            "C2",
            tolerance(rel="0.01"),
            ("no-six", "N2*D2", "0.5", "Training costs 6 FLOP per parameter and token."),
            unit="FLOP",
        ),
        box(
            "T",
            "T",
            tolerance(rel="0.02"),
            ("factor-2", "dC/(N2-N1)", "0.5", "Decoding costs 2N, not N."),
            ("big-only", "dC/(2*N2)", "0.25", "Subtract the small model's decoding cost."),
            points=2,
            unit="token",
        ),
    ],
    canonical=Canonical(
        set={"N1": 8_030_000_000, "N2": 70 * 10**9, "D1": 15 * 10**12},
        expect={
            "D2": "1.094026e12",
            "C2": "4.59491e23",
            "dC": "2.63209e23",
            "T": "2.12368e12",
        },
    ),
)

_GB_AS_GIB = "1 GiB is 2^30 bytes; that figure is in GB."
_P_OVER_M = "The denominator is m + p - 1."

ZERO3_AND_BUBBLE = Item(
    bank="llm-pretraining",
    topic="systems",
    id="zero3-and-bubble",
    title={"en": "State memory and pipeline bubble", "ru": "Память состояния и пузырь"},
    prompt={
        "en": "A {P:si3} parameter model keeps {b} bytes of training state per parameter. Give the"
        " replicated state and the state per rank under ideal ZeRO-3 over {R} ranks. Then for {p}"
        " stages give the bubble with {m1} and {m2} microbatches and the smallest number of"
        " microbatches with a bubble strictly below {t} %.",
        "ru": "Модель с {P:si3} параметров хранит {b} байт состояния на параметр, {R} рангов,"
        " {p} стадий, {m1} и {m2} микробатчей, пузырь строго меньше {t} %.",
    },
    functions={"bubble(p, m)": "(p-1)/(m+p-1)"},
    params={
        "P": Values(numbers("1e9 1.3e9 3e9 7e9 8e9 13e9 30e9 34e9 65e9 70e9")),
        "b": Values((16, 18)),
        "R": Values((8, 16, 32, 64, 128, 256)),
        "p": Values((4, 8, 12, 16)),
        "m1": Values((16, 32, 48, 64)),
        "k": Values((2, 4, 8)),
        "t": Values((2, 4, 5, 8, 10)),
    },
    derive={
        "m2": "m1*k",
        "full": "P*b",
        "rank": "P*b/R",
        "f1": "bubble(p, m1)",
        "f2": "bubble(p, m2)",
        "m_min": "smallest_int(m, bubble(p, m) < t/100, 1, 1000000)",
    },
    require=["m1 >= p", "rank != P", "m_min != R", "m_min != m1", "m_min != m2"],
    parts=[
        box(
            "full",
            "full",
            tolerance(rel="0.005"),
            ("gb-as-gib", "full/1e9*2**30", "0.5", _GB_AS_GIB),
            unit="byte",
            ask_in="GiB",
        ),
        box(
            "rank",
            "rank",
            tolerance(rel="0.005"),
            ("gb-as-gib", "rank/1e9*2**30", "0.5", _GB_AS_GIB),
            unit="byte",
            ask_in="GiB",
        ),
        box(
            "f1",
            "f1",
            tolerance(abs="0.0005"),
            ("p-over-m", "(p-1)/m1", "0.5", _P_OVER_M),
            unit="fraction",
            ask_in="%",
        ),
        box(
            "f2",
            "f2",
            tolerance(abs="0.0005"),
            ("p-over-m", "(p-1)/m2", "0.5", _P_OVER_M),
            unit="fraction",
            ask_in="%",
        ),
        box(
            "m_min",
            "m_min",
            tolerance(exact=True),
            ("not-strict", "m_min-1", "0.5", "Strictly below is asked."),
        ),
    ],
    canonical=Canonical(
        set={"P": 7 * 10**9, "b": 16, "R": 64, "p": 8, "m1": 32, "k": 4, "t": 5},
        expect={
            "full": "112e9",
            "rank": "1.75e9",
            "f1": "7/39",
            "f2": "7/135",
            "m_min": "134",
        },
        shown={"full": "104.308 GiB", "rank": "1.630 GiB", "f1": "17.9 %", "f2": "5.2 %"},
    ),
)

_STAGES, _RANKS = (0, 1, 2, 3), (1, 2, 8)
_CELL = "P*(2 if stage < 3 else 2/w) + P*(2 if stage < 2 else 2/w) + P*(12 if stage < 1 else 12/w)"

ZERO_LEDGER = Item(
    bank="llm-pretraining",
    topic="systems",
    id="zero-ledger",
    title={"en": "Memory under ZeRO"},
    prompt={
        "en": "A {P:si3} parameter model keeps 16 bytes per parameter. Fill in bytes per rank for"
        " ZeRO 0-3. Then add a gather buffer of {buf} GB and activations of {act} GB at 8 ranks."
    },
    params={
        "P": Values(numbers("0.5e9 1e9 1.5e9 3e9 7e9")),
        "buf": Values(numbers("0.25 0.5 1 2")),
        "act": Values((2, 3, 4, 6)),
    },
    derive={"peak8": "P*16/8 + buf*1e9 + act*1e9"},
    parts=[
        *(
            box(
                f"c_{stage}_{ranks}",
                _CELL,
                tolerance(rel="0.005"),
                unit="byte",
                ask_in="GB",
                names={"stage": stage, "w": ranks},
            )
            for stage in _STAGES
            for ranks in _RANKS
        ),
        box(
            "peak8",
            "peak8",
            tolerance(rel="0.005"),
            (
                "all-divided",
                "(P*16 + buf*1e9 + act*1e9)/8",
                "0.5",
                "Buffers and activations are not sharded.",
            ),
            unit="byte",
            ask_in="GB",
        ),
    ],
    table=Table(
        row="stage",
        rows=_STAGES,
        column="w",
        columns=_RANKS,
        row_label={"en": "ZeRO stage"},
        column_label={"en": "ranks"},
        cells=[[f"c_{stage}_{ranks}" for ranks in _RANKS] for stage in _STAGES],
    ),
    canonical=Canonical(
        set={"P": 10**9, "buf": number("0.5"), "act": 2},
        expect={
            "peak8": "4.5e9",
            "c_0_1": "16e9",
            "c_1_8": "5.5e9",
            "c_2_8": "3.75e9",
            "c_3_8": "2e9",
            "c_3_2": "8e9",
        },
    ),
)

FILTER_CASCADE = Item(
    bank="llm-pretraining",
    topic="data",
    id="filter-cascade",
    title={"en": "A cascade of filters"},
    prompt={
        "en": "Of {n0} documents the first filter keeps {a} %, the second {c} % of the rest, the"
        " third {e} % of that, rounded down. Give the last stage's survival and the total one."
    },
    params={
        "n0": Steps(400, 4000, 10),
        "a": Steps(45, 92, 1),
        "c": Steps(40, 92, 1),
        "e": Steps(35, 95, 1),
    },
    derive={
        "n1": "floor(n0*a/100)",
        "n2": "floor(n1*c/100)",
        "n3": "floor(n2*e/100)",
        "s_stage": "n3/n2",
        "s_total": "n3/n0",
    },
    require=["n3 >= 20"],
    parts=[
        box("s_stage", "s_stage", tolerance(abs="0.0005"), unit="fraction", ask_in="%"),
        box(
            "s_total",
            "s_total",
            tolerance(abs="0.0005"),
            ("last-only", "s_stage", "0", "That is relative to the last stage's input."),
            ("mean", "(n1/n0 + n2/n1 + n3/n2)/3", "0", "Rates multiply; they are not averaged."),
            points=2,
            unit="fraction",
            ask_in="%",
        ),
    ],
    canonical=Canonical(
        set={"n0": 1000, "a": 50, "c": 80, "e": 75},
        expect={"n3": "300", "s_stage": "0.75", "s_total": "0.3"},
    ),
)

EXERCISES = (LOSS_GAP, BREAK_EVEN, ZERO3_AND_BUBBLE, ZERO_LEDGER, FILTER_CASCADE)

_compiled: dict[str, CompiledItem] = {}


def compiled(item: Item) -> CompiledItem:
    """Compiled once for all tests."""
    if item.name not in _compiled:
        _compiled[item.name] = compile_item(item)
    return _compiled[item.name]
