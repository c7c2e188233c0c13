"""The supervisor: starts the parts, starts again what ends, stops everything.

It looks at its parts when `tend` is called; nothing runs beside it. A part that keeps ending right
after its start, without being killed, is not started for ever: PartFailed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen, TimeoutExpired

from service.processes.lifeline import LIFELINE_VARIABLE, start_tied

STEADY_S = 10.0  # a part that ran this long has started well
TRIES = 5  # starts in a row that did not get this far, before we give up
FIRST_PAUSE_S = 0.2  # before a part is started again; doubled each time
GRACE_S = 3.0  # from the polite signal to the kill


class PartFailed(Exception):
    """A part cannot be kept running, or what had to be done once failed; the message says how."""


@dataclass(frozen=True, slots=True)
class Part:
    """A process of the service. It writes to `log`, or where we write if there is none.

    What is `once` has done its work when it ends with status 0, and is not started again.
    What `stops_last` is needed by the others until they are gone.
    """

    name: str
    command: Sequence[str | Path]
    log: Path | None = None
    is_once: bool = False
    stops_last: bool = False


@dataclass(slots=True)
class _Run:
    """A part and its process. `due` is when to start it again (monotonic), None while it runs."""

    part: Part
    process: Popen[bytes]
    started: float
    strikes: int = 0
    due: float | None = None


class Supervisor:
    """Use it from the main thread, which children on Linux are tied to; `say` tells the user."""

    def __init__(self, environ: Mapping[str, str], say: Callable[[str], None]) -> None:
        self._environ = environ
        self._say = say
        self._runs: dict[str, _Run] = {}
        # The write end is held by this process alone, and never written to.
        self._lifeline, end = os.pipe()
        self._lifeline_ends = [self._lifeline, end]

    @property
    def processes(self) -> Mapping[str, int]:
        """The process ids of the parts that run, by the part's name."""
        return {name: run.process.pid for name, run in self._runs.items() if run.due is None}

    def has(self, name: str) -> bool:
        """True until the part was stopped, or has done what it had to do once."""
        return name in self._runs

    def start(self, part: Part) -> None:
        self._runs[part.name] = _Run(part, self._spawn(part), time.monotonic())

    def _spawn(self, part: Part) -> Popen[bytes]:
        """It leads a process group: Ctrl-C in a terminal reaches us alone, and we stop the rest."""
        return start_tied(
            part.command,
            env={**self._environ, LIFELINE_VARIABLE: str(self._lifeline)},
            log=part.log,
            lifeline=self._lifeline,
            new_group=True,
        )

    def tend(self) -> None:
        """Look after every part once. PartFailed if starting one again has no point."""
        now = time.monotonic()
        for run in list(self._runs.values()):
            if run.due is None and run.process.poll() is not None:
                self._note_end(run, now)
            elif run.due is not None and run.due <= now:
                run.process, run.started, run.due = self._spawn(run.part), now, None

    def _note_end(self, run: _Run, now: float) -> None:
        kill_group(run.process.pid)  # the children it may have left: they hold its port and jobs
        if run.part.is_once and run.process.returncode == 0:
            del self._runs[run.part.name]
            return
        ran_s = now - run.started
        how = how_it_ended(run.process.returncode)
        was_killed = run.process.returncode in (-signal.SIGKILL, -signal.SIGTERM)
        # Killed by somebody, or for its memory: that says nothing of how the next start will go.
        run.strikes = 1 if ran_s >= STEADY_S or was_killed else run.strikes + 1
        if run.strikes >= TRIES or (run.part.is_once and run.process.returncode > 0):
            raise PartFailed(_why_given_up(run, how))
        run.due = now + FIRST_PAUSE_S * 2 ** (run.strikes - 1)
        self._say(f"{run.part.name} ended {how} after {ran_s:.1f} s; starting it again")

    def stop(self) -> None:
        """Stop every part and wait until it is gone: politely, then for certain."""
        runs = [run for run in self._runs.values() if run.due is None]
        self._runs.clear()
        _stop_all(run.process for run in runs if not run.part.stops_last)
        _stop_all(run.process for run in runs if run.part.stops_last)
        while self._lifeline_ends:  # closed: what is left below the parts leaves now
            os.close(self._lifeline_ends.pop())


def _why_given_up(run: _Run, how: str) -> str:
    where = f"{run.part.log} says why" if run.part.log else "its own messages above say why"
    times = "" if run.strikes == 1 else f"{run.strikes} times right after its start, the last time "
    return f"{run.part.name} ended {times}{how}; {where}"


def _stop_all(processes: Iterable[Popen[bytes]]) -> None:
    processes = list(processes)
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + GRACE_S
    for process in processes:
        with contextlib.suppress(TimeoutExpired):
            process.wait(timeout=max(0.0, deadline - time.monotonic()))
        kill_group(process.pid)
        process.wait()


def kill_group(leader: int) -> None:
    """Kill what is left of the group, and its leader."""
    with contextlib.suppress(ProcessLookupError, PermissionError):  # gone; macOS says the latter
        os.killpg(leader, signal.SIGKILL)


def how_it_ended(returncode: int) -> str:
    """In words: `with exit status 1`, `by SIGKILL`."""
    if returncode >= 0:
        return f"with exit status {returncode}"
    try:
        return f"by {signal.Signals(-returncode).name}"
    except ValueError:  # a real-time signal has a number only
        return f"by signal {-returncode}"
