"""Texts that callers give and the database keeps."""

from __future__ import annotations

from collections.abc import Mapping

from service.errors import InvalidText

LONGEST = 200


def checked_text(text: str, name: str) -> str:
    """The text, if it can be kept and shown: 1 to 200 printable characters. InvalidText."""
    if not 1 <= len(text) <= LONGEST or not text.isprintable():
        raise InvalidText(
            f"`{name}` must be 1 to {LONGEST} printable characters, got {text[:40]!r}"
        )
    return text


def checked_title(title: Mapping[str, str]) -> Mapping[str, str]:
    """A title in at least one language. InvalidText."""
    if not title:
        raise InvalidText("`title` must have at least one language.")
    return {
        checked_text(lang, "title language"): checked_text(text, f"title.{lang}")
        for lang, text in title.items()
    }
