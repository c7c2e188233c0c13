"""The supervisor: starts again what ends, gives up where that has no point, stops everything."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.processes import supervisor as supervising
from service.processes.supervisor import Part, PartFailed, Supervisor, how_it_ended
from tests.rig.processes import descendants, is_running, wait_until, wait_until_gone

SLEEPER = Part("sleeper", ["sleep", "60"])
# Has a child of its own, and does not care for SIGTERM.
STUBBORN = Part("stubborn", ["sh", "-c", "trap '' TERM; sleep 60 & wait; wait"])


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def supervisor(said: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    monkeypatch.setattr(supervising, "FIRST_PAUSE_S", 0.01)
    monkeypatch.setattr(supervising, "GRACE_S", 0.5)
    supervisor = Supervisor(os.environ, said.append)
    yield supervisor
    supervisor.stop()


def test_a_killed_part_is_started_again(supervisor: Supervisor, said: list[str]) -> None:
    supervisor.start(SLEEPER)
    first = supervisor.processes["sleeper"]

    os.kill(first, signal.SIGKILL)
    _tend_until(supervisor, lambda: supervisor.processes.get("sleeper", first) != first)

    assert is_running(supervisor.processes["sleeper"])
    assert said[0].startswith("sleeper ended by SIGKILL")


def test_children_of_a_killed_part_go_before_it_is_started_again(supervisor: Supervisor) -> None:
    supervisor.start(STUBBORN)
    first = supervisor.processes["stubborn"]
    wait_until(lambda: descendants(first) != [], timeout_s=2, what="it has a child")
    children = descendants(first)

    os.kill(first, signal.SIGKILL)
    _tend_until(supervisor, lambda: supervisor.processes.get("stubborn", first) != first)

    wait_until_gone(children, timeout_s=1)


def test_a_part_that_ends_at_once_again_and_again_is_given_up(supervisor: Supervisor) -> None:
    supervisor.start(Part("broken", ["sh", "-c", "exit 3"]))

    with pytest.raises(PartFailed, match=r"broken ended 5 times .* with exit status 3"):
        _tend_until(supervisor, lambda: False)


def test_a_part_that_is_killed_again_and_again_is_never_given_up(
    supervisor: Supervisor, said: list[str]
) -> None:
    supervisor.start(Part("unlucky", ["sh", "-c", "kill -9 $$"]))

    _tend_until(supervisor, lambda: len(said) > 2 * supervising.TRIES)

    assert supervisor.has("unlucky")


def test_a_part_that_ran_well_for_a_while_may_end_often(
    supervisor: Supervisor, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervising, "STEADY_S", 0.0)
    supervisor.start(Part("short", ["true"]))

    _tend_until(supervisor, lambda: len(said) > supervising.TRIES)

    assert supervisor.has("short")


def test_what_is_done_once_is_not_started_again(supervisor: Supervisor, said: list[str]) -> None:
    supervisor.start(Part("prepare", ["true"], is_once=True))

    _tend_until(supervisor, lambda: not supervisor.has("prepare"))

    assert said == []


def test_what_is_done_once_and_fails_is_told_at_once(supervisor: Supervisor) -> None:
    supervisor.start(Part("prepare", ["false"], is_once=True))

    with pytest.raises(PartFailed, match="prepare ended with exit status 1"):
        _tend_until(supervisor, lambda: False)


def test_stopping_leaves_nothing_even_of_parts_that_will_not_stop(supervisor: Supervisor) -> None:
    supervisor.start(STUBBORN)
    supervisor.start(SLEEPER)
    pids = list(supervisor.processes.values())
    wait_until(lambda: descendants(pids[0]) != [], timeout_s=2, what="it has a child")
    pids += descendants(pids[0])

    supervisor.stop()

    wait_until_gone(pids, timeout_s=1)


def test_what_the_others_need_is_stopped_last(supervisor: Supervisor, tmp_path: Path) -> None:
    note = f"trap 'echo $0 >> {tmp_path}/order; exit' TERM; touch {tmp_path}/$0; sleep 60 & wait"
    supervisor.start(Part("store", ["sh", "-c", note, "store"], stops_last=True))
    supervisor.start(Part("user", ["sh", "-c", note, "user"]))
    wait_until(lambda: len(os.listdir(tmp_path)) == 2, timeout_s=2, what="both run")

    supervisor.stop()

    assert (tmp_path / "order").read_text().split() == ["user", "store"]


def test_a_part_writes_to_its_log(supervisor: Supervisor, tmp_path: Path) -> None:
    log = tmp_path / "part.log"

    supervisor.start(Part("writer", [sys.executable, "-c", "print('hello')"], log=log))

    wait_until(lambda: log.exists() and log.read_text() == "hello\n", timeout_s=3, what="it wrote")


@pytest.mark.parametrize(
    "returncode, words",
    [(1, "with exit status 1"), (-9, "by SIGKILL"), (-40, "by signal 40")],
)
def test_an_end_is_told_in_words(returncode: int, words: str) -> None:
    assert how_it_ended(returncode) == words


def _tend_until(supervisor: Supervisor, is_done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 5
    while not is_done():
        assert time.monotonic() < deadline
        supervisor.tend()
        time.sleep(0.01)
