"""A taken port is told before anything is started."""

from __future__ import annotations

import socket

import pytest

from service.processes.ports import PortTaken, check_port


def test_a_free_port_is_fine() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    check_port("127.0.0.1", port)


def test_a_taken_port_is_named_with_the_setting_that_changes_it() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        with pytest.raises(PortTaken) as refusal:
            check_port("127.0.0.1", port)

    assert f"port {port} on 127.0.0.1 is already in use" in str(refusal.value)
    assert "ETUDE_PORT" in str(refusal.value)


def test_an_address_that_is_not_ours_is_refused_by_name() -> None:
    with pytest.raises(PortTaken, match="ETUDE_HOST"):
        check_port("192.0.2.1", 8000)  # TEST-NET-1: nobody has it
