"""Is the port free? Asked before anything is started, so that the answer is a clear one."""

from __future__ import annotations

import errno
import socket


class PortTaken(Exception):
    """The address cannot be listened on; the message names it and the setting to change."""


def check_port(host: str, port: int) -> None:
    """PortTaken if nothing can listen on host and port."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as fault:
        raise PortTaken(_explain(host, port, fault)) from fault


def _explain(host: str, port: int, fault: OSError) -> str:
    if fault.errno == errno.EADDRINUSE:
        return (
            f"port {port} on {host} is already in use. Stop what uses it, or choose another "
            f"port with ETUDE_PORT, for example: ETUDE_PORT={_another(port)} etude up"
        )
    return f"cannot listen on {host} port {port} (ETUDE_HOST, ETUDE_PORT): {fault.strerror}"


def _another(port: int) -> int:
    return port + 1 if port < 65535 else 8001
