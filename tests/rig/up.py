"""A real `etude up` on an empty data folder and a free port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen

from tests.rig.folders import short_folder

_READY_TIMEOUT_S = 60.0


@dataclass(slots=True)
class RunningUp:
    """`etude up`, ready. `output` is what it printed until then."""

    process: Popen[bytes]
    folder: Path
    url: str
    output: str
    ready_after_s: float

    @property
    def local_key(self) -> str:
        return (self.folder / "data/secrets/local.key").read_text().strip()


def etude_up(folder: Path, port: int, *, environ: dict[str, str] | None = None) -> Popen[bytes]:
    """Start `etude up` with nothing of our own environment in its settings."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ETUDE_")}
    return Popen(
        [sys.executable, "-P", "-m", "service.cli", "up"],
        cwd=folder,
        env={**clean, "ETUDE_PORT": str(port), **(environ or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


@contextmanager
def running_up(environ: dict[str, str] | None = None) -> Iterator[RunningUp]:
    """Started, and waited for until it says it is ready; stopped if it still runs at the end."""
    with short_folder() as folder:
        port = free_port()
        began = time.monotonic()
        process = etude_up(folder, port, environ=environ)
        try:
            output = _read_until_ready(process)
            ready_after_s = time.monotonic() - began
            yield RunningUp(
                process, folder, f"http://127.0.0.1:{port}", output, ready_after_s=ready_after_s
            )
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            process.communicate(timeout=20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _read_until_ready(process: Popen[bytes]) -> str:
    """Everything up to the line that tells how to stop it."""
    assert process.stdout is not None
    deadline = time.monotonic() + _READY_TIMEOUT_S
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line.decode())
        if line.startswith(b"Ctrl-C"):
            return "".join(lines)
        if time.monotonic() > deadline:
            break
    raise AssertionError(f"etude up did not become ready:\n{''.join(lines)}")
