"""A service with a small bank, and programs that call it through HTTP."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import flask
import pytest
from werkzeug.test import TestResponse

from service.app import create_app
from service.connections import connect, disconnect
from service.settings import Settings
from service.use_cases.create_key import create_key
from service.use_cases.load_bank import load_bank
from tests.rig.postgres import PostgresServer
from tests.service.api.small_bank import SMALL_BANK

_keys = count(1)


@dataclass
class Caller:
    """A client program with its key. POSTs get an Idempotency-Key of their own unless given one."""

    app: flask.Flask
    secret: str
    headers: dict[str, str] = field(default_factory=dict)

    def send(self, method: str, path: str, **request: Any) -> TestResponse:
        headers = {"Authorization": f"Bearer {self.secret}", **self.headers}
        if method == "POST":
            headers["Idempotency-Key"] = f"test-{next(_keys)}"
        headers |= request.pop("headers", {})
        kept = {name: value for name, value in headers.items() if value is not None}
        return self.app.test_client().open(path, method=method, headers=kept, **request)

    def get(self, path: str, **request: Any) -> TestResponse:
        return self.send("GET", path, **request)

    def post(self, path: str, body: object, **request: Any) -> TestResponse:
        return self.send("POST", path, json=body, **request)

    def put(self, path: str, body: object, **request: Any) -> TestResponse:
        return self.send("PUT", path, json=body, **request)

    def made(self, path: str, body: object) -> dict[str, Any]:
        """What a POST that must succeed answers."""
        answer = self.post(path, body)
        assert answer.status_code in (200, 201, 202), answer.text
        made: dict[str, Any] = answer.get_json()
        return made


def _with_small_bank(database_url: str, folder: Path) -> None:
    connect(Settings.from_env({"ETUDE_DATABASE_URL": database_url, "ETUDE_DATA_DIR": str(folder)}))
    load_bank(SMALL_BANK, actor="test", trusted=True)
    disconnect()


@pytest.fixture(scope="session")
def sqlite_template(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The migrated file, with the small bank published in it."""
    folder = tmp_path_factory.mktemp("sqlite-with-bank")
    file = folder / sqlite_template.name
    shutil.copyfile(sqlite_template, file)
    _with_small_bank(f"sqlite:///{file}", folder)
    return file


@pytest.fixture(scope="session")
def postgresql_template(
    postgresql_template: str,
    postgres_server: PostgresServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> str:
    """The migrated database, with the small bank published in it."""
    name = postgres_server.create_database(template=postgresql_template)
    _with_small_bank(postgres_server.url(name), tmp_path_factory.mktemp("postgresql-with-bank"))
    return name


@pytest.fixture
def app(settings: Settings) -> Iterator[flask.Flask]:
    """The application on a fresh database with the small bank."""
    yield create_app(settings)
    disconnect()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def lasting_app(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[flask.Flask]:
    """One application for all tests of a module, for tests that store nothing."""
    folder = tmp_path_factory.mktemp("lasting")
    if request.param == "sqlite":
        file = folder / "etude.sqlite3"
        shutil.copyfile(request.getfixturevalue("sqlite_template"), file)
        url = f"sqlite:///{file}"
    else:
        server: PostgresServer = request.getfixturevalue("postgres_server")
        template = request.getfixturevalue("postgresql_template")
        url = server.url(server.create_database(template=template))
    values = {"ETUDE_DATABASE_URL": url, "ETUDE_DATA_DIR": str(folder)}
    yield create_app(Settings.from_env({**values, "ETUDE_RATE_LIMIT_PER_MINUTE": "100000"}))
    disconnect()


@pytest.fixture(scope="module")
def lasting_caller(lasting_app: flask.Flask) -> Caller:
    _, secret = create_key("lasting", ["all"])
    return Caller(lasting_app, secret)


@pytest.fixture
def make_caller(app: flask.Flask) -> Callable[..., Caller]:
    def make(name: str = "tests", scopes: list[str] | None = None) -> Caller:
        _, secret = create_key(name, ["all"] if scopes is None else scopes)
        return Caller(app, secret)

    return make


@pytest.fixture
def caller(make_caller: Callable[..., Caller]) -> Caller:
    return make_caller()


@pytest.fixture
def visitor(app: flask.Flask) -> flask.testing.FlaskClient:
    """Somebody without a key."""
    return app.test_client()


@pytest.fixture
def drill(caller: Caller) -> Mapping[str, Any]:
    """A practice drill of two items."""
    return caller.made("/v1/drills", PRACTICE)


@pytest.fixture
def attempt(caller: Caller, drill: Mapping[str, Any]) -> Mapping[str, Any]:
    return caller.made("/v1/attempts", {"drill": drill["id"], "learner": "u-17"})


PRACTICE: Mapping[str, Any] = {
    "title": {"en": "Practice"},
    "selection": {"items": ["small/double", "small/pick"]},
    "policy": {"mode": "practice"},
}
