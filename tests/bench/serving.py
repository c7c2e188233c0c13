"""Submissions graded and durably kept, over HTTP, against one durable INSERT by the same server."""

from __future__ import annotations

import json
import os
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import requests

from service import connections
from service.commands.prepare import bundled_bank
from service.processes.lifeline import start_tied
from service.settings import Settings
from service.store import database
from service.use_cases.create_key import create_key
from service.use_cases.load_bank import load_bank
from tests.bench import load
from tests.bench.measuring import Figure
from tests.bench.server import rows
from tests.rig.folders import short_folder
from tests.rig.postgres import running_postgres
from tests.rig.processes import wait_until
from tests.rig.up import free_port
from tests.rig.valkey import running_valkey

CONNECTIONS = 16
ROUNDS = 3
RESPONSES = {"L": "1.9483", "Nst": "3.5e10", "Dst": "3.377e12", "Lst": "1.9225", "gap": "0.0258"}
DRILL = {
    "title": {"en": "Bench"},
    "selection": {"items": ["llm-pretraining/loss-gap"]},
    "policy": {"mode": "practice"},
}


@dataclass(frozen=True, slots=True)
class Served:
    port: int
    secret: str


def figures(seconds: float) -> Iterator[Figure]:
    """Each takes about `seconds`, and some more to start."""
    with short_folder() as folder:
        url = f"sqlite:///{folder / 'etude.sqlite3'}"
        yield _submissions("SQLite FULL", url, folder, seconds)
    with running_postgres(is_durable=True) as server, short_folder() as folder:
        url = server.url(server.create_database())
        yield _submissions("PostgreSQL", url, folder, seconds)


def _submissions(store: str, database_url: str, folder: Path, seconds: float) -> Figure:
    with _serving(database_url, folder) as served:
        submissions = [_submitting(served, _start(served, n)) for n in range(CONNECTIONS)]
        inserts = [_inserting() for _ in range(CONNECTIONS)]
        each = seconds / ROUNDS / 2
        ours = theirs = 0.0
        for _ in range(ROUNDS):  # in turn; the best of each
            ours = max(ours, load.run(served.port, submissions, seconds=each).rate)
            theirs = max(theirs, load.run(served.port, inserts, seconds=each).rate)
    return Figure(f"submissions kept, {store}", ours, "per s", theirs, ours / theirs, ">= 0.4")


@contextmanager
def _serving(database_url: str, folder: Path) -> Iterator[Served]:
    with running_valkey() as valkey:
        port = free_port()
        environ = {
            "ETUDE_DATABASE_URL": database_url,
            "ETUDE_DATA_DIR": str(folder / "data"),
            "ETUDE_REDIS_URL": valkey.url,
            "ETUDE_PORT": str(port),
            "ETUDE_RATE_LIMIT_PER_MINUTE": "10000000",
            "ETUDE_LOG_LEVEL": "warning",
        }
        secret = _prepare(Settings.from_env(environ))
        process = start_tied(
            [sys.executable, "-m", "tests.bench.server"],
            log=folder / "server.log",
            env={**os.environ, **environ},
        )
        try:
            wait_until(lambda: _is_up(port), timeout_s=20, what="the server answers")
            yield Served(port, secret)
        finally:
            process.terminate()
            process.wait(timeout=10)


def _prepare(settings: Settings) -> str:
    connections.connect(settings)
    database.migrate()
    with database.transaction() as session:
        rows.create(session)
    load_bank(bundled_bank(), actor="bench", trusted=True)
    _, secret = create_key("bench", ["all"], actor="bench")
    connections.disconnect()
    return secret


def _is_up(port: int) -> bool:
    try:
        return requests.get(f"http://127.0.0.1:{port}/healthz", timeout=1).ok
    except requests.ConnectionError:
        return False


def _start(served: Served, n: int) -> str:
    """The path of an attempt's first item, its variant drawn."""
    base = f"http://127.0.0.1:{served.port}"
    headers = {"Authorization": f"Bearer {served.secret}"}

    def call(path: str, body: object) -> dict[str, str]:
        key = {"Idempotency-Key": str(uuid.uuid4())}
        answer = requests.post(base + path, json=body, headers={**headers, **key}, timeout=10)
        answer.raise_for_status()
        made: dict[str, str] = answer.json()
        return made

    drill = call("/v1/drills", DRILL)
    attempt = call("/v1/attempts", {"drill": drill["id"], "learner": f"learner-{n}"})
    path = f"/v1/attempts/{attempt['id']}/items/1"
    requests.get(base + path, headers=headers, timeout=10).raise_for_status()
    return path


def _submitting(served: Served, path: str) -> load.Request:
    body = json.dumps({"responses": RESPONSES}).encode()
    headers = {
        "Authorization": f"Bearer {served.secret}",
        "Content-Type": "application/json",
    }

    def request(count: int) -> bytes:
        key = {"Idempotency-Key": uuid.uuid4().hex}
        return load.post(f"{path}/submissions", body, {**headers, **key})

    return request


def _inserting() -> load.Request:
    body = json.dumps({"responses": RESPONSES}).encode()
    raw = load.post("/bench/insert", body, {"Content-Type": "application/json"})
    return lambda count: raw
