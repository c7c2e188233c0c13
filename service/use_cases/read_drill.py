"""One drill."""

from __future__ import annotations

from service.errors import NoSuchDrill
from service.store import drills
from service.store.clients import ClientRow
from service.store.database import Session, reading, retrying
from service.store.drills import DrillRow


@retrying
def read_drill(drill_id: str, *, client: ClientRow | None) -> DrillRow:
    """A client's own, or one open to everybody. NoSuchDrill."""
    with reading() as session:
        return find_drill(session, drill_id, client)


def find_drill(session: Session, drill_id: str, client: ClientRow | None) -> DrillRow:
    """NoSuchDrill, also for another client's: the two are not told apart."""
    drill = drills.get_drill(session, drill_id)
    if drill is None or drill.owner not in ("", client.id if client else ""):
        raise NoSuchDrill
    return drill
