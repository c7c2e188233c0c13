"""The n-th item of an attempt before the learner; the first look gives it a variant."""

from __future__ import annotations

from question_bank.drill import shows_hints
from question_bank.presenting import hints, present
from service import compiled as kept
from service.store import submissions, variants
from service.store.attempts import AttemptItemRow, AttemptRow
from service.store.clients import ClientRow
from service.store.database import Session, reading, retrying, transaction
from service.use_cases.assign_variant import assign_variant
from service.use_cases.feedback import feedback_on
from service.use_cases.find_attempt import find_attempt_item
from service.use_cases.policies import load_policy, may_draw_another, progress_of
from service.use_cases.views import ItemView


@retrying
def read_attempt_item(
    attempt_id: str, n: int, *, client: ClientRow | None, lang: str | None = None
) -> ItemView:
    """`lang` None: the attempt's. NoSuchAttempt, NoSuchPart; GeneratorFailed."""
    with reading() as session:
        attempt, item = find_attempt_item(session, attempt_id, n, client)
        if item.variant_id is not None:
            return item_view(session, attempt, item, lang or attempt.lang)
    with transaction() as session:
        attempt, item = find_attempt_item(session, attempt_id, n, client)
        if item.variant_id is None:
            assign_variant(session, attempt, item)
        attempt, item = find_attempt_item(session, attempt_id, n, client)
        return item_view(session, attempt, item, lang or attempt.lang)


def item_view(session: Session, attempt: AttemptRow, item: AttemptItemRow, lang: str) -> ItemView:
    """An item that has its variant."""
    assert item.variant_id is not None
    policy, is_open = load_policy(attempt.policy), attempt.state == "open"
    compiled = kept.compiled_revision(session, item.revision_id)
    variant = kept.variant_of(session, item.variant_id)
    submission = submissions.last_submission(session, item.attempt_id, item.n, item.draw)
    is_withdrawn = variants.is_quarantined(session, item.variant_id)
    presented = present(compiled, variant, lang)
    return ItemView(
        attempt=attempt,
        policy=policy,
        progress=progress_of(policy, item, is_open=is_open),
        row=item,
        presented=presented,
        draft=item.draft,
        submission=submission,
        feedback=feedback_on(session, policy, item, submission, lang=lang),
        is_withdrawn=is_withdrawn,
        can_draw_another=is_open and (is_withdrawn or may_draw_another(policy, item)),
        hints=hints(compiled, variant, presented.used_lang) if shows_hints(policy) else (),
    )
