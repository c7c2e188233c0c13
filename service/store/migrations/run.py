"""Alembic, run by our own code on our own connection: no ini file, no command line.

It is imported only when there is something to migrate: it costs a third of a second and 11 MB,
and every process asks for the head.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection

if TYPE_CHECKING:
    from alembic.config import Config

_FOLDER = Path(__file__).parent


def upgrade(connection: Connection) -> None:
    """All missing migrations, in the caller's transaction."""
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def downgrade(connection: Connection, revision: str) -> None:
    """Back to a revision ("base": nothing), in the caller's transaction."""
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.downgrade(config, revision)


@cache
def head() -> str:
    """The newest revision: the number that its file's name begins with."""
    return max(file.name.partition("_")[0] for file in _FOLDER.glob("versions/[0-9]*_*.py"))


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    config.set_main_option("path_separator", "os")
    return config
