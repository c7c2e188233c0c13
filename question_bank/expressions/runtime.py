"""What compiled formulas call: guarded power, bounded numbers, rounding, the two searches.

Every refusal here is an ArithmeticError or a ValueError; the caller turns it into a redraw.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from question_bank.model import Exact, Number

MAX_BITS = 4096  # of an intermediate integer, and of a fraction's numerator and denominator
LIMIT = 10**300  # no value of a variant reaches it
FLOAT_LIMIT = 1e300
SOLVE_STEPS = 200
SEARCH_RANGE = 10**9


def bounded(value: Exact) -> Exact:
    """The value itself, unless it has outgrown what a formula may carry."""
    if value.numerator.bit_length() > MAX_BITS or value.denominator.bit_length() > MAX_BITS:
        raise OverflowError(f"an intermediate value has more than {MAX_BITS} bits")
    return value


def power(base: Exact, exponent: int) -> Exact:
    """base ** exponent, exact; refused before a number of more than MAX_BITS is built."""
    if exponent < 0 and base == 0:
        raise ZeroDivisionError("0 to a negative power")
    if base in (0, 1):
        return base if exponent else 1
    if base == -1:
        return -1 if exponent % 2 else 1
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits * abs(exponent) > MAX_BITS:
        raise OverflowError(f"a power has more than {MAX_BITS} bits")
    return simplest(Fraction(base) ** exponent)


def ratio(numerator: int, denominator: int) -> Exact:
    """numerator / denominator: an int where it is one, else a Fraction."""
    quotient, rest = divmod(numerator, denominator)
    return Fraction(numerator, denominator) if rest else quotient


def simplest(value: Exact) -> Exact:
    """An int where the value is one."""
    return value.numerator if value.denominator == 1 else value


def in_bounds(value: Exact) -> Exact:
    """An exact value of a variant, simplest form; OverflowError from 1e300 on."""
    if not -LIMIT < value < LIMIT:
        raise OverflowError("a value reaches 1e300")
    return simplest(bounded(value))


def fits(value: Exact, bits: int) -> bool:
    """Whether numerator and denominator have at most that many bits."""
    return value.numerator.bit_length() <= bits >= value.denominator.bit_length()


def out_of_bounds() -> None:
    """Called where a float is not finite or reaches 1e300."""
    raise OverflowError("a value is not finite or reaches 1e300")


def round_sig_float(value: float, digits: int) -> float:
    """`value` to `digits` significant figures, 1 to 15."""
    _check_digits(digits)
    return float(f"{value:.{digits - 1}e}")


def round_sig_exact(value: Exact, digits: int) -> Exact:
    """`value` to `digits` significant figures, 1 to 15; a tie goes to the even digit."""
    _check_digits(digits)
    if value == 0:
        return 0
    unit = Fraction(10) ** (decimal_exponent(value) - digits + 1)
    return simplest(round(value / unit) * unit)


def round_sig_int(value: int, digits: int) -> int:
    return int(round_sig_exact(value, digits))


def _check_digits(digits: int) -> None:
    if not 1 <= digits <= 15:
        raise ValueError(f"round_sig takes 1 to 15 digits, got {digits}")


def decimal_exponent(value: Exact) -> int:
    """The e of d.ddd x 10^e, exactly; `value` is not 0."""
    top, bottom = abs(value.numerator), value.denominator
    # A bit length times log10(2) is right to within one; then settle it exactly.
    guess = (top.bit_length() - bottom.bit_length()) * 1233 // 4096
    while _reaches(top, bottom, guess + 1):
        guess += 1
    while not _reaches(top, bottom, guess):
        guess -= 1
    return guess


def _reaches(top: int, bottom: int, exponent: int) -> bool:
    shift: int = 10 ** abs(exponent)
    return top >= bottom * shift if exponent >= 0 else top * shift >= bottom


def is_int_float(value: float) -> bool:
    return value.is_integer()


def is_int_exact(value: Exact) -> bool:
    return value.denominator == 1


def solve(function: Callable[..., float], low: float, high: float, *given: Number) -> float:
    """The root of `function` between `low` and `high`, where its sign must change.

    Chandrupatla's bracketing method (Adv. Eng. Software 28, 1997): inverse quadratic steps where
    they are safe, halving where not; at most SOLVE_STEPS evaluations.
    """
    newest, oldest = float(low), float(high)
    value, other = function(newest, *given), function(oldest, *given)
    if value == 0:
        return newest
    if other == 0:
        return oldest
    if not (value < 0 < other or other < 0 < value):
        raise ValueError("solve: the formula has the same sign at both ends")
    third, third_value = oldest, other
    largest = max(abs(value), abs(other))
    share = 0.5
    for _ in range(SOLVE_STEPS):
        point = newest + share * (oldest - newest)
        at_point = function(point, *given)
        # nan has no sign, and at a pole the sign changes without a root.
        if not abs(at_point) <= largest:
            raise ValueError("solve: the formula jumps between the ends")
        if (at_point < 0) == (value < 0):
            third, third_value = newest, value
        else:
            third, third_value = oldest, other
            oldest, other = newest, value
        newest, value = point, at_point
        nearest = newest if abs(value) < abs(other) else oldest
        if value == 0:
            return newest
        width = abs(oldest - newest)
        smallest_step = 2.0**-52 * abs(nearest) + 1e-300
        if width <= 2 * smallest_step:
            return nearest
        share = _next_share(
            (newest, oldest, third), (value, other, third_value), smallest_step / width
        )
    raise ArithmeticError(f"solve: no root found in {SOLVE_STEPS} steps")


def _next_share(
    points: tuple[float, float, float], values: tuple[float, float, float], least: float
) -> float:
    """How far to go from the newest end to the oldest: by the curve if it is tame, else half."""
    a, b, c = points
    fa, fb, fc = values
    xi = (a - b) / (c - b)
    phi = (fa - fb) / (fc - fb)
    share = 0.5
    if phi * phi < xi and (1 - phi) * (1 - phi) < 1 - xi:
        share = fa / (fb - fa) * fc / (fb - fc)
        share += (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
    return min(max(share, least), 1 - least)


def smallest_int(condition: Callable[..., bool], low: int, high: int, *given: Number) -> int:
    """The least integer from `low` to `high` that meets `condition`, by halving.

    The condition must stay true once it is true (the audit checks the neighbours).
    """
    if not 0 <= high - low <= SEARCH_RANGE:
        raise ValueError(f"smallest_int: from {low} to {high} is not within 0 to {SEARCH_RANGE}")
    if not condition(high, *given):
        raise ValueError(f"smallest_int: no integer up to {high} meets the condition")
    while low < high:
        middle = (low + high) // 2
        if condition(middle, *given):
            high = middle
        else:
            low = middle + 1
    return high


def carry_float(value: float, digits: int) -> float:
    return float(f"{value:.{digits - 1}e}")


def carry_exact(value: Exact, digits: int) -> Exact:
    return round_sig_exact(value, digits)


NAMESPACE = {
    "Fraction": Fraction,
    "pow_": math.pow,
    "sqrt": math.sqrt,
    "log": math.log,
    "log2": math.log2,
    "log10": math.log10,
    "exp": math.exp,
    "floor": math.floor,
    "ceil": math.ceil,
    "bounded": bounded,
    "power": power,
    "ratio": ratio,
    "in_bounds": in_bounds,
    "fits": fits,
    "type": type,
    "int": int,
    "out_of_bounds": out_of_bounds,
    "round_sig_float": round_sig_float,
    "round_sig_exact": round_sig_exact,
    "round_sig_int": round_sig_int,
    "is_int_float": is_int_float,
    "is_int_exact": is_int_exact,
    "solve": solve,
    "smallest_int": smallest_int,
    "abs": abs,
    "min": min,
    "max": max,
    "float": float,
    "__builtins__": {},
}
