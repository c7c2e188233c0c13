"""The lifeline: what hangs on it ends with its holder, however that ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.rig.processes import is_running, wait_until_gone

# A holder starts a part; the part holds the lifeline and forks a child. Neither does anything.
_PART = """
import os, time
from service.processes.lifeline import hold_lifeline
{before}
hold_lifeline(os.environ)
child = os.fork()
if child:
    print(os.getpid(), child, flush=True)
time.sleep(60)
"""
_HOLDER = """
import os, subprocess, sys
read_end, write_end = os.pipe()
part = subprocess.Popen(
    [sys.executable, "-c", {part!r}],
    env={{**os.environ, "ETUDE_LIFELINE_FD": str(read_end)}},
    pass_fds=[read_end],
)
input()
"""


@pytest.mark.parametrize(
    "before",
    [
        "",
        # As on systems that cannot tie a child to its parent:
        "from service.processes import lifeline; lifeline._LIBC = None",
    ],
)
def test_a_part_and_its_children_leave_when_the_holder_is_killed(before: str) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLDER.format(part=_PART.format(before=before))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with holder:
        assert holder.stdout is not None
        pids = [int(pid) for pid in holder.stdout.readline().split()]
        assert all(map(is_running, pids))

        os.kill(holder.pid, signal.SIGKILL)

    wait_until_gone(pids, timeout_s=2)
