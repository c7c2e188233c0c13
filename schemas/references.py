"""References as data, and how an item names them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from marshmallow import ValidationError, fields, post_load

from question_bank.model import Checked, Reference
from question_bank.nearest import did_you_mean
from schemas.authored import AuthoredSchema, Define, JsonSchema, field_error
from schemas.dumping import filled
from schemas.faults import fault, kind_of
from schemas.localized import around
from schemas.scalars import Count, Words

REFERENCE_ID = r"[A-Za-z0-9][A-Za-z0-9._-]*"


def ReferenceId(about: str = "", **kw: Any) -> Words:
    expected = "the id of a reference"
    return Words(about, pattern=REFERENCE_ID, expected=expected, most=64, **kw)


class ReferenceSchema(AuthoredSchema):
    """A paper or page that items rest on; its id is its key in the map."""

    title = Words("As printed.", required=True)
    authors = Words("As cited, such as Hoffmann et al.", required=True)
    year = Count("Of this version.", least=1600, most=2200, required=True)
    arxiv = Words("Such as 2203.15556.", pattern=r"[A-Za-z.-]*/?[0-9][0-9.]*(?:v[0-9]+)?")
    doi = Words("Such as 10.1000/182.", pattern=r"10\.[0-9.]+/\S+")
    url = Words("Begins with https:// or http://.", pattern=r"https?://[^\s<>\"']+")


class StoredReferenceSchema(ReferenceSchema):
    """A reference written out in an item that stands by itself."""

    id = ReferenceId(required=True)
    section = Words("Where in it.")

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Reference:
        return Reference(**data)


class CitationSchema(AuthoredSchema):
    """A reference by its id, and where in it."""

    ref = ReferenceId("The id of one of the bank's references.", required=True)
    section = Words("Where in it, such as 3.4.", load_default=None)


class Citation(fields.Field[Reference]):
    """An id; `{ref, section}`; or a whole reference in an item that stands by itself."""

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        return field_error(key, "the id of a reference")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Reference:
        match value:
            case str():
                return look_up(value)
            case {"id": _}:
                return StoredReferenceSchema().load(value)  # type: ignore[no-any-return]  # marshmallow is untyped here
            case dict():
                cited = CitationSchema().load(value)
                return replace(look_up(cited["ref"], "ref"), section=cited["section"])
            case _:
                raise fault("type", f"expected the id of a reference, got {kind_of(value)}")

    def json_schema(self, define: Define) -> JsonSchema:
        return {"anyOf": [{"type": ["string", "number"]}, define(CitationSchema)]}


def look_up(id: str, field: str = "") -> Reference:
    """The bank's reference of that id. Raises ValidationError, for `field` if it is named."""
    known = around().references
    if known is None:
        return Reference(id, "", "", 0)
    if id in known:
        return known[id]
    named = f"there is no reference {id[:60]!r}{did_you_mean(id, known)}"
    error = fault("reference", f"{named} (known: {', '.join(known) or 'none'})")
    raise ValidationError({field: error.messages}) if field else error


class Day(Words):
    """A date such as 2026-12-01."""

    def read(self, text: str) -> str:
        try:
            return date.fromisoformat(text).isoformat()
        except ValueError:
            raise fault(
                "format", f"expected a date such as 2026-12-01, got {kind_of(text)}"
            ) from None


class Source(Words):
    """The id of a reference that must be known."""

    def read(self, text: str) -> str:
        return look_up(text).id


class CheckedSchema(AuthoredSchema):
    """When a key was read against its source, and what was found."""

    date = Day("Such as 2026-12-01.", required=True)
    source = Source("The id of one of the bank's references.", required=True)
    section = Words("Where in it.", load_default=None)
    finding = Words("What was found, such as agrees.", required=True)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Checked:
        return Checked(**data)


def dump_reference(reference: Reference) -> dict[str, Any]:
    return filled(
        {
            "id": reference.id,
            "title": reference.title,
            "authors": reference.authors,
            "year": str(reference.year),
            "arxiv": reference.arxiv,
            "doi": reference.doi,
            "url": reference.url,
            "section": reference.section,
        }
    )


def dump_checked(checked: Checked) -> dict[str, Any]:
    return filled(
        {
            "date": checked.date,
            "source": checked.source,
            "section": checked.section,
            "finding": checked.finding,
        }
    )
