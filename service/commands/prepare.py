"""`etude prepare`: what `etude up` has to do before the service is of use; it ends when done."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import click

from service.commands.migrate import migrate_when_there
from service.settings import Settings

LOCAL_KEY = Path("secrets", "local.key")  # below the data folder
LOCAL_CLIENT = "local"
_DATABASE_S = 30  # a database of one's own may still be starting


@click.command(hidden=True)
def prepare() -> None:
    """Bring the database up to date, load the bundled bank, make the local key."""
    from service import connections
    from service.commands.starting import start_part
    from service.use_cases.load_bank import load_bank

    settings = start_part("prepare")
    connections.connect(settings)
    migrate_when_there(_DATABASE_S)
    ensure_local_key(settings)
    # Its audits are part of the test suite: it is published at once.
    load_bank(bundled_bank(), actor="up", trusted=True)


def bundled_bank() -> Mapping[str, bytes]:
    """The files of the bank that comes with Etude."""
    folder = files("question_bank") / "banks" / "llm_pretraining"
    return {
        file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(".yaml")
    }


def ensure_local_key(settings: Settings) -> None:
    """A key with all scopes, its secret in a file that only this user can read, for first steps."""
    from service.errors import NotAuthenticated
    from service.use_cases.authenticate import authenticate
    from service.use_cases.create_key import create_key

    file = settings.data_dir / LOCAL_KEY
    if file.is_file():
        try:
            authenticate(file.read_text().strip())
            return
        except NotAuthenticated:  # revoked, or of another database
            file.unlink()
    _, secret = create_key(LOCAL_CLIENT, ["all"], actor="up")
    _write_secret(file, secret)


def _write_secret(file: Path, secret: str) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as stream:
        stream.write(f"{secret}\n")
