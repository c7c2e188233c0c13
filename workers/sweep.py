"""The sweeper process: every few seconds it wakes what is due and has no message."""

from __future__ import annotations

import signal
import threading
from types import FrameType

import structlog

from service import connections
from service.errors import Unavailable
from service.settings import Settings
from service.use_cases.sweep import sweep

log = structlog.get_logger()


def run(settings: Settings) -> None:
    """Sweep until SIGTERM or Ctrl-C. Two sweepers do no harm."""
    connections.connect(settings)
    is_over = _asked_to_stop()
    while not is_over.is_set():
        try:
            sweep()
        except Unavailable as fault:
            log.warning("sweep_put_off", fault=fault.detail)
        is_over.wait(settings.sweep_s)
    connections.disconnect()


def _asked_to_stop() -> threading.Event:
    is_over = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        is_over.set()

    signal.signal(signal.SIGTERM, note)
    signal.signal(signal.SIGINT, note)
    return is_over
