"""What a part waits for at its start: the services of a compose file all start together."""

from __future__ import annotations

from service import connections
from service.processes.waiting import NotThere, wait_for
from service.settings import Settings
from service.use_cases.check_readiness import check_readiness

TIMEOUT_S = 60.0


def wait_for_database(settings: Settings) -> None:
    """Connect, and return once the database answers and has this version's schema.

    Ends the process with status 1 after a minute: whoever started it may start it again.
    """
    connections.connect(settings)
    try:
        wait_for(
            "the database, brought up to date by `etude migrate`",
            lambda: check_readiness().schema == "current",
            timeout_s=TIMEOUT_S,
        )
    except NotThere as fault:
        raise SystemExit(f"etude: {fault}") from fault
