"""Named places where a test may kill or stop this process: `ETUDE_FAILPOINT=fill_pool.drawn:kill`.

Without the variable `hit` does nothing. It is read here, not in the settings: it is no setting.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

SLEEP_S = 3600


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _sleep() -> None:
    time.sleep(SLEEP_S)


def _armed(spec: str) -> Callable[[str], None]:
    """`name:kill` or `name:sleep` -> what `hit` does."""
    name, _, action = spec.partition(":")
    act = {"kill": _kill, "sleep": _sleep}[action]

    def hit(place: str) -> None:
        if place == name:
            act()

    return hit


def _pass(place: str) -> None:
    """Nothing: no failpoint is set."""


hit: Callable[[str], None] = (
    _armed(os.environ["ETUDE_FAILPOINT"]) if os.environ.get("ETUDE_FAILPOINT") else _pass
)
