"""Waiting for what is not there yet."""

from __future__ import annotations

from itertools import islice

import pytest

from service.processes.waiting import NotThere, pauses, wait_for


def test_it_asks_until_the_answer_is_yes() -> None:
    answers = iter([False, False, True])

    wait_for("the database", lambda: next(answers), timeout_s=10, sleep=lambda pause: None)

    assert list(answers) == []


def test_it_gives_up_and_names_what_it_waited_for() -> None:
    with pytest.raises(NotThere, match="the database: not there after 2 s"):
        wait_for("the database", lambda: False, timeout_s=2, sleep=lambda pause: None)


def test_pauses_grow_up_to_a_limit() -> None:
    first, *_, last = islice(pauses(0.1, longest_s=3), 12)

    assert 0.08 <= first <= 0.12
    assert 2.4 <= last <= 3.6


def test_what_waiting_cannot_cure_is_told_at_once() -> None:
    def wrong_password() -> bool:
        raise PermissionError("wrong password")

    with pytest.raises(PermissionError):
        wait_for("the database", wrong_password, timeout_s=10)
