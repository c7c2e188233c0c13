"""A hint for a mistyped word."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches


def did_you_mean(word: str, known: Collection[str]) -> str:
    """`; did you mean 'tol'?` if a known word is near, else nothing."""
    near = get_close_matches(word[:60], known, n=1, cutoff=0.7)
    return f"; did you mean {near[0]}?" if near else ""
