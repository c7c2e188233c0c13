"""`etude key` and `etude migrate`, on both databases."""

from __future__ import annotations

from pathlib import Path

from service import connections
from service.settings import Settings
from service.use_cases.authenticate import authenticate
from service.use_cases.create_key import create_key
from tests.rig.command import environment, etude


def test_the_secret_of_a_new_key_is_alone_on_the_last_line(settings: Settings) -> None:
    done = etude("key", "create", "--name", "lms", "--scopes", "all", env=environment(settings))

    connections.connect(settings)
    caller = authenticate(done.stdout.splitlines()[-1])
    connections.disconnect()
    assert (caller.name, "admin" in caller.scopes) == ("lms", True)


def test_keys_are_listed_without_their_secret_and_can_be_revoked(settings: Settings) -> None:
    connections.connect(settings)
    key, secret = create_key("lms", ["attempt:read"])
    connections.disconnect()

    revoked = etude("key", "revoke", key.id, env=environment(settings))
    listed = etude("key", "list", env=environment(settings))

    assert revoked.returncode == 0
    assert listed.stdout.startswith(key.id)
    assert "revoked" in listed.stdout
    assert secret not in listed.stdout


def test_an_unknown_scope_is_refused_with_those_there_are(settings: Settings) -> None:
    done = etude("key", "create", "--name", "x", "--scopes", "root", env=environment(settings))

    assert done.returncode == 1
    assert "attempt:write" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_empty_database_is_told_and_migrate_makes_it_usable(tmp_path: Path) -> None:
    env = {"ETUDE_DATA_DIR": str(tmp_path)}

    before = etude("key", "list", env=env)
    migrated = etude("migrate", env=env)
    after = etude("key", "list", env=env)

    assert "etude migrate" in before.stderr
    assert (migrated.returncode, after.returncode) == (0, 0)
    assert (after.stdout, after.stderr) == ("", "")


def test_a_database_that_does_not_answer_in_time_is_told_with_its_setting(tmp_path: Path) -> None:
    env = {
        "ETUDE_DATA_DIR": str(tmp_path),
        "ETUDE_DATABASE_URL": f"postgresql://etude@/etude?host={tmp_path}",
    }

    done = etude("migrate", "--wait", "1", env=env)

    assert done.returncode == 1
    assert "not there after 1 s. Is ETUDE_DATABASE_URL right?" in done.stderr
