"""What a submitted page says: the button pressed, the answers as typed, and what is unfolded.

Names of fields: `part.L` a number or the option picked, `many.L` each option ticked; `reading.L`
the reading chosen for the text in `read.L`; `open` each thing unfolded; `do` the button.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

MOST_OPENED = 50  # more is no page of ours
MOST_CHARACTERS = 200  # of one number; the reader refuses far shorter texts
_TOKEN = re.compile("[A-Za-z0-9_-]{8,64}")


@dataclass(frozen=True, slots=True)
class Form:
    """`do` is the button's word, `about` what stands behind it: a language, an item, a reading.

    `is_answering`: the answers could be typed in, and may be kept as a draft.
    """

    do: str
    about: str
    token: str
    is_answering: bool
    has_draft: bool
    is_again: bool
    responses: Mapping[str, object]
    opened: Sequence[str]

    @property
    def wants_draft(self) -> bool:
        """Something was typed, or what was typed before is now gone."""
        if self.do == "draft":
            return self.is_answering
        return self.is_answering and (self.has_draft or any(self.responses.values()))


def read_form(fields: MultiDict[str, str]) -> Form:
    do, _, about = fields.get("do", "check").partition(":")
    chosen = dict([about.split(":", 1)]) if do == "choose" and ":" in about else {}
    return Form(
        do=do,
        about=about,
        token=token if _TOKEN.fullmatch(token := fields.get("token", "")) else "",
        is_answering="answering" in fields,
        has_draft="drafted" in fields,
        is_again="again" in fields,
        responses=_responses(fields, chosen),
        opened=fields.getlist("open")[:MOST_OPENED],
    )


def _responses(fields: MultiDict[str, str], chosen: Mapping[str, str]) -> dict[str, object]:
    responses: dict[str, object] = {}
    for name in fields:
        kind, _, part = name.partition(".")
        if kind == "part":
            text = fields[name][:MOST_CHARACTERS]
            reading = chosen.get(part) or _reading_kept(fields, part, text)
            responses[part] = {"text": text, "reading": reading} if reading else text
        elif kind == "many":
            responses[part] = fields.getlist(name)
    return responses


def _reading_kept(fields: MultiDict[str, str], part: str, text: str) -> str | None:
    """A reading chosen before counts as long as the text it was chosen for stands."""
    return fields.get(f"reading.{part}") if fields.get(f"read.{part}") == text else None
