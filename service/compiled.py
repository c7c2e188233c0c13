"""What a process keeps of immutable rows: compiled items, variants, worked explanations.

A revision's body and a variant's body never change, so nothing here can go stale.
"""

from __future__ import annotations

from question_bank.items import CompiledItem, compile_item
from question_bank.model import Variant
from question_bank.presented import Explanation
from question_bank.presenting import explain
from question_bank.variants import load_variant
from schemas.bank import load_item
from service.lru import Lru
from service.store import revisions, variants
from service.store.database import Session
from service.store.revisions import RevisionRow

_items: Lru[int, CompiledItem] = Lru(256)
_variants: Lru[int, Variant] = Lru(8192)
_explanations: Lru[tuple[int, int, str], Explanation] = Lru(512)


def compiled_revision(session: Session, revision_id: int) -> CompiledItem:
    """The compiled item of a revision that exists."""

    def make() -> CompiledItem:
        revision = revisions.get_revision(session, revision_id)
        assert revision is not None, f"no revision {revision_id}"
        return compile_item(load_item(revision.body))

    return _items.get(revision_id, make)


def compiled_row(revision: RevisionRow) -> CompiledItem:
    """The same for a revision that was read already."""
    return _items.get(revision.id, lambda: compile_item(load_item(revision.body)))


def variant_of(session: Session, variant_id: int) -> Variant:
    """The frozen truth of a variant that exists."""

    def make() -> Variant:
        row = variants.get_variant(session, variant_id)
        assert row is not None, f"no variant {variant_id}"
        return load_variant(row.body)

    return _variants.get(variant_id, make)


def explained(
    revision_id: int, variant_id: int, compiled: CompiledItem, variant: Variant, lang: str
) -> Explanation:
    """The worked solution of a variant, with the texts of one revision."""
    key = (revision_id, variant_id, lang)
    return _explanations.get(key, lambda: explain(compiled, variant, lang))
