"""The data folder of `etude up`: private to its user, and used by one `etude up` at a time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK = "up.lock"


class FolderInUse(Exception):
    """Another `etude up` runs on this folder; the message says which and what to do."""


def make_private(folder: Path) -> None:
    """Make the folder (and `secrets` in it) so that only this user can look into it."""
    for each in (folder, folder / "secrets"):
        each.mkdir(mode=0o700, parents=True, exist_ok=True)
        each.chmod(0o700)  # it may have been there before, or umask may have had its say


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock. The kernel lets go of it however this process ends.

    Children do not inherit it: those that outlive us for a moment must not keep the next one out.
    """
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FolderInUse(_in_use(folder, os.read(descriptor, 32))) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _in_use(folder: Path, owner: bytes) -> str:
    return (
        f"another `etude up` (process {owner.decode() or 'unknown'}) is using the folder {folder}. "
        "Stop that one first, or choose another folder with ETUDE_DATA_DIR."
    )
