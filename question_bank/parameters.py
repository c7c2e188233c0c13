"""Draws: a parameter's values, how a seed picks one, and how many there are.

Every named parameter of a draw gets its own 64 bits from SHA-256, so that adding a parameter never
changes what another one draws, and the same seed gives the same variant on every Python.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from struct import Struct

from question_bank.expressions.runtime import decimal_exponent, ratio, simplest
from question_bank.model import Exact, LogUniform, Parameter, Scenario, Steps, Values

MAX_VALUES = 10**9  # of a grid
MAX_LISTED = 10_000  # values of a list, rows of a scenario
MAX_SIG = 15

_BITS = 64
_first_64_bits = Struct(">Q").unpack_from

Take = Callable[[int], Exact]  # a 64-bit number -> the value it picks
TakeRow = Callable[[int], tuple[Exact, ...]]


def domain(item_name: str, grading_hash: str) -> str:
    """What all draws of one item revision start from."""
    return f"etude1|{item_name}|{grading_hash}|"


def head(item_domain: str, seed: str, attempt: int) -> bytes:
    """What all parameters of one draw start from; `attempt` counts redraws from 0."""
    return f"{item_domain}{seed}|{attempt}|".encode(errors="surrogatepass")


def number(draw_head: bytes, name: bytes) -> int:
    """The 64 bits that decide the parameter `name` in a draw."""
    result: int = _first_64_bits(sha256(draw_head + name).digest())[0]
    return result


# --- what a parameter can be -------------------------------------------------------------------


def faults(parameter: Parameter) -> list[str]:
    """What is wrong with a parameter, in words for its author; empty if nothing is."""
    match parameter:
        case Values(values):
            return _list_faults(values)
        case Scenario(columns):
            return _scenario_faults(columns)
        case Steps():
            return _step_faults(parameter)
        case LogUniform():
            return _loguniform_faults(parameter)


def names(name: str, parameter: Parameter) -> tuple[str, ...]:
    """The names a parameter gives values to: its own, or a scenario's columns."""
    return tuple(parameter.columns) if isinstance(parameter, Scenario) else (name,)


def count(parameter: Parameter) -> int:
    """How many distinct values (or rows) the parameter can take."""
    match parameter:
        case Values(values):
            return len(values)
        case Scenario(columns):
            return len(next(iter(columns.values())))
        case Steps(start, stop, step):
            return math.floor(Fraction(stop - start) / step) + 1
        case LogUniform(start, stop, sig):
            return _grid_index(stop, sig) - _grid_index(start, sig) + 1


def extent(name: str, parameter: Parameter) -> Iterator[Exact]:
    """Values that show the kind and range of `name`: all of a list; of a grid ends and step."""
    match parameter:
        case Values(values):
            yield from values
        case Scenario(columns):
            yield from columns[name]
        case Steps(start, stop, step):
            yield from (start, stop, start + step)
        case LogUniform(start, stop, sig):
            yield from (start, stop)
            # The finest value of the lowest decade tells whether all are integers.
            yield start + _unit(decimal_exponent(start), sig)


# --- picking ---------------------------------------------------------------------------------


def taker(parameter: Values | Steps | LogUniform) -> Take:
    """The function that picks a value by a 64-bit number."""
    match parameter:
        case Values(values):
            return _take_listed([simplest(Fraction(value)) for value in values])
        case Steps():
            return _take_step(parameter)
        case LogUniform():
            return _take_loguniform(parameter)


def row_taker(columns: Sequence[Sequence[Exact]]) -> TakeRow:
    """The function that picks one row of columns of the same length by a 64-bit number."""
    rows = [tuple(simplest(Fraction(value)) for value in row) for row in zip(*columns, strict=True)]
    amount = len(rows)

    def take(number: int) -> tuple[Exact, ...]:
        return rows[number * amount >> _BITS]

    return take


def _take_listed(values: Sequence[Exact]) -> Take:
    amount = len(values)

    def take(number: int) -> Exact:
        return values[number * amount >> _BITS]

    return take


def _take_step(steps: Steps) -> Take:
    amount = count(steps)
    start, step = Fraction(steps.start), Fraction(steps.step)
    parts = math.lcm(start.denominator, step.denominator)
    first, by = int(start * parts), int(step * parts)
    if parts == 1:
        return lambda number: first + (number * amount >> _BITS) * by
    return lambda number: ratio(first + (number * amount >> _BITS) * by, parts)


def _take_loguniform(parameter: LogUniform) -> Take:
    """exp of an even draw, then rounded, so that the last bits of `exp` cannot matter."""
    start, width = float(parameter.start), math.log(Fraction(parameter.stop) / parameter.start)
    lowest = decimal_exponent(parameter.start)
    exponents = range(lowest, decimal_exponent(parameter.stop) + 2)
    decades = [float(f"1e{exponent}") for exponent in exponents]
    # value = round(raw * times / by) * scale / parts, with one of times and by equal to 1
    rows = [
        _scaling(exponent - parameter.sig + 1) for exponent in range(lowest - 1, exponents.stop)
    ]
    exp = math.exp

    def take(number: int) -> Exact:
        raw = start * exp((number >> 11) * 2.0**-53 * width)
        times, by, scale, parts = rows[bisect_right(decades, raw)]
        whole = round(raw * times / by) * scale
        return whole if parts == 1 else ratio(whole, parts)

    return take


def _scaling(power: int) -> tuple[float, float, int, int]:
    if power >= 0:
        return 1.0, float(f"1e{power}"), 10**power, 1
    return float(f"1e{-power}"), 1.0, 1, 10**-power


def _unit(exponent: int, sig: int) -> Exact:
    return simplest(Fraction(10) ** (exponent - sig + 1))


def _grid_index(value: Exact, sig: int) -> int:
    """The place of `value` among all numbers of `sig` significant figures."""
    exponent = decimal_exponent(value)
    mantissa = Fraction(value) / _unit(exponent, sig)
    first: int = 10 ** (sig - 1)
    return exponent * 9 * first + int(mantissa) - first


# --- faults ----------------------------------------------------------------------------------


def _list_faults(values: Sequence[Exact]) -> list[str]:
    if not 1 <= len(values) <= MAX_LISTED:
        return [f"expected 1 to {MAX_LISTED} values, got {len(values)}"]
    if len(set(values)) < len(values):
        repeated = next(value for value in values if values.count(value) > 1)
        return [f"the value {repeated} stands there twice"]
    return []


def _scenario_faults(columns: Mapping[str, Sequence[Exact]]) -> list[str]:
    lengths = {len(values) for values in columns.values()}
    if len(lengths) != 1:
        return ["a scenario needs columns of the same length"]
    rows = list(zip(*columns.values(), strict=True))
    if not 1 <= len(rows) <= MAX_LISTED:
        return [f"expected 1 to {MAX_LISTED} rows, got {len(rows)}"]
    return ["two rows of the scenario are the same"] if len(set(rows)) < len(rows) else []


def _step_faults(steps: Steps) -> list[str]:
    if steps.step <= 0:
        return [f"step must be above 0, got {steps.step}"]
    if steps.stop < steps.start:
        return [f"from {steps.start} to {steps.stop} is empty"]
    if Fraction(steps.stop - steps.start) / steps.step % 1:
        return [f"from {steps.start} in steps of {steps.step} never reaches {steps.stop}"]
    if count(steps) > MAX_VALUES:
        return [f"expected at most {MAX_VALUES} values, got {count(steps)}"]
    return []


def _loguniform_faults(parameter: LogUniform) -> list[str]:
    start, stop, sig = parameter.start, parameter.stop, parameter.sig
    if not 1 <= sig <= MAX_SIG:
        return [f"sig must be 1 to {MAX_SIG}, got {sig}"]
    if not 0 < start < stop:
        return [f"loguniform needs 0 < from < to, got from {start} to {stop}"]
    if not (Fraction(1, 10**100) <= start and stop <= 10**100):
        return ["loguniform must lie between 1e-100 and 1e100"]
    return [
        f"{end} has more than sig: {sig} significant figures"
        for end in (start, stop)
        if Fraction(end) / _unit(decimal_exponent(end), sig) % 1
    ]
