"""The main file of a bank and its topics."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields

from schemas.authored import Authored, AuthoredSchema, Define, JsonSchema, field_error
from schemas.bank.item import Constants, Functions, ItemSchema
from schemas.faults import fault, kind_of
from schemas.localized import LANGUAGE, Localized
from schemas.nested import Inner, ListOf, MapOf
from schemas.references import REFERENCE_ID, ReferenceSchema
from schemas.scalars import Id, Words

VERSION = "1"
MODULE = r"[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*"


class FormatVersion(Authored[str]):
    """The version of the format, so that a later one is never misread."""

    expected = f"the format's version, {VERSION}"

    def read(self, text: str) -> str:
        if text != VERSION:
            raise fault("format", f"expected {self.expected}, got {kind_of(text)}")
        return text

    def json_schema(self, define: Define) -> JsonSchema:
        return {"enum": [int(VERSION), VERSION]}


MAX_MEMBERS = 5000


class Members(fields.Field[list[Any]]):
    """A list whose members are read later, one by one, each with its own faults."""

    def __init__(self, of: type[AuthoredSchema], about: str, **kw: Any) -> None:
        super().__init__(metadata={"description": about}, **kw)
        self.of = of

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        return field_error(key, "a list")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list) or not value:
            raise fault("type", f"expected a list with members, got {kind_of(value or None)}")
        if len(value) > MAX_MEMBERS:
            raise fault("length", f"expected at most {MAX_MEMBERS} members, got {len(value)}")
        return value

    def json_schema(self, define: Define) -> JsonSchema:
        return {"type": "array", "minItems": 1, "items": define(self.of)}


class SharedSchema(AuthoredSchema):
    """What a bank and a topic may give to all their items."""

    constants = Constants("Exact numbers for all items below.")
    functions = Functions("Pure formulas for all items below.")
    references = MapOf(
        Inner(ReferenceSchema), "Papers and pages, by id.",
        key=REFERENCE_ID, key_words="an id", load_default=dict,
    )  # fmt: skip


class BankSchema(AuthoredSchema):
    """What a bank is."""

    id = Id("Begins the name of every item.", required=True)
    title = Localized("A few words.", complete=True, required=True)
    summary = Localized("One or two sentences.", load_default=dict)
    languages = ListOf(
        Words(pattern=LANGUAGE, expected="a language such as en"),
        "In every one stand titles and prompts.", least=1, most=20, required=True,
    )  # fmt: skip
    licence = Words("Such as CC-BY-4.0.", load_default=None)


class TopicSchema(SharedSchema):
    """A topic with its items."""

    id = Id("Unique in the bank.", required=True)
    format = FormatVersion("The version of the format.")
    module = Words("bank.topic", pattern=MODULE, expected="bank.topic")
    title = Localized("A few words.", complete=True, required=True)
    summary = Localized("One or two sentences.", load_default=dict)
    items = Members(ItemSchema, "The topic's items, in order.", required=True)


class RootSchema(SharedSchema):
    """The main file."""

    format = FormatVersion("The version of the format.", required=True)
    bank = Inner(BankSchema, "What the bank is.", required=True)
    topics = Members(TopicSchema, "In the order people see.", required=True)
