"""The formats a bank can be read from: name -> reader of its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from question_bank.formats import native
from question_bank.formats.tree import Tree

READERS: Mapping[str, Callable[[Mapping[str, bytes]], Tree]] = {"native": native.read}
