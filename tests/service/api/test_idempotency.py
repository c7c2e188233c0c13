"""The same request twice does its work once, and says so."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.service.api.conftest import PRACTICE, Caller

KEY = {"Idempotency-Key": "k-1"}


def test_a_key_is_required_where_something_is_made(caller: Caller) -> None:
    answer = caller.post("/v1/drills", PRACTICE, headers={"Idempotency-Key": None})

    assert answer.status_code == 400
    assert answer.get_json()["code"] == "idempotency_key_missing"


@pytest.mark.parametrize("key", ["", " ", "a b", "é", "x" * 256])
def test_a_key_is_visible_ascii(caller: Caller, key: str) -> None:
    answer = caller.post("/v1/drills", PRACTICE, headers={"Idempotency-Key": key})

    assert answer.get_json()["code"] == "idempotency_key_invalid"


def test_a_repeated_request_gets_the_first_answer_again(caller: Caller) -> None:
    first = caller.post("/v1/drills", PRACTICE, headers=KEY)
    second = caller.post("/v1/drills", PRACTICE, headers=KEY)

    assert (first.status_code, second.status_code) == (201, 201)
    assert second.get_json() == first.get_json()
    assert "Idempotent-Replayed" not in first.headers
    assert second.headers["Idempotent-Replayed"] == "true"
    assert second.headers["Location"] == first.headers["Location"]
    assert len(caller.get("/v1/drills").get_json()["data"]) == 1


def test_a_key_used_for_another_body_is_refused(caller: Caller) -> None:
    caller.post("/v1/drills", PRACTICE, headers=KEY)

    other = caller.post("/v1/drills", {**PRACTICE, "title": {"en": "Other"}}, headers=KEY)

    assert other.status_code == 422
    assert other.get_json()["code"] == "idempotency_key_reused"


def test_another_clients_key_of_the_same_name_is_another_key(
    caller: Caller, make_caller: Callable[..., Caller]
) -> None:
    caller.post("/v1/drills", PRACTICE, headers=KEY)

    answer = make_caller("other").post("/v1/drills", PRACTICE, headers=KEY)

    assert answer.status_code == 201
    assert "Idempotent-Replayed" not in answer.headers


def test_a_refused_request_does_not_use_up_its_key(caller: Caller) -> None:
    refused = caller.post("/v1/drills", {"title": {}}, headers=KEY)

    assert refused.status_code == 422
    assert caller.post("/v1/drills", PRACTICE, headers=KEY).status_code == 201


def test_a_double_click_is_graded_once(caller: Caller, attempt: Mapping[str, Any]) -> None:
    path = f"/v1/attempts/{attempt['id']}/items/2"
    caller.get(path)
    barrier, answers = threading.Barrier(2), []

    def click() -> None:
        barrier.wait()
        body = {"responses": {"which": "seven"}}
        answers.append(caller.post(f"{path}/submissions", body, headers=KEY))

    threads = [threading.Thread(target=click) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    graded = [answer for answer in answers if answer.status_code == 201]
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert len({answer.get_json()["id"] for answer in graded}) == 1
    assert sum("Idempotent-Replayed" not in answer.headers for answer in graded) == 1
