"""Fresh numbers for the n-th item."""

from __future__ import annotations

from service.clock import utc_now
from service.errors import AttemptClosed, NotInThisMode
from service.store import variants
from service.store.attempts import AttemptItemRow, AttemptRow
from service.store.clients import ClientRow
from service.store.database import Session, retrying, transaction
from service.use_cases.answer_once import Once, claim_key, keep_answer
from service.use_cases.assign_variant import assign_variant
from service.use_cases.close_overdue import is_overdue
from service.use_cases.find_attempt import find_attempt_item
from service.use_cases.policies import load_policy, may_draw_another
from service.use_cases.read_attempt_item import item_view
from service.use_cases.views import ItemView


@retrying
def draw_another_variant(
    attempt_id: str,
    n: int,
    *,
    client: ClientRow | None,
    lang: str | None = None,
    once: Once | None = None,
) -> ItemView:
    """In practice and mastery; and in every drill when the present variant was withdrawn.

    NoSuchAttempt, NoSuchPart, AttemptClosed, NotInThisMode, GeneratorFailed.
    """
    with transaction() as session:
        claim_key(session, once)
        attempt, item = find_attempt_item(session, attempt_id, n, client)
        _check_may_draw(session, attempt, item)
        assign_variant(session, attempt, item)
        attempt, item = find_attempt_item(session, attempt_id, n, client)
        view = item_view(session, attempt, item, lang or attempt.lang)
        keep_answer(session, once, view)
    return view


def _check_may_draw(session: Session, attempt: AttemptRow, item: AttemptItemRow) -> None:
    if attempt.state != "open" or is_overdue(attempt, utc_now()):
        raise AttemptClosed
    if item.variant_id is not None and variants.is_quarantined(session, item.variant_id):
        return
    if not may_draw_another(load_policy(attempt.policy), item):
        raise NotInThisMode("Another variant can be drawn in practice, or after an answer.")
