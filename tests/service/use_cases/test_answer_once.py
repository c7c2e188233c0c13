"""The same request twice: one effect, one answer."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from service.clock import utc_now
from service.errors import KeyReused, StillRunning
from service.settings import Settings
from service.store import heartbeats, idempotency
from service.store.database import reading, retrying, transaction
from service.use_cases.answer_once import (
    AlreadyAnswered,
    Answer,
    Once,
    claim_key,
    fingerprint_of,
    keep_answer,
    prepare_answer,
)

pytestmark = pytest.mark.usefixtures("database")


def tell(result: object) -> Answer:
    return Answer(201, f'{{"result": "{result}"}}', {"Location": "/there"})


def once(key: str = "k1", body: bytes = b"{}", caller: str = "key_1") -> Once:
    return Once(caller, key, fingerprint_of("POST", "/v1/things", body), tell)


@retrying
def make_thing(asked: Once | None, name: str = "thing") -> str:
    with transaction() as session:
        claim_key(session, asked)
        heartbeats.beat(session, name, utc_now())
        keep_answer(session, asked, name)
    return name


def test_second_request_gets_the_first_answer() -> None:
    first = once()
    make_thing(first)

    with pytest.raises(AlreadyAnswered) as again:
        make_thing(once(), "other")

    assert again.value.answer == first.told
    assert _kept("other") is None


def test_same_key_for_another_body_is_refused() -> None:
    make_thing(once(body=b'{"a": 1}'))

    with pytest.raises(KeyReused):
        make_thing(once(body=b'{"a": 2}'), "other")
    assert _kept("other") is None


def test_keys_of_two_callers_do_not_meet() -> None:
    make_thing(once(caller="key_1"))

    assert make_thing(once(caller="key_2", body=b"other"), "second") == "second"


def test_request_without_a_key_is_done_each_time() -> None:
    make_thing(None)

    assert make_thing(None, "second") == "second"


def test_failed_request_can_be_sent_again() -> None:
    with pytest.raises(ZeroDivisionError), transaction() as session:
        claim_key(session, once())
        _ = 1 / 0

    assert make_thing(once()) == "thing"


def test_prepared_answer_is_kept_with_the_claim() -> None:
    asked = once()
    prepare_answer(asked, "thing")
    with transaction() as session:
        claim_key(session, asked)

    with pytest.raises(AlreadyAnswered) as again:
        make_thing(once())
    assert again.value.answer == asked.told


def test_request_that_still_runs_is_refused_or_waited_for(settings: Settings) -> None:
    claimed, may_end = threading.Event(), threading.Event()

    def first() -> None:
        with transaction() as session:
            asked = once()
            claim_key(session, asked)
            claimed.set()
            may_end.wait(0.3)
            keep_answer(session, asked, "thing")

    with ThreadPoolExecutor() as pool:
        running = pool.submit(first)
        claimed.wait(5)
        with pytest.raises((StillRunning, AlreadyAnswered)) as second:
            make_thing(once())
        may_end.set()
        running.result(5)

    assert second.type is (AlreadyAnswered if settings.is_sqlite else StillRunning)


def test_many_at_once_have_one_effect() -> None:
    barrier = threading.Barrier(8)

    def send() -> str:
        barrier.wait(5)
        try:
            make_thing(once())
        except (AlreadyAnswered, StillRunning) as refused:
            return type(refused).__name__
        return "done"

    with ThreadPoolExecutor(8) as pool:
        outcomes = [future.result(20) for future in [pool.submit(send) for _ in range(8)]]

    assert outcomes.count("done") == 1


def test_old_answers_are_forgotten() -> None:
    make_thing(once())

    with transaction() as session:
        assert not idempotency.has_older(session, utc_now() - timedelta(days=7))
        assert idempotency.has_older(session, utc_now() + timedelta(seconds=1))
        forgotten = idempotency.delete_older(session, utc_now() + timedelta(days=1), limit=10)

    assert forgotten == 1
    assert make_thing(once(), "anew") == "anew"


def _kept(name: str) -> object:
    with reading() as session:
        return heartbeats.last_beat(session, name)
