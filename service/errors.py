"""What the service refuses. `code` is stable: clients may match on it; `status` is HTTP's."""

from __future__ import annotations

from collections.abc import Mapping


class ServiceError(Exception):
    """A refusal with a stable code, a status and a sentence for people."""

    status = 500
    code = "internal_error"
    detail = "Something went wrong on our side."

    def __init__(self, detail: str | None = None, **facts: object) -> None:
        super().__init__(detail or self.detail)
        self.detail = detail or self.detail
        self.facts: Mapping[str, object] = facts  # told beside the code, JSON-safe


# --- the database -----------------------------------------------------------------------------


class Unavailable(ServiceError):
    """The database cannot be reached, is full or is too busy. Nothing was done."""

    status, code = 503, "unavailable"
    detail = "The database is not available just now. Please try again."
    retry_after_s = 2


class TransactionLost(Unavailable):
    """A transaction lost a race with another and was rolled back. Run the use case again."""


# --- who calls --------------------------------------------------------------------------------


class NotAuthenticated(ServiceError):
    status, code = 401, "not_authenticated"
    detail = "This needs a valid key: `Authorization: Bearer ak_live_...`."


class ScopeMissing(ServiceError):
    status, code = 403, "scope_missing"
    detail = "The key lacks the scope this needs."


class UnknownScope(ServiceError):
    status, code = 422, "unknown_scope"


# --- what is asked for ------------------------------------------------------------------------


class NotFound(ServiceError):
    """Absent, or not the caller's: the two are not told apart."""

    status, code = 404, "not_found"
    detail = "There is no such thing, or it is not yours."


class NoSuchItem(NotFound):
    code = "no_such_item"


class NoSuchTopic(NotFound):
    code = "no_such_topic"


class NoSuchDrill(NotFound):
    code = "no_such_drill"


class NoSuchAttempt(NotFound):
    code = "no_such_attempt"


class NoSuchPart(NotFound):
    """An item number that the attempt does not have."""

    code = "no_such_item_number"


class NoSuchOperation(NotFound):
    code = "no_such_operation"


class NoSuchKey(NotFound):
    code = "no_such_key"


class CursorInvalid(ServiceError):
    status, code = 400, "cursor_invalid"
    detail = "`cursor` must be a `next_cursor` of an earlier answer."


class InvalidText(ServiceError):
    """A name or id that cannot be kept: empty, too long, or with control characters."""

    status, code = 422, "invalid_text"


class IfMatchMissing(ServiceError):
    status, code = 428, "if_match_missing"
    detail = "Send `If-Match` with the ETag you last saw."


class RevisionStale(ServiceError):
    status, code = 412, "revision_stale"
    detail = "It was changed meanwhile. Read it again, then change it."


# --- content and drills -----------------------------------------------------------------------


class ItemNotReady(ServiceError):
    """The item has no published revision yet (its audit is running, or it was refused)."""

    status, code = 409, "item_not_ready"


class GeneratorFailed(ServiceError):
    """No variant could be drawn for this seed; `facts` say how often each condition failed."""

    status, code = 422, "generator_failed"


class SelectionEmpty(ServiceError):
    status, code = 422, "selection_empty"
    detail = "The selection holds no item that is ready."


class SelectionUnknown(ServiceError):
    """The selection names items or topics that no bank has."""

    status, code = 422, "selection_unknown"


class DrillHasAttempts(ServiceError):
    status, code = 409, "has_attempts"
    detail = "The drill has attempts: its items can no longer change, only its title and policy."


class ImportRunning(ServiceError):
    status, code = 409, "import_running"
    detail = "Another import of this bank is running."


# --- attempts ---------------------------------------------------------------------------------


class DrillClosed(ServiceError):
    status, code = 403, "drill_closed"
    detail = "The drill is closed."


class AttemptsExhausted(ServiceError):
    """No attempt at the drill, or no try at the item, is left."""

    status, code = 409, "attempts_exhausted"
    detail = "No attempt is left."


class AttemptClosed(ServiceError):
    status, code = 409, "attempt_closed"
    detail = "The attempt is finished."


class AlreadySubmitted(ServiceError):
    """This variant has its final submission."""

    status, code = 409, "already_submitted"
    detail = "This item has been answered."


class DeadlinePassed(ServiceError):
    status, code = 403, "late"
    detail = "The time for this attempt is over."


class NotLookedAt(ServiceError):
    """The item has no variant yet: it gets one when it is first read."""

    status, code = 409, "item_not_read"
    detail = "Read the item first: that draws its numbers."


class VariantBroken(ServiceError):
    """The variant was withdrawn: nothing is graded against it. A fresh one can be drawn."""

    status, code = 409, "variant_withdrawn"
    detail = "These numbers were withdrawn because they failed a check. Take a fresh variant."


class NotInThisMode(ServiceError):
    status, code = 403, "not_in_this_mode"
    detail = "The drill does not offer this."


class ResultNotYet(ServiceError):
    status, code = 403, "not_yet"
    detail = "The result is shown when the attempt is finished."


class Unanswered(ServiceError):
    """Finishing with items left open needs `force`."""

    status, code = 409, "unanswered"


class DraftStale(ServiceError):
    status, code = 409, "stale_draft"
    detail = "A newer draft is kept."


class ResponseUnreadable(ServiceError):
    """A response that cannot be graded: nothing was used. `parts` says which, why, and what to ask.

    Carries the PartOutcome of every part that is unreadable or must be asked about.
    """

    status, code = 422, "unreadable_response"
    detail = "The response could not be read, so it was not graded and no attempt was used."

    def __init__(self, parts: tuple[object, ...], detail: str | None = None) -> None:
        super().__init__(detail)
        self.parts = parts


# --- the same request twice -------------------------------------------------------------------


class KeyReused(ServiceError):
    status, code = 422, "idempotency_key_reused"
    detail = "This Idempotency-Key was used for another request."


class StillRunning(ServiceError):
    status, code = 409, "idempotency_key_in_use"
    detail = "The first request with this Idempotency-Key is still running."
    retry_after_s = 1
