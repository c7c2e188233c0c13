"""The lifeline: how a process learns that `etude up` is gone, even when that was killed with -9.

`etude up` holds the write end of a pipe; every Python process below it inherits the read end and a
thread of it waits there. When `up` ends, however it ends, the kernel closes the write end, each
reader sees the end of the file and leaves. A process that is not Python is tied to its parent by
Linux itself (`tied_to_parent`).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from subprocess import Popen

LIFELINE_VARIABLE = "ETUDE_LIFELINE_FD"
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def tied_to_parent(signal_number: int = signal.SIGKILL) -> Callable[[], None]:
    """A `preexec_fn`: on Linux the child gets the signal once its parent's thread has ended.

    Start such a child from the main thread: the kernel watches the thread, not the process.
    """
    parent = os.getpid()

    def tie() -> None:
        if _LIBC is None:
            return
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(signal_number), 0, 0, 0)
        if os.getppid() != parent:  # it died between the fork and the line above
            os._exit(1)

    return tie


def start_tied(
    command: Sequence[str | Path],
    *,
    signal_number: int = signal.SIGKILL,
    env: Mapping[str, str] | None = None,
    log: Path | None = None,
    lifeline: int | None = None,
    new_group: bool = False,
    user: int | None = None,
    group: int | None = None,
) -> Popen[bytes]:
    """Start a child that does not outlive this process on Linux; see `tied_to_parent`.

    What it writes is added to `log`, if given. `lifeline` is the descriptor of the read end that
    the child shall hold (see `hold_lifeline`).
    """
    with contextlib.ExitStack() as stack:
        output = None if log is None else stack.enter_context(log.open("ab"))
        # Python 3.12 warns of forking beside threads; the child only calls prctl, then execs.
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore", DeprecationWarning)
        return Popen(
            [str(word) for word in command],
            env=None if env is None else dict(env),
            stdout=output,
            stderr=output,
            pass_fds=() if lifeline is None else (lifeline,),
            process_group=0 if new_group else None,
            user=user,
            group=group,
            extra_groups=None if user is None else [],
            preexec_fn=tied_to_parent(signal_number),
        )


def hold_lifeline(environ: Mapping[str, str]) -> None:
    """Leave at once when `etude up` is gone. Does nothing in a part that was started alone.

    Processes forked from this one (work horses, web workers) hold it too.
    """
    descriptor = environ.get(LIFELINE_VARIABLE)
    if descriptor is None:
        return
    _watch(int(descriptor))
    os.register_at_fork(after_in_child=lambda: _hold_in_child(int(descriptor)))


def _hold_in_child(descriptor: int) -> None:
    """Threads do not survive a fork, and neither does the tie to the parent."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    _watch(descriptor)


def _watch(descriptor: int) -> None:
    threading.Thread(target=_leave_at_end, args=(descriptor,), name="lifeline", daemon=True).start()


def _leave_at_end(descriptor: int) -> None:
    os.read(descriptor, 1)  # nobody ever writes: this returns when the last writer is gone
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)  # with children that could not inherit the descriptor
    os._exit(1)
