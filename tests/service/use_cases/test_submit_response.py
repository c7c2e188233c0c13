"""Submitting: graded once, kept once, and nothing used for what cannot be read."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from fractions import Fraction

import pytest

from question_bank.model import ResponseError
from service.clock import utc_now
from service.errors import (
    AlreadySubmitted,
    AttemptClosed,
    AttemptsExhausted,
    DeadlinePassed,
    NoSuchAttempt,
    NoSuchPart,
    NotLookedAt,
    ResponseUnreadable,
    ServiceError,
    VariantBroken,
)
from service.store import attempts, submissions
from service.store.clients import ClientRow
from service.store.database import reading, transaction
from service.use_cases.answer_once import AlreadyAnswered, Answer, Once, fingerprint_of
from service.use_cases.draw_another_variant import draw_another_variant
from service.use_cases.finish_attempt import finish_attempt
from service.use_cases.load_bank import load_bank
from service.use_cases.quarantine_variant import quarantine_variant
from service.use_cases.read_attempt import read_attempt
from service.use_cases.read_attempt_item import read_attempt_item
from service.use_cases.start_attempt import start_attempt
from service.use_cases.submit_response import submit_response
from tests.service.api.small_bank import SMALL_BANK
from tests.service.use_cases.playing import (
    UNREADABLE,
    WRONG,
    answer,
    begin,
    make_client,
    make_drill,
    miss,
    right_response,
)
from tests.service.use_cases.samples import DOUBLE, PICK


@pytest.fixture
def client(database: object) -> ClientRow:
    load_bank(SMALL_BANK, actor="cli", trusted=True)
    return make_client()


def kept(attempt_id: str) -> list[submissions.SubmissionRow]:
    with reading() as session:
        return submissions.submissions_of(session, attempt_id)


def test_right_response_scores_in_full_and_is_explained(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client))

    result = answer(client, attempt)

    assert result.submission.score == 1
    assert result.progress.state == "correct"
    assert result.feedback.outcome is not None
    assert [part.verdict for part in result.feedback.outcome.parts] == ["correct", "correct"]
    assert result.feedback.explanation is not None
    assert kept(attempt) == [result.submission]


def test_partly_right_response_scores_its_points(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client))
    half_right = {**right_response(attempt), "bytes": "5"}

    result = submit_response(attempt, 1, half_right, client=client)

    assert result.submission.score == Fraction(2, 3)
    assert result.progress.state == "partly"


def test_unreadable_response_uses_nothing_and_names_its_parts(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, mode="graded"))

    with pytest.raises(ResponseUnreadable) as refused:
        submit_response(attempt, 1, UNREADABLE, client=client)

    assert [(part.id, part.verdict) for part in refused.value.parts] == [("twice", "unreadable")]
    assert kept(attempt) == []
    assert answer(client, attempt).submission.try_number == 1


def test_unknown_part_is_refused_by_name(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client))

    with pytest.raises(ResponseError) as refused:
        submit_response(attempt, 1, {**WRONG, "nothing": "1"}, client=client)

    assert (refused.value.code, refused.value.part) == ("unknown_part", "nothing")


def test_tries_are_counted_and_run_out(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, mode="graded", tries=2))

    assert miss(client, attempt).progress.tries_left == 1
    assert miss(client, attempt).progress.tries_left == 0
    with pytest.raises(AttemptsExhausted):
        answer(client, attempt)
    assert len(kept(attempt)) == 2


def test_best_of_the_tries_counts(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client))

    answer(client, attempt)
    result = miss(client, attempt)

    assert result.progress.state == "wrong"
    assert result.progress.score == 1


@pytest.mark.parametrize(
    "rule, counted",
    [("best", 1), ("last", 0), ("first", 0), ("average", Fraction(1, 3))],
)
def test_tries_count_by_the_policys_rule(client: ClientRow, rule: str, counted: Fraction) -> None:
    attempt = begin(client, make_drill(client, try_counts=rule))

    miss(client, attempt)
    answer(client, attempt)
    result = miss(client, attempt)

    assert result.progress.score == counted


def test_solution_waits_until_no_try_is_left(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, mode="graded", tries=2))

    assert miss(client, attempt).feedback.explanation is None
    assert miss(client, attempt).feedback.explanation is not None


def test_exam_tells_nothing_before_its_end(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, mode="exam"))

    result = answer(client, attempt)

    assert (result.feedback.outcome, result.feedback.explanation) == (None, None)
    assert (result.progress.state, result.progress.score) == ("answered", None)
    ended = finish_attempt(attempt, client=client)
    assert ended.given == ended.maximum == 3
    assert ended.items[0].feedback is not None
    assert ended.items[0].feedback.outcome is not None


def test_mastery_counts_right_responses_in_a_row_on_fresh_variants(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, mode="mastery", streak=2))
    seen = {read_attempt_item(attempt, 1, client=client).presented.seed}

    for right, streak in [(True, 1), (False, 0), (True, 1), (True, 2)]:
        result = answer(client, attempt) if right else miss(client, attempt)
        assert result.progress.streak == streak
        if result.can_draw_another:
            seen.add(draw_another_variant(attempt, 1, client=client).presented.seed)

    assert result.progress.is_done
    assert result.progress.score == 1
    assert len(seen) == 4
    with pytest.raises(ServiceError):
        answer(client, attempt)


def test_mastered_item_takes_no_more(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, mode="mastery", streak=1, tries=None))
    answer(client, attempt)

    with pytest.raises(AlreadySubmitted):
        answer(client, attempt)


def test_item_nobody_looked_at_cannot_be_answered(client: ClientRow) -> None:
    attempt = start_attempt(make_drill(client).id, learner="u1", client=client).attempt

    with pytest.raises(NotLookedAt):
        submit_response(attempt.id, 1, WRONG, client=client)


def test_foreign_attempt_is_not_there(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client))

    for caller in (make_client("another site"), None):
        with pytest.raises(NoSuchAttempt):
            submit_response(attempt, 1, WRONG, client=caller)
    with pytest.raises(NoSuchAttempt):
        submit_response("att_none", 1, WRONG, client=client)
    with pytest.raises(NoSuchPart):
        submit_response(attempt, 9, WRONG, client=client)


def test_finished_attempt_takes_no_more(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client))
    finish_attempt(attempt, client=client)

    with pytest.raises(AttemptClosed):
        answer(client, attempt)


def test_late_response_is_taken_within_the_grace_and_marked(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, mode="exam"))

    _move_deadline(attempt, seconds=-10)
    late = answer(client, attempt)

    assert late.submission.is_late


def test_response_after_the_grace_is_refused(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, mode="exam"))

    _move_deadline(attempt, seconds=-31)

    with pytest.raises(DeadlinePassed):
        answer(client, attempt)


def test_withdrawn_variant_is_not_graded_and_a_fresh_one_is_offered(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, mode="graded"))
    before = read_attempt_item(attempt, 1, client=client)
    assert before.row.variant_id is not None
    quarantine_variant(before.row.variant_id, "misleading", actor="cli")

    with pytest.raises(VariantBroken):
        answer(client, attempt)
    offered = read_attempt_item(attempt, 1, client=client)
    assert offered.is_withdrawn and offered.can_draw_another
    fresh = draw_another_variant(attempt, 1, client=client)

    assert not fresh.is_withdrawn
    assert fresh.row.variant_id != before.row.variant_id
    assert answer(client, attempt).submission.score == 1


def test_choice_is_graded_by_its_options(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, PICK))

    wrong = submit_response(attempt, 1, {"which": "nine"}, client=client)
    right = submit_response(attempt, 1, {"which": "seven"}, client=client)

    assert (wrong.submission.score, right.submission.score) == (0, 1)


def once(key: str, body: bytes = b"{}") -> Once:
    def tell(result: object) -> Answer:
        return Answer(201, repr(result))

    return Once("key_1", key, fingerprint_of("POST", "/submissions", body), tell)


def test_repeated_request_gets_the_first_answer_and_uses_nothing(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, mode="graded", tries=1))
    first = once("k")
    submit_response(attempt, 1, WRONG, client=client, once=first)

    # The only try is used, so that by itself the second request would be refused.
    with pytest.raises(AlreadyAnswered) as again:
        submit_response(attempt, 1, WRONG, client=client, once=once("k"))

    assert again.value.answer == first.told
    assert len(kept(attempt)) == 1


def test_last_try_raced_by_many_is_given_once(client: ClientRow) -> None:
    drill = make_drill(client, mode="graded", tries=1)
    for number in range(5):
        attempt = begin(client, drill, learner=f"u{number}")
        barrier = threading.Barrier(2)

        def send(key: str, attempt: str = attempt, barrier: threading.Barrier = barrier) -> str:
            barrier.wait(5)
            try:
                submit_response(attempt, 1, WRONG, client=client, once=once(key))
            except AttemptsExhausted as refused:
                return refused.code
            return "graded"

        with ThreadPoolExecutor(2) as pool:
            told = list(pool.map(send, [f"a{number}", f"b{number}"]))

        assert sorted(told) == ["attempts_exhausted", "graded"]
        assert len(kept(attempt)) == 1


def test_many_submissions_at_once_are_each_counted(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: _until_kept(client, attempt), range(8)))

    assert [row.try_number for row in kept(attempt)] == list(range(1, 9))
    assert read_attempt(attempt, client=client).items[0].state == "wrong"


def _until_kept(client: ClientRow, attempt: str) -> None:
    while True:
        try:
            miss(client, attempt)
            return
        except ServiceError as busy:
            assert busy.status == 503


def _move_deadline(attempt_id: str, *, seconds: int) -> None:
    with transaction() as session:
        session.execute(
            attempts.attempts.update()
            .where(attempts.attempts.c.id == attempt_id)
            .values(deadline_at=utc_now() + timedelta(seconds=seconds))
        )


def test_drill_of_two_items_counts_both(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, DOUBLE, PICK))
    read_attempt_item(attempt, 2, client=client)
    answer(client, attempt, 1)
    submit_response(attempt, 2, {"which": "one"}, client=client)

    result = finish_attempt(attempt, client=client)

    assert (result.given, result.maximum) == (3, 4)
    assert result.counted == Fraction(3, 4)
