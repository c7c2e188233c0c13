"""What `etude up` says when it is ready: where it is, and a first grade to paste."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from service.commands.prepare import LOCAL_KEY
from service.settings import Settings

# Exercise E1 with its published answers, typed as people type: 6 points of 6.
FIRST_GRADE = {
    "item": "llm-pretraining/loss-gap",
    "canonical": True,
    "responses": {
        "L": "1.9483",
        "Nst": "35.7 billion",
        "Dst": "3.377e12",
        "Lst": "1.9225",
        "gap": "0.0258",
    },
}


def welcome(settings: Settings, *, ready_after_s: float) -> str:
    return f"""
Etude is ready after {ready_after_s:.1f} s.

  In the browser   {settings.base_url}/
  The API          {settings.base_url}/docs
  Kept in          {settings.data_dir}

Grade a first answer (paste this into another terminal):

{first_curl(settings)}

Ctrl-C stops everything.
"""


def first_curl(settings: Settings) -> str:
    """A command that grades E1 with the local key; the secret itself is not shown."""
    key = shlex.quote(str(_shortest(settings.data_dir / LOCAL_KEY)))
    body = json.dumps(FIRST_GRADE, indent=1, ensure_ascii=False)
    return "\n".join(
        (
            f"curl {settings.base_url}/v1/grade \\",
            f'  -H "Authorization: Bearer $(cat {key})" \\',
            "  -H 'Content-Type: application/json' \\",
            f"  -d {shlex.quote(body)}",
        )
    )


def _shortest(file: Path) -> Path:
    """Relative to the current folder where it lies below it."""
    return file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file
