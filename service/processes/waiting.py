"""Patience at the start: what is not there yet is asked for again, ever more seldom."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

import structlog

_LONGEST_PAUSE_S = 3.0
_TELL_AFTER_S = 2.0  # shorter waits are how parts normally start together


class NotThere(Exception):
    """What a part needs did not come up in time."""


def pauses(first_s: float = 0.1, longest_s: float = _LONGEST_PAUSE_S) -> Iterator[float]:
    """Endless pauses: doubled each time, up to the longest, with 20 % jitter."""
    pause = first_s
    while True:
        yield pause * random.uniform(0.8, 1.2)
        pause = min(pause * 2, longest_s)


def wait_for(
    what: str,
    is_there: Callable[[], bool],
    *,
    timeout_s: float,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Return once `is_there`; NotThere if that takes longer than `timeout_s` of pauses.

    `is_there` answers False for "not yet" and raises for what waiting cannot cure.
    """
    log = structlog.get_logger()
    waited_s = 0.0
    for pause in pauses():
        if is_there():
            return
        if waited_s >= timeout_s:
            raise NotThere(f"{what}: not there after {timeout_s:.0f} s")
        if waited_s >= _TELL_AFTER_S:
            log.info("waiting", what=what, waited_s=round(waited_s, 1))
        sleep(pause)
        waited_s += pause
