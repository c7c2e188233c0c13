"""Numbers of stored variants as text that tells int, fraction and float apart."""

from __future__ import annotations

from fractions import Fraction

from question_bank.model import Number


def dump_number(value: Number) -> str:
    """`134`, `7/39`, `0.0258` (a float, which always has a point or an exponent)."""
    return repr(value) if isinstance(value, float) else str(value)


def load_number(text: str) -> Number:
    """The inverse of dump_number, of the same type and value. ValueError for anything else."""
    if "/" in text:
        return Fraction(text)
    if "." in text or "e" in text:
        return float(text)
    return int(text)


def dump_exact(value: Fraction) -> str:
    return str(value)


def load_exact(text: str) -> Fraction:
    return Fraction(text)
