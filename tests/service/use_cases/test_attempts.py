"""Attempts: begun, gone on with, looked at, drafted, finished, counted."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from fractions import Fraction

import pytest

from service.clock import utc_now
from service.errors import (
    AttemptClosed,
    AttemptsExhausted,
    DraftStale,
    DrillClosed,
    InvalidText,
    NoSuchAttempt,
    NoSuchDrill,
    NotInThisMode,
    ResultNotYet,
    Unanswered,
)
from service.store import attempts, submissions
from service.store.clients import ClientRow
from service.store.database import reading, transaction
from service.use_cases.assign_variant import permuted
from service.use_cases.close_overdue import close_overdue
from service.use_cases.draw_another_variant import draw_another_variant
from service.use_cases.fill_pool import fill_pool
from service.use_cases.finish_attempt import finish_attempt
from service.use_cases.load_bank import load_bank
from service.use_cases.open_topic_drill import open_topic_drill
from service.use_cases.read_attempt import read_attempt
from service.use_cases.read_attempt_item import read_attempt_item
from service.use_cases.read_result import read_result
from service.use_cases.save_draft import save_draft
from service.use_cases.start_attempt import start_attempt
from service.use_cases.update_drill import update_drill
from tests.service.api.small_bank import SMALL_BANK
from tests.service.use_cases.playing import (
    answer,
    begin,
    make_client,
    make_drill,
    miss,
)
from tests.service.use_cases.samples import DOUBLE, OTHER_GRADING, PICK, jobs_of, pool


@pytest.fixture
def client(database: object) -> ClientRow:
    load_bank(SMALL_BANK, actor="cli", trusted=True)
    return make_client()


# --- starting ------------------------------------------------------------------------------------


def test_new_attempt_has_the_drills_items_unseen(client: ClientRow) -> None:
    drill = make_drill(client, DOUBLE, PICK)

    started = start_attempt(drill.id, learner="u1", client=client, lang="ru")

    view = read_attempt(started.attempt.id, client=client)
    assert not started.is_resumed
    assert [(item.n, item.item, item.state) for item in view.items] == [
        (1, DOUBLE, "unseen"),
        (2, PICK, "unseen"),
    ]
    assert (view.attempt.number, view.attempt.lang, view.attempt.maximum) == (1, "ru", 4)


def test_open_attempt_is_gone_on_with(client: ClientRow) -> None:
    drill = make_drill(client)
    first = start_attempt(drill.id, learner="u1", client=client)

    again = start_attempt(drill.id, learner="u1", client=client)

    assert again.is_resumed
    assert again.attempt == first.attempt


def test_next_attempt_follows_a_finished_one_until_none_is_left(client: ClientRow) -> None:
    drill = make_drill(client, mode="graded", attempts=2)
    for number in (1, 2):
        started = start_attempt(drill.id, learner="u1", client=client)
        assert started.attempt.number == number
        finish_attempt(started.attempt.id, client=client, force=True)

    with pytest.raises(AttemptsExhausted):
        start_attempt(drill.id, learner="u1", client=client)
    assert start_attempt(drill.id, learner="u2", client=client).attempt.number == 1


def test_starting_at_once_makes_one_attempt(client: ClientRow) -> None:
    drill = make_drill(client, mode="graded", attempts=1)
    barrier = threading.Barrier(6)

    def start(_: int) -> tuple[str, bool]:
        barrier.wait(5)
        started = start_attempt(drill.id, learner="u1", client=client)
        return started.attempt.id, started.is_resumed

    with ThreadPoolExecutor(6) as threads:
        started = list(threads.map(start, range(6)))

    assert len({attempt for attempt, _ in started}) == 1
    assert [is_resumed for _, is_resumed in started].count(False) == 1


def test_visitor_gets_an_attempt_of_their_own_each_time(client: ClientRow) -> None:
    drill = open_topic_drill("small", "numbers")

    first = start_attempt(drill.id, learner=None, client=None)
    second = start_attempt(drill.id, learner=None, client=None)

    assert first.attempt.id != second.attempt.id
    assert read_attempt(first.attempt.id, client=None).is_open
    with pytest.raises(NoSuchAttempt):
        read_attempt(first.attempt.id, client=client)


def test_foreign_drill_is_not_there(client: ClientRow) -> None:
    drill = make_drill(client)

    for caller in (make_client("another site"), None):
        with pytest.raises(NoSuchDrill):
            start_attempt(drill.id, learner="u1", client=caller)


def test_learner_must_be_a_short_printable_text(client: ClientRow) -> None:
    with pytest.raises(InvalidText):
        start_attempt(make_drill(client).id, learner="nul\0", client=client)


def test_closed_drill_starts_nothing_new_but_lets_open_attempts_end(client: ClientRow) -> None:
    drill = make_drill(client)
    attempt = begin(client, drill)
    _close(client, drill.id)

    with pytest.raises(DrillClosed):
        start_attempt(drill.id, learner="u2", client=client)
    assert answer(client, attempt).submission.score == 1
    assert start_attempt(drill.id, learner="u1", client=client).is_resumed


def _close(client: ClientRow, drill_id: str) -> None:
    from question_bank.drill import Policy, Selection

    update_drill(
        drill_id,
        title={"en": "A drill"},
        policy=Policy(),
        selection=Selection((DOUBLE,)),
        state="closed",
        if_match=1,
        client=client,
    )


# --- variants ------------------------------------------------------------------------------------


def test_item_keeps_its_variant_however_often_it_is_read(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client))

    first = read_attempt_item(attempt, 1, client=client)
    again = read_attempt_item(attempt, 1, client=client, lang="ru")

    assert first.presented.seed == again.presented.seed
    assert again.presented.used_lang == "ru"
    assert first.progress.state == "open"


def test_first_looks_at_once_give_one_variant(client: ClientRow) -> None:
    attempt = start_attempt(make_drill(client).id, learner="u1", client=client).attempt
    barrier = threading.Barrier(6)

    def look(_: int) -> str:
        barrier.wait(5)
        return read_attempt_item(attempt.id, 1, client=client).presented.seed

    with ThreadPoolExecutor(6) as threads:
        seeds = set(threads.map(look, range(6)))

    assert len(seeds) == 1


def test_empty_pool_gets_variants_on_the_spot_and_keeps_them(client: ClientRow) -> None:
    drill = make_drill(client)

    for learner in ("u1", "u2"):
        begin(client, drill, learner)

    assert [row.rank for row in pool(DOUBLE)] == [0, 1]


def test_no_variant_is_given_twice_in_a_drill_while_the_pool_lasts(client: ClientRow) -> None:
    for job in jobs_of(load_bank(OTHER_GRADING, actor="cli", trusted=True).operation):
        fill_pool(job.id)
    drill = make_drill(client)

    seeds = []
    for learner in range(5):
        attempt = begin(client, drill, f"u{learner}")
        seeds.append(read_attempt_item(attempt, 1, client=client).presented.seed)
        for _ in range(5):
            seeds.append(draw_another_variant(attempt, 1, client=client).presented.seed)

    assert len(set(seeds)) == len(seeds) == 30


def test_item_with_one_variant_gives_it_again(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, PICK))
    first = read_attempt_item(attempt, 1, client=client)

    again = draw_another_variant(attempt, 1, client=client)

    assert again.row.variant_id == first.row.variant_id
    assert again.row.draw == 2


def test_another_variant_starts_afresh(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, tries=1))
    save_draft(attempt, 1, {"twice": "12"}, client=client)
    miss(client, attempt)

    view = draw_another_variant(attempt, 1, client=client)

    assert (view.progress.tries_left, view.draft, view.submission) == (1, None, None)
    assert answer(client, attempt).progress.score == 1


def test_graded_drill_gives_one_variant_only(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, mode="graded"))

    with pytest.raises(NotInThisMode):
        draw_another_variant(attempt, 1, client=client)


def test_mastery_does_not_let_a_variant_be_skipped(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, mode="mastery"))

    with pytest.raises(NotInThisMode):
        draw_another_variant(attempt, 1, client=client)


@pytest.mark.parametrize("size", [1, 2, 7, 80, 1000])
def test_places_lead_to_every_rank_once(size: int) -> None:
    ranks = [permuted(place, size, key="drl_1 small/double") for place in range(size)]

    assert sorted(ranks) == list(range(size))


def test_new_revision_is_for_new_attempts_only(client: ClientRow) -> None:
    drill = make_drill(client)
    attempt = begin(client, drill, "u1")
    before = read_attempt_item(attempt, 1, client=client)

    load_bank(OTHER_GRADING, actor="cli", trusted=True)

    after = read_attempt_item(attempt, 1, client=client)
    new = read_attempt_item(begin(client, drill, "u2"), 1, client=client)
    assert after.row.revision_id == before.row.revision_id
    assert new.row.revision_id != before.row.revision_id
    assert answer(client, attempt).submission.score == 1


# --- drafts --------------------------------------------------------------------------------------


def test_draft_is_kept_until_the_response_is_sent(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client))

    save_draft(attempt, 1, {"twice": "24"}, client=client)

    assert read_attempt_item(attempt, 1, client=client).draft == {"twice": "24"}
    assert read_attempt(attempt, client=client).items[0].has_draft
    answer(client, attempt)
    assert read_attempt_item(attempt, 1, client=client).draft is None


def test_older_draft_does_not_replace_a_newer_one(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client))
    save_draft(attempt, 1, {"twice": "2468"}, seq=7, client=client)

    with pytest.raises(DraftStale):
        save_draft(attempt, 1, {"twice": "24"}, seq=6, client=client)

    assert read_attempt_item(attempt, 1, client=client).draft == {"twice": "2468"}


# --- the end -------------------------------------------------------------------------------------


def test_result_waits_for_the_end(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client))

    with pytest.raises(ResultNotYet):
        read_result(attempt, client=client)


def test_finished_attempt_has_its_result_however_often_it_is_finished(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client))
    answer(client, attempt)

    first = finish_attempt(attempt, client=client)
    again = finish_attempt(attempt, client=client)

    assert first == again == read_result(attempt, client=client)
    assert (first.given, first.maximum, first.counted) == (3, 3, 1)
    with pytest.raises(AttemptClosed):
        save_draft(attempt, 1, {}, client=client)


def test_unanswered_items_are_asked_about_before_the_end(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client, DOUBLE, PICK, mode="graded"))
    answer(client, attempt)

    with pytest.raises(Unanswered, match="2"):
        finish_attempt(attempt, client=client)
    assert finish_attempt(attempt, client=client, force=True).given == 3


@pytest.mark.parametrize(
    "rule, counted", [("best", 1), ("last", 0), ("first", 0), ("average", Fraction(1, 3))]
)
def test_attempts_count_by_the_policys_rule(
    client: ClientRow, rule: str, counted: Fraction
) -> None:
    drill = make_drill(client, mode="graded", counts=rule)

    for is_right in (False, True, False):
        attempt = begin(client, drill)
        _ = answer(client, attempt) if is_right else miss(client, attempt)
        result = finish_attempt(attempt, client=client)

    assert result.counted == counted


def test_submission_under_way_counts_or_comes_too_late(client: ClientRow) -> None:
    drill = make_drill(client)
    for number in range(8):
        attempt = begin(client, drill, f"u{number}")
        barrier = threading.Barrier(2)

        def submit(attempt: str = attempt, barrier: threading.Barrier = barrier) -> int:
            barrier.wait(5)
            try:
                answer(client, attempt)
            except AttemptClosed:
                return 0
            return 3

        def finish(attempt: str = attempt, barrier: threading.Barrier = barrier) -> Fraction:
            barrier.wait(5)
            return finish_attempt(attempt, client=client).given

        with ThreadPoolExecutor(2) as threads:
            acknowledged, given = threads.submit(submit), threads.submit(finish)

        assert acknowledged.result() == given.result()


def test_overdue_exam_is_closed_and_counted(client: ClientRow) -> None:
    drill = make_drill(client, mode="exam")
    overdue, timely = begin(client, drill, "u1"), begin(client, drill, "u2")
    answer(client, overdue)
    with transaction() as session:
        session.execute(
            attempts.attempts.update()
            .where(attempts.attempts.c.id == overdue)
            .values(deadline_at=utc_now() - timedelta(seconds=31))
        )

    assert close_overdue() == 1

    assert read_result(overdue, client=client).given == 3
    assert read_attempt(timely, client=client).is_open


def test_every_acknowledged_submission_is_there(client: ClientRow) -> None:
    attempt = begin(client, make_drill(client))
    acknowledged = [miss(client, attempt).submission.id for _ in range(3)]

    with reading() as session:
        assert [row.id for row in submissions.submissions_of(session, attempt)] == acknowledged
