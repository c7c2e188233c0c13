"""Ids that say what they name: a prefix and 128 random bits in 26 lowercase base32 characters."""

from __future__ import annotations

import base64
import re
import secrets

ATTEMPT, DRILL, SUBMISSION, KEY, CLIENT, OPERATION = "att", "drl", "sub", "key", "cli", "op"
_SHAPE = re.compile(r"[a-z]{2,3}_[a-z2-7]{26}")


def new_id(prefix: str) -> str:
    """`att_3h5k...`: never guessed, never seen twice."""
    return f"{prefix}_{random_text(16)}"


def random_text(size_bytes: int) -> str:
    """Random bytes in lowercase base32, without padding."""
    return base64.b32encode(secrets.token_bytes(size_bytes)).decode().rstrip("=").lower()


def is_id(text: str, prefix: str) -> bool:
    return _SHAPE.fullmatch(text) is not None and text.startswith(f"{prefix}_")
