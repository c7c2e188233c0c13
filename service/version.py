"""Which build this is: the package's version and the commit it was made from."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

VERSION = version("etude")
_ROOT = Path(__file__).parent.parent
_COMMIT = re.compile(r"[0-9a-f]{40}")


def commit() -> str | None:
    """The commit of a checkout, or of an image that was built with `service/commit.txt`."""
    for text in (_read(_ROOT / "service" / "commit.txt"), _head(_ROOT / ".git")):
        if text and _COMMIT.fullmatch(text):
            return text
    return None


def _read(file: Path) -> str | None:
    return file.read_text().strip() if file.is_file() else None


def _head(git: Path) -> str | None:
    """What HEAD points to: a commit, or a branch whose file or packed line holds it."""
    head = _read(git / "HEAD")
    if head is None or not head.startswith("ref: "):
        return head
    branch = head.removeprefix("ref: ")
    packed = _read(git / "packed-refs") or ""
    lines = (line.split(" ", 1) for line in packed.splitlines() if line.endswith(f" {branch}"))
    return _read(git / branch) or next((commit for commit, _ in lines), None)
