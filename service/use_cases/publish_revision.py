"""How a revision becomes the one that new attempts get, in the transaction of whoever decides."""

from __future__ import annotations

from service.clock import utc_now
from service.store import audit_log, banks
from service.store.database import Session
from service.store.revisions import RevisionRow


def publish(
    session: Session,
    revision: RevisionRow,
    content: dict[str, object],
    *,
    report: dict[str, object] | None,
    actor: str,
) -> None:
    """Make a revision the one that new attempts get, unless a newer one is."""
    if banks.publish(session, revision, report):
        banks.change_item(session, revision.item, content)
    tell_revision(session, "revision.published", revision, actor=actor)


def tell_revision(session: Session, action: str, revision: RevisionRow, *, actor: str) -> None:
    audit_log.append(
        session,
        at=utc_now(),
        actor=actor,
        action=action,
        subject=revision.item,
        details={"revision": revision.id, "version": f"{revision.major}.{revision.minor}"},
    )
