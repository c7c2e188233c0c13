"""`etude up`: from nothing to a graded answer, looked after, and gone without a trace."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess

import psutil
import redis
import requests

from service.processes.data_folder import locked
from service.processes.valkey import socket_url
from tests.rig.folders import short_folder
from tests.rig.processes import descendants, wait_until, wait_until_gone
from tests.rig.up import RunningUp, etude_up, running_up


def test_an_empty_folder_becomes_a_service_that_grades_and_stops_without_a_trace() -> None:
    with running_up() as up:
        pasted = subprocess.run(
            ["bash", "-c", _curl_of(up.output)], cwd=up.folder, capture_output=True, check=True
        )
        for _ in range(20):  # new connections: both web processes get some
            requests.get(f"{up.url}/version", timeout=5)
        figures = requests.get(f"{up.url}/metrics", timeout=5).text
        secrets = up.folder / "data/secrets"
        started = descendants(up.process.pid)
        is_private = [stat.S_IMODE(each.stat().st_mode) for each in (secrets.parent, secrets)]
        key_mode = stat.S_IMODE((secrets / "local.key").stat().st_mode)

        up.process.send_signal(signal.SIGTERM)
        up.process.wait(timeout=10)

    assert b'"given": "6"' in pasted.stdout.replace(b'":"', b'": "')
    assert _count_of(figures, "/version") == 20
    assert (is_private, key_mode) == ([0o700, 0o700], 0o600)
    assert up.process.returncode == 0
    assert len(started) >= 7  # Valkey, the API and its two processes, two workers, the sweeper
    wait_until_gone(started, timeout_s=1)


def test_killed_parts_come_back_and_a_killed_up_leaves_nothing() -> None:
    with running_up() as up:
        with redis.Redis.from_url(socket_url(up.folder / "data/valkey.sock")) as client:
            client.set("kept", "yes")
            client.execute_command("WAITAOF", 1, 0, 5000)  # a busy disk may hold the file back
        before = _parts(up)
        for pid in before.values():
            os.kill(pid, signal.SIGKILL)
        wait_until_gone(before.values(), timeout_s=1)
        wait_until(lambda: _is_whole(up), timeout_s=20, what="every part is back")
        with redis.Redis.from_url(socket_url(up.folder / "data/valkey.sock")) as client:
            kept = client.get("kept")
        everything = descendants(up.process.pid)

        os.kill(up.process.pid, signal.SIGKILL)

        wait_until_gone(everything, timeout_s=2)
    assert kept == b"yes"


def test_a_taken_port_is_told_with_its_setting() -> None:
    with short_folder() as folder, socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        with etude_up(folder, port) as process:
            output, _ = process.communicate(timeout=30)

    assert process.returncode == 1
    assert f"port {port} on 127.0.0.1 is already in use" in output.decode()
    assert "ETUDE_PORT" in output.decode()


def test_a_second_up_on_the_same_folder_is_refused() -> None:
    with short_folder() as folder:
        (folder / "data").mkdir()
        with locked(folder / "data"), etude_up(folder, 8000) as process:
            output, _ = process.communicate(timeout=30)

    assert process.returncode == 1
    assert "another `etude up`" in output.decode()


def _curl_of(output: str) -> str:
    """The command that it printed, ready to be pasted."""
    start = output.index("curl ")
    return output[start : output.index("Ctrl-C")]


def _count_of(figures: str, route: str) -> float:
    """How many requests to a route the metrics tell of."""
    wanted = f'etude_request_seconds_count{{method="GET",route="{route}",status="200"}} '
    return next(float(line.split()[-1]) for line in figures.splitlines() if line.startswith(wanted))


def _parts(up: RunningUp) -> dict[str, int]:
    """The direct children by their command: Valkey, the API, the workers, the sweeper."""
    found = {}
    for child in psutil.Process(up.process.pid).children():
        words = child.cmdline()
        found[" ".join(words[4:]) if "service.cli" in words else words[0]] = child.pid
    return found


def _is_whole(up: RunningUp) -> bool:
    try:
        return len(_parts(up)) == 5 and requests.get(f"{up.url}/readyz", timeout=2).ok
    except (requests.ConnectionError, psutil.NoSuchProcess):
        return False
