"""`etude doctor`: what is missing, and what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest
import redis

from service.settings import Settings
from tests.rig.command import environment, etude
from tests.rig.up import free_port


def test_all_is_well_with_a_database_and_a_valkey(settings: Settings, valkey_url: str) -> None:
    env = {**environment(settings), "ETUDE_PORT": str(free_port())}

    done = etude("doctor", env=env)

    assert done.returncode == 0, done.stdout
    assert [line[:3] for line in done.stdout.splitlines()] == ["ok "] * 4


def test_a_valkey_that_evicts_is_not_well(tmp_path: Path, valkey_url: str) -> None:
    env = {"ETUDE_DATA_DIR": str(tmp_path), "ETUDE_REDIS_URL": valkey_url}
    with redis.Redis.from_url(valkey_url) as client:
        client.config_set("maxmemory-policy", "allkeys-lru")

        done = etude("doctor", "--only", "redis", env=env)

        client.config_set("maxmemory-policy", "noeviction")
    assert done.returncode == 1
    assert "set noeviction" in done.stdout


@pytest.mark.parametrize(
    "part, setting",
    [("redis", "ETUDE_REDIS_URL"), ("database", "ETUDE_DATABASE_URL")],
)
def test_what_does_not_answer_is_named_with_its_setting(
    tmp_path: Path, part: str, setting: str
) -> None:
    nobody = {
        "ETUDE_DATA_DIR": str(tmp_path),
        "ETUDE_REDIS_URL": f"unix://{tmp_path}/nobody.sock",
        "ETUDE_DATABASE_URL": f"postgresql://etude@/etude?host={tmp_path}",
    }

    done = etude("doctor", "--only", part, env=nobody)

    assert done.returncode == 1
    assert setting in done.stdout


def test_an_api_that_is_not_there_is_not_ready(tmp_path: Path) -> None:
    env = {"ETUDE_DATA_DIR": str(tmp_path), "ETUDE_PORT": str(free_port())}

    done = etude("doctor", "--only", "api", env=env)

    assert done.returncode == 1
    assert "not ready" in done.stdout
