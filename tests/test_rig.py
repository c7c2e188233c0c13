"""The rig itself: what it starts works, and goes away with the test run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import psycopg
import redis

from tests.rig.postgres import PostgresServer
from tests.rig.processes import wait_until_gone
from tests.rig.valkey import ValkeyServer

if TYPE_CHECKING:
    from service.settings import Settings


def test_postgres_copies_a_template_database(postgres_server: PostgresServer) -> None:
    template = postgres_server.create_database()
    with _connect(postgres_server, template) as connection:
        connection.execute("CREATE TABLE note (text text)")

    copy = postgres_server.create_database(template=template)

    with _connect(postgres_server, copy) as connection:
        assert connection.execute("SELECT count(*) FROM note").fetchone() == (0,)
    postgres_server.drop_database(copy)
    postgres_server.drop_database(template)


def test_valkey_is_empty_for_each_test(valkey_server: ValkeyServer, valkey_url: str) -> None:
    with redis.Redis.from_url(valkey_url) as client:
        client.set("left", "behind")

        valkey_server.flush()

        assert client.dbsize() == 0


def test_valkey_keeps_its_data_when_killed(valkey_server: ValkeyServer, valkey_url: str) -> None:
    with redis.Redis.from_url(valkey_url) as client:
        client.set("kept", "yes")

    valkey_server.stop()
    valkey_server.start()

    with redis.Redis.from_url(valkey_url) as client:
        assert client.get("kept") == b"yes"


_HOLD_SERVERS = """
from tests.rig.postgres import running_postgres
from tests.rig.valkey import running_valkey
with running_postgres() as postgres, running_valkey() as valkey:
    print(postgres.process.pid, valkey.process.pid, flush=True)
    input()
"""


def test_servers_die_with_a_killed_test_run() -> None:
    run = subprocess.Popen(
        [sys.executable, "-c", _HOLD_SERVERS], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with run:
        assert run.stdout is not None
        servers = [int(pid) for pid in run.stdout.readline().split()]

        os.kill(run.pid, signal.SIGKILL)

    assert len(servers) == 2
    wait_until_gone(servers, timeout_s=5)


def _connect(server: PostgresServer, database: str) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(host=str(server.folder), user="postgres", dbname=database)


def test_each_test_gets_a_fresh_migrated_database(database: ModuleType, settings: Settings) -> None:
    assert database.schema_revision() == database.newest_revision()
    assert database.is_sqlite() == settings.is_sqlite
