"""Exercise E1 as one would write it in plain Python, without any engine: the reference of figures.

The same law, draws, conditions (known mistakes keep two tolerances from the key) and prompt as the
item `loss-gap` of the bundled bank. No limits are checked and nothing is exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from math import exp, log, sqrt

E0, A0, B0, ALPHA, BETA = 1.69, 406.4, 410.7, 0.34, 0.28
TOKENS = [
    0.3e12, 0.5e12, 1e12, 1.4e12, 2e12, 3e12, 4e12, 5e12, 6e12, 8e12, 10e12, 12e12, 14e12, 15e12,
    18e12,
]  # fmt: skip


def loss(n: float, d: float) -> float:
    return E0 + A0 / n**ALPHA + B0 / d**BETA


def n_opt(c: float) -> float:
    return (ALPHA * A0 / (BETA * B0)) ** (1 / (ALPHA + BETA)) * (c / 6) ** (BETA / (ALPHA + BETA))


def n_swapped(c: float) -> float:
    return (ALPHA * A0 / (BETA * B0)) ** (1 / (ALPHA + BETA)) * (c / 6) ** (ALPHA / (ALPHA + BETA))


def derived(n: float, d: float) -> dict[str, float]:
    c = 6 * n * d
    best_n = n_opt(c)
    best_d = c / (6 * best_n)
    reached = loss(n, d)
    best = loss(best_n, best_d)
    return {
        "C": c,
        "Nst": best_n,
        "Dst": best_d,
        "ratio": best_d / best_n,
        "size_term": A0 / n**ALPHA,
        "data_term": B0 / d**BETA,
        "L": reached,
        "Lst": best,
        "gap": reached - best,
    }


def near(key: float, value: float, tolerance: float) -> bool:
    return abs(value - key) <= 2 * tolerance


def has_collision(n: float, d: float, v: Mapping[str, float]) -> bool:
    c, best_n, best_d, gap = v["C"], v["Nst"], v["Dst"], v["gap"]
    rule_of_20 = loss(sqrt(c / 120), sqrt(c * 20 / 6))
    return (
        near(v["L"], E0 + A0 / n**BETA + B0 / d**ALPHA, 5e-4)
        or near(v["L"], v["L"] - E0, 5e-4)
        or near(best_n, n_opt(6 * c), 0.01 * best_n)
        or near(best_n, n_swapped(c), 0.01 * best_n)
        or near(best_n, sqrt(c / 120), 0.01 * best_n)
        or near(best_d, c / n_opt(6 * c), 0.01 * best_d)
        or near(best_d, sqrt(c * 20 / 6), 0.01 * best_d)
        or near(best_d, c / (6 * n_swapped(c)), 0.01 * best_d)
        or near(v["Lst"], rule_of_20, 5e-4)
        or near(v["Lst"], v["Lst"] - E0, 5e-4)
        or near(gap, -gap, 0.02 * gap)
        or near(gap, v["L"] - rule_of_20, 0.02 * gap)
        or near(gap, v["L"] - E0, 0.02 * gap)
    )


def number(seed: str, attempt: int, name: str) -> int:
    text = f"etude1|llm-pretraining/loss-gap|by hand|{seed}|{attempt}|{name}"
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def variant(seed: str) -> tuple[dict[str, float], str]:
    """Values and prompt of the first draw of `seed` that meets the conditions."""
    for attempt in range(200):
        even = (number(seed, attempt, "N") >> 11) * 2.0**-53
        n = float(f"{1e9 * exp(even * log(80)):.2e}")
        d = TOKENS[number(seed, attempt, "D") * len(TOKENS) >> 64]
        v = derived(n, d)
        if n > d / 20 or v["gap"] < 0.005 or abs(log(n / v["Nst"])) <= 0.3:
            continue
        if not has_collision(n, d, v):
            return {"N": n, "D": d, **v}, prompt(n, d)
    raise ValueError(seed)


def prompt(n: float, d: float) -> str:
    return (
        f"The loss of a language model follows L(N, D) = {E0} + {A0}/N^{ALPHA} + {B0}/D^{BETA}. "
        f"A model with {short(n)} parameters is trained on {short(d)} tokens. Keep its budget "
        "fixed and find the split between parameters and tokens that this law calls optimal."
    )


def short(value: float) -> str:
    """8.03B"""
    for size, suffix in ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K")):
        if value >= size:
            return f"{value / size:.3g}{suffix}"
    return f"{value:.3g}"


Keys = list[tuple[str, float, float, float]]  # part id, least, most, points


def grade(keys: Keys, responses: Mapping[str, str]) -> tuple[float, list[dict[str, object]]]:
    """Points earned, and what to tell of each part."""
    earned, parts = 0.0, []
    for part, least, most, points in keys:
        value = float(responses[part])
        is_right = least <= value <= most
        if is_right:
            earned += points
        parts.append({"id": part, "credit": 1.0 if is_right else 0.0, "read_as": responses[part]})
    return earned, parts
