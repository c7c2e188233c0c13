"""`tol`: which values a rule accepts. Every source's rule is written out; there is no default."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from question_bank.model import Tolerance
from schemas.authored import AuthoredSchema, Define, JsonSchema
from schemas.dumping import filled, text_of
from schemas.faults import Fault, fault
from schemas.nested import Inner, ListOf
from schemas.scalars import Count, Formula, Number, OneOf, Switch

FORMS = ("abs", "rel", "ratio", "sig", "dp", "range", "exact")


class ToleranceSchema(AuthoredSchema):
    """Which values are accepted; with several forms, any of them may accept."""

    abs = Number("Distance from the key, in its unit.", above=0)
    rel = Number("Distance as a part of the key.", above=0, most=10)
    ratio = Number("From key / ratio to key * ratio.", above=1)
    sig = Count("Right to so many significant digits.", least=1, most=15)
    dp = Count("Right to so many decimal places.", least=0, most=15)
    range = ListOf(Formula(), "Two formulas: from, to.", least=2, most=2)
    exact = Switch("The key alone.")
    of = OneOf("key", "response", about="What `rel` is a part of.", load_default="key")
    ends = OneOf(
        "closed", "open", "(]", "[)", about="Whether the ends are accepted.", load_default="closed"
    )

    @validates_schema(pass_original=True, skip_on_field_errors=True)
    def has_a_form(self, data: dict[str, Any], original: Any, **kwargs: Any) -> None:
        if set(original) - self.load_fields.keys():
            return  # an unknown field is told, and may be the form that is missing
        if not any(form in data for form in FORMS if form != "exact") and not data.get("exact"):
            raise fault("tolerance", f"expected at least one of {', '.join(FORMS)}")
        if data["of"] == "response" and "rel" not in data:
            raise ValidationError(
                {"of": [Fault("tolerance", "`of` speaks of `rel`, which is missing")]}
            )

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Tolerance:
        return Tolerance(**data)


class Tol(Inner):
    """A tolerance, or the one word `exact`."""

    def __init__(self, about: str = "", **kw: Any) -> None:
        super().__init__(ToleranceSchema, about, **kw)

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        if key == "required":
            return fault("missing", "a tolerance is missing; expected one such as {rel: 0.01}")
        return super().make_error(key, **kwargs)

    def _deserialize(
        self, value: Any, attr: Any, data: Any, partial: Any = None, **kwargs: Any
    ) -> Any:
        if isinstance(value, str):
            if value != "exact":
                raise fault(
                    "tolerance",
                    f"expected a map such as {{rel: 0.01}}, or exact, got {value[:40]!r}",
                )
            return Tolerance(exact=True)
        return super()._deserialize(value, attr, data, partial, **kwargs)

    def json_schema(self, define: Define) -> JsonSchema:
        return {"anyOf": [{"const": "exact"}, super().json_schema(define)]}


def dump_tolerance(tolerance: Tolerance) -> dict[str, Any]:
    """The long form, without what is default."""
    return filled(
        {
            "abs": text_of(tolerance.abs),
            "rel": text_of(tolerance.rel),
            "ratio": text_of(tolerance.ratio),
            "sig": text_of(tolerance.sig),
            "dp": text_of(tolerance.dp),
            "range": list(tolerance.range) if tolerance.range else None,
            "exact": "true" if tolerance.exact else None,
            "of": None if tolerance.of == "key" else tolerance.of,
            "ends": None if tolerance.ends == "closed" else tolerance.ends,
        }
    )
