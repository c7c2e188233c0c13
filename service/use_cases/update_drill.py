"""A changed drill."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from question_bank.drill import Policy, Selection, dump_policy, dump_selection
from service.clock import utc_now
from service.errors import DrillHasAttempts, IfMatchMissing, NoSuchDrill, RevisionStale
from service.store import attempts, audit_log, drills
from service.store.clients import ClientRow
from service.store.database import Session, retrying, transaction
from service.store.drills import DrillRow
from service.use_cases.checks import checked_title
from service.use_cases.read_drill import find_drill
from service.use_cases.select_items import check_selection


@retrying
def update_drill(
    drill_id: str,
    *,
    title: Mapping[str, str],
    policy: Policy,
    selection: Selection,
    state: Literal["open", "closed"] = "open",
    if_match: int | None,
    client: ClientRow,
) -> DrillRow:
    """`if_match` is the revision last seen. Attempts keep the policy they started with.

    NoSuchDrill, IfMatchMissing, RevisionStale; DrillHasAttempts if the selection is to change;
    SelectionUnknown, SelectionEmpty, InvalidText.
    """
    if if_match is None:
        raise IfMatchMissing
    with transaction() as session:
        before = find_drill(session, drill_id, client)
        if before.owner != client.id:
            raise NoSuchDrill  # open to everybody, but nobody's to change
        after = replace(
            before,
            title=checked_title(title),
            policy=dump_policy(policy),
            selection=dump_selection(selection),
            state=state,
            revision=if_match + 1,
            updated_at=utc_now(),
        )
        if after.selection != before.selection:
            _check_selection(session, drill_id, selection)
        if not drills.change_drill(session, after, seen_revision=if_match):
            raise RevisionStale
        _tell(session, before, after, client)
    return after


def _check_selection(session: Session, drill_id: str, selection: Selection) -> None:
    if attempts.has_attempts(session, drill_id):
        raise DrillHasAttempts
    check_selection(session, selection)


def _tell(session: Session, before: DrillRow, after: DrillRow, client: ClientRow) -> None:
    changes = {
        name: {"before": getattr(before, name), "after": getattr(after, name)}
        for name in ("title", "policy", "selection", "state")
        if getattr(before, name) != getattr(after, name)
    }
    audit_log.append(
        session,
        at=after.updated_at,
        actor=client.key_id,
        action="drill.changed",
        subject=after.id,
        details=changes,
    )
