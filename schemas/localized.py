"""Texts in several languages, units, and what surrounds an item while its bank is loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from marshmallow import ValidationError

from question_bank import units
from question_bank.model import Exact, Expression, Reference, Text
from question_bank.nearest import did_you_mean
from schemas.authored import MAX_TEXT, SCALAR, Authored, Define, JsonSchema
from schemas.faults import Fault, fault, kind_of

LANGUAGE = r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*"


@dataclass(frozen=True, slots=True)
class Around:
    """What a bank and a topic give to their items. `languages` is empty if any will do."""

    bank: str = ""
    topic: str = ""
    languages: tuple[str, ...] = ()
    constants: Mapping[str, Exact] = field(default_factory=dict)
    functions: Mapping[str, Expression] = field(default_factory=dict)
    references: Mapping[str, Reference] | None = None  # None if they are not looked up


NOWHERE = Around()  # any language will do, no reference is looked up
_around: ContextVar[Around] = ContextVar("around", default=NOWHERE)


def around() -> Around:
    """What surrounds the item that is being read."""
    return _around.get()


@contextmanager
def inside(surroundings: Around) -> Iterator[None]:
    token = _around.set(surroundings)
    try:
        yield
    finally:
        _around.reset(token)


class Localized(Authored[Text]):
    """Markdown under each language. `complete` texts must stand in every language of the bank."""

    expected = "a text in each language, such as {en: ..., ru: ...}"

    def __init__(self, about: str = "", *, complete: bool = False, **kw: Any) -> None:
        super().__init__(about, **kw)
        self.complete = complete

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Text:
        if not isinstance(value, dict):
            raise fault("type", f"expected {self.expected}, got {kind_of(value)}")
        if not value:
            raise fault("empty", f"nothing stands here; expected {self.expected}")
        faults = {
            lang: [wrong] for lang, text in value.items() if (wrong := wrong_text(lang, text))
        }
        if self.complete:
            missing = [lang for lang in around().languages if lang not in value]
            faults |= {lang: [missing_language(lang)] for lang in missing}
        if faults:
            raise ValidationError(faults)
        return dict(value)

    def json_schema(self, define: Define) -> JsonSchema:
        return {
            "type": "object",
            "propertyNames": {"pattern": f"^{LANGUAGE}$"},
            "additionalProperties": {"type": SCALAR, "minLength": 1},
            "minProperties": 1,
        }


def wrong_text(lang: str, text: object) -> Fault | None:
    """What is wrong with one language's text of the item that is being read."""
    if wrong := wrong_language(lang):
        return wrong
    if not isinstance(text, str):
        return Fault("type", f"expected a text, got {kind_of(text)}")
    if not text.strip():
        return Fault("empty", "this text is empty")
    if len(text) > MAX_TEXT:
        return Fault("too_long", f"a text has at most {MAX_TEXT} characters, got {len(text)}")
    return None


def wrong_language(lang: str) -> Fault | None:
    known = around().languages
    if not re.fullmatch(LANGUAGE, lang):
        return Fault("language", f"expected a language such as en, got {kind_of(lang)}")
    if known and lang not in known:
        hint = did_you_mean(lang, known)
        spoken = ", ".join(known)
        return Fault("language", f"{lang!r} is not a language of this bank ({spoken}){hint}")
    return None


def missing_language(lang: str) -> Fault:
    return Fault("missing_language", f"this text is missing in {lang!r}")


class Unit(Authored[str]):
    """A unit of the table in question_bank.units."""

    expected = "a unit such as byte, token or s"

    def read(self, text: str) -> str:
        if not units.is_known(text):
            hint = did_you_mean(text, units.known_units())
            bases = [unit for unit in units.known_units() if units.base_of(unit) == unit]
            known = "" if hint else f" (base units: {', '.join(bases)})"
            raise fault("unit", f"there is no unit {text[:40]!r}{hint}{known}")
        return text

    def json_schema(self, define: Define) -> JsonSchema:
        return {"enum": list(units.known_units())}
