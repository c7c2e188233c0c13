"""A new drill."""

from __future__ import annotations

from collections.abc import Mapping

from question_bank.drill import Policy, Selection, dump_policy, dump_selection
from service.clock import utc_now
from service.ids import DRILL, new_id
from service.store import audit_log, drills
from service.store.clients import ClientRow
from service.store.database import retrying, transaction
from service.store.drills import DrillRow
from service.use_cases.answer_once import Once, claim_key, keep_answer
from service.use_cases.checks import checked_title
from service.use_cases.select_items import check_selection


@retrying
def create_drill(
    title: Mapping[str, str],
    policy: Policy,
    selection: Selection,
    *,
    client: ClientRow,
    once: Once | None = None,
) -> DrillRow:
    """A drill of the client's. SelectionUnknown, SelectionEmpty; InvalidText for the title."""
    now = utc_now()
    drill = DrillRow(
        id=new_id(DRILL),
        owner=client.id,
        topic=None,
        title=checked_title(title),
        policy=dump_policy(policy),
        selection=dump_selection(selection),
        state="open",
        revision=1,
        created_at=now,
        updated_at=now,
    )
    with transaction() as session:
        claim_key(session, once)
        check_selection(session, selection)
        drills.add_drill(session, drill)
        audit_log.append(
            session,
            at=now,
            actor=client.key_id,
            action="drill.created",
            subject=drill.id,
            details={"policy": drill.policy, "selection": drill.selection},
        )
        keep_answer(session, once, drill)
    return drill
