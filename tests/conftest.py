"""Fixtures for tests that need a database or a Valkey; a server starts when first asked for.

database     a fresh migrated database, connected through service.store.database; each test that
             asks for it runs twice, on SQLite and on PostgreSQL
settings     the settings that belong to it, with a fresh data folder; they name a Valkey only if
             the test asks for `valkey_url` too
valkey_url   an empty Valkey
postgres_server, valkey_server   the servers themselves, to stop, kill and start
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from tests.rig.postgres import PostgresServer, running_postgres
from tests.rig.valkey import ValkeyServer, running_valkey

if TYPE_CHECKING:
    from service.settings import Settings

# The service is imported inside the fixtures: tests of the pure engine start without it.


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[ValkeyServer]:
    with running_valkey() as server:
        yield server


@pytest.fixture
def valkey_url(valkey_server: ValkeyServer) -> str:
    valkey_server.flush()
    return valkey_server.url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty SQLite file, to be copied."""
    folder = tmp_path_factory.mktemp("sqlite-template")
    file = folder / "etude.sqlite3"
    _migrate(f"sqlite:///{file}", folder)
    return file


@pytest.fixture(scope="session")
def postgresql_template(
    postgres_server: PostgresServer, tmp_path_factory: pytest.TempPathFactory
) -> str:
    """The name of a migrated, empty database, to be copied."""
    name = postgres_server.create_database()
    _migrate(postgres_server.url(name), tmp_path_factory.mktemp("postgresql-template"))
    return name


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A fresh migrated database that nothing is connected to yet."""
    if request.param == "sqlite":
        file = tmp_path / "etude.sqlite3"
        shutil.copyfile(request.getfixturevalue("sqlite_template"), file)
        yield f"sqlite:///{file}"
        return
    server: PostgresServer = request.getfixturevalue("postgres_server")
    name = server.create_database(template=request.getfixturevalue("postgresql_template"))
    yield server.url(name)
    server.drop_database(name)


@pytest.fixture
def settings(request: pytest.FixtureRequest, database_url: str, tmp_path: Path) -> Settings:
    if "valkey_url" in request.fixturenames:
        redis_url = request.getfixturevalue("valkey_url")
    else:
        redis_url = f"unix://{tmp_path}/no-valkey.sock"  # nobody listens: the service must cope
    return _settings(database_url, tmp_path / "data", redis_url)


@pytest.fixture
def database(settings: Settings) -> Iterator[ModuleType]:
    from service import connections
    from service.store import database as store

    connections.connect(settings)
    yield store
    connections.disconnect()


def _settings(
    database_url: str, data_dir: Path, redis_url: str = "unix:///nowhere.sock"
) -> Settings:
    from service.settings import Settings

    data_dir.mkdir(mode=0o700, exist_ok=True)
    return Settings.from_env(
        {
            "ETUDE_DATABASE_URL": database_url,
            "ETUDE_DATA_DIR": str(data_dir),
            "ETUDE_REDIS_URL": redis_url,
        }
    )


def _migrate(database_url: str, folder: Path) -> None:
    from service.store import database as store

    store.connect(_settings(database_url, folder))
    store.migrate()
    store.dispose()
