"""What a learner may see of a graded response, read again from the store."""

from __future__ import annotations

from dataclasses import replace

from question_bank.drill import Policy, shows_explanation, shows_outcome
from question_bank.model import Outcome, PartOutcome
from question_bank.presented import Explanation
from service import compiled as kept
from service.store.attempts import AttemptItemRow
from service.store.database import Session
from service.store.outcomes import load_outcome
from service.store.submissions import SubmissionRow
from service.use_cases.views import Feedback


def feedback_on(
    session: Session,
    policy: Policy,
    item: AttemptItemRow,
    submission: SubmissionRow | None,
    *,
    lang: str,
) -> Feedback | None:
    """Of a submission to `item`, in the language it is looked at now; None without one."""
    if submission is None:
        return None
    outcome = load_outcome(submission.outcome)
    explanation = _explanation(session, policy, item, submission, lang)
    if explanation is not None and lang != submission.lang:
        outcome = _said_in_language(outcome, explanation)
    is_shown = shows_outcome(policy, is_open=item.is_open)
    return Feedback(outcome if is_shown else None, explanation)


def _explanation(
    session: Session, policy: Policy, item: AttemptItemRow, submission: SubmissionRow, lang: str
) -> Explanation | None:
    tries_used, last = submission.try_number, submission.score
    if not shows_explanation(policy, is_open=item.is_open, tries_used=tries_used, last=last):
        return None
    compiled = kept.compiled_revision(session, submission.revision_id)
    variant = kept.variant_of(session, submission.variant_id)
    revision_id, variant_id = submission.revision_id, submission.variant_id
    return kept.explained(revision_id, variant_id, compiled, variant, lang)


def _said_in_language(outcome: Outcome, explanation: Explanation) -> Outcome:
    """What is said of a mistake, in the explanation's language; how it was read stays as typed."""
    said = {
        (part.id, mistake.id): mistake.say_html
        for part in explanation.parts
        for mistake in part.mistakes
    }

    def translated(part: PartOutcome) -> PartOutcome:
        return replace(part, say=said.get((part.id, part.rule or ""), part.say))

    return outcome._replace(parts=[translated(part) for part in outcome.parts])
