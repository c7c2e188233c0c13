"""A learner's run through a drill, over the API."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from typing import Any

import pytest

from tests.service.api.conftest import PRACTICE, Caller

WRONG = {"responses": {"twice": "1", "bytes": "1"}}


def shown_number(caller: Caller, attempt: Mapping[str, Any], n: int = 1) -> int:
    """The number in the prompt, as the learner reads it."""
    item = caller.get(f"/v1/attempts/{attempt['id']}/items/{n}").get_json()
    found = re.search(r"twice ([0-9,]+)", item["prompt_html"])
    assert found, item["prompt_html"]
    return int(found[1].replace(",", ""))


def right(number: int) -> dict[str, Any]:
    return {"responses": {"twice": str(2 * number), "bytes": f"{number} KiB"}}


def started(caller: Caller, policy: Mapping[str, Any]) -> dict[str, Any]:
    drill = caller.made("/v1/drills", {**PRACTICE, "policy": policy})
    return caller.made("/v1/attempts", {"drill": drill["id"], "learner": "u-1"})


def test_starting_again_goes_on_with_the_open_attempt(
    caller: Caller, drill: Mapping[str, Any]
) -> None:
    body = {"drill": drill["id"], "learner": "u-1"}

    first, second = caller.post("/v1/attempts", body), caller.post("/v1/attempts", body)

    assert (first.status_code, second.status_code) == (201, 200)
    assert first.headers["Location"] == f"/v1/attempts/{first.get_json()['id']}"
    assert (first.get_json()["is_resumed"], second.get_json()["is_resumed"]) == (False, True)
    assert first.get_json()["id"] == second.get_json()["id"]


def test_an_attempt_tells_its_items_and_the_clock(
    caller: Caller, attempt: Mapping[str, Any]
) -> None:
    shown = caller.get(f"/v1/attempts/{attempt['id']}").get_json()

    assert [item["item"] for item in shown["items"]] == ["small/double", "small/pick"]
    assert [item["state"] for item in shown["items"]] == ["unseen", "unseen"]
    assert shown["score"] == {"given": "0", "maximum": "4"}
    assert shown["policy"]["mode"] == "practice"
    assert re.fullmatch(r"2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", shown["server_time"])


def test_an_item_shows_no_key(caller: Caller, attempt: Mapping[str, Any]) -> None:
    number = shown_number(caller, attempt)

    item = caller.get(f"/v1/attempts/{attempt['id']}/items/1")

    assert f"{2 * number}" not in item.text
    assert f"{2 * number:,}" not in item.text
    assert [part["id"] for part in item.get_json()["parts"]] == ["twice", "bytes"]
    assert item.get_json()["submission"] is None


def test_another_language_has_the_same_numbers(caller: Caller, attempt: Mapping[str, Any]) -> None:
    number = shown_number(caller, attempt)

    item = caller.get(f"/v1/attempts/{attempt['id']}/items/1?lang=ru").get_json()

    assert item["lang"] == "ru"
    assert str(number) in re.sub(r"\s", "", item["prompt_html"])


def test_a_submission_is_graded_with_feedback(caller: Caller, attempt: Mapping[str, Any]) -> None:
    number = shown_number(caller, attempt)
    body = {"responses": {"twice": str(number**2), "bytes": f"{number}"}}

    answer = caller.post(f"/v1/attempts/{attempt['id']}/items/1/submissions", body)

    graded = answer.get_json()
    assert answer.status_code == 201
    assert graded["score"] == {"given": "2", "maximum": "3"}
    assert [part["verdict"] for part in graded["parts"]] == ["partly", "correct"]
    assert graded["parts"][0]["mistake"] == "squared"
    assert "square" in graded["parts"][0]["say"]
    assert graded["why"][0]["key"]
    assert len(graded["solution"]) == 1
    assert graded["references"][0]["id"] == "knuth1997"
    assert graded["progress"]["state"] == "partly"
    assert graded["can_draw_another"] is True


def test_what_was_graded_is_shown_with_the_item_and_the_attempt(
    caller: Caller, attempt: Mapping[str, Any]
) -> None:
    body = right(shown_number(caller, attempt))
    graded = caller.made(f"/v1/attempts/{attempt['id']}/items/1/submissions", body)

    item = caller.get(f"/v1/attempts/{attempt['id']}/items/1").get_json()
    shown = caller.get(f"/v1/attempts/{attempt['id']}").get_json()

    assert item["submission"]["id"] == graded["id"]
    assert item["submission"]["parts"] == graded["parts"]
    assert shown["items"][0]["score"] == "1"
    assert shown["score"]["given"] == "3"


@pytest.mark.parametrize(
    ("responses", "code"),
    [
        ({"twice": "abc", "bytes": "1"}, "not_a_number"),
        ({"twice": "1"}, "empty"),
        ({"twice": "1", "bytes": "5 Gb"}, "bits"),
        ({"twice": "1,234", "bytes": "1"}, "ask"),
        ({"twice": "1", "bytes": "1", "more": "1"}, "unknown_part"),
        ({"twice": ["1"], "bytes": "1"}, "type"),
    ],
)
def test_what_cannot_be_read_uses_no_try(
    caller: Caller, responses: dict[str, Any], code: str
) -> None:
    attempt = started(caller, {"mode": "graded", "tries": 1})
    number = shown_number(caller, attempt)
    path = f"/v1/attempts/{attempt['id']}/items/1/submissions"

    refused = caller.post(path, {"responses": responses})

    assert (refused.status_code, refused.get_json()["code"]) == (422, code)
    assert refused.get_json()["errors"][0]["pointer"].startswith("/responses/")
    assert caller.post(path, right(number)).status_code == 201


def test_an_ask_tells_its_readings(caller: Caller, attempt: Mapping[str, Any]) -> None:
    number = shown_number(caller, attempt)
    path = f"/v1/attempts/{attempt['id']}/items/1/submissions"
    typed = f"{2 * number:,}"

    [fault] = caller.post(path, {"responses": {"twice": typed, "bytes": f"{number}"}}).get_json()[
        "errors"
    ]

    assert str(2 * number) in {reading["reading"] for reading in fault["readings"]}
    meant = {"text": typed, "reading": str(2 * number)}
    graded = caller.made(path, {"responses": {"twice": meant, "bytes": f"{number}"}})
    assert graded["score"] == {"given": "3", "maximum": "3"}


def test_an_item_is_read_before_it_is_answered(caller: Caller, attempt: Mapping[str, Any]) -> None:
    answer = caller.post(f"/v1/attempts/{attempt['id']}/items/1/submissions", WRONG)

    assert (answer.status_code, answer.get_json()["code"]) == (409, "item_not_read")


def test_the_last_try_is_given_to_one_of_two(caller: Caller) -> None:
    attempt = started(caller, {"mode": "graded", "tries": 1})
    number = shown_number(caller, attempt)
    path = f"/v1/attempts/{attempt['id']}/items/1/submissions"
    barrier, statuses = threading.Barrier(2), []

    def submit() -> None:
        barrier.wait()
        statuses.append(caller.post(path, right(number)).status_code)

    threads = [threading.Thread(target=submit) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(statuses) == [201, 409]


def test_an_exam_tells_nothing_before_its_end(caller: Caller) -> None:
    attempt = started(caller, {"mode": "exam"})
    number = shown_number(caller, attempt)
    graded = caller.made(f"/v1/attempts/{attempt['id']}/items/1/submissions", right(number))

    hidden = ("score", "parts", "why", "solution", "references")
    assert {name: graded[name] for name in hidden} == dict.fromkeys(hidden)
    assert graded["progress"]["state"] == "answered"
    shown = caller.get(f"/v1/attempts/{attempt['id']}").get_json()
    assert shown["score"]["given"] is None
    assert shown["deadline_at"] > shown["server_time"]
    refused = caller.get(f"/v1/attempts/{attempt['id']}/result")
    assert (refused.status_code, refused.get_json()["code"]) == (403, "not_yet")

    result = caller.made(f"/v1/attempts/{attempt['id']}/finish", {"force": True})

    assert result["score"] == {"given": "3", "maximum": "4"}
    assert result["counted"] == "0.75"
    assert result["items"][0]["submission"]["score"] == {"given": "3", "maximum": "3"}
    assert result["items"][0]["submission"]["solution"]
    assert result["items"][1]["submission"] is None


def test_unanswered_items_want_force(caller: Caller) -> None:
    attempt = started(caller, {"mode": "graded"})
    path = f"/v1/attempts/{attempt['id']}/finish"

    refused = caller.post(path, {})

    assert (refused.status_code, refused.get_json()["code"]) == (409, "unanswered")
    assert caller.post(path, {"force": True}).status_code == 200


def test_a_finished_attempt_takes_nothing_more(caller: Caller, attempt: Mapping[str, Any]) -> None:
    shown_number(caller, attempt)
    first = caller.made(f"/v1/attempts/{attempt['id']}/finish", {})

    again = caller.made(f"/v1/attempts/{attempt['id']}/finish", {})
    refused = caller.post(f"/v1/attempts/{attempt['id']}/items/1/submissions", WRONG)

    assert again == first
    assert caller.get(f"/v1/attempts/{attempt['id']}/result").get_json() == first
    assert (refused.status_code, refused.get_json()["code"]) == (409, "attempt_closed")


def test_another_variant_has_other_numbers(caller: Caller, attempt: Mapping[str, Any]) -> None:
    before = shown_number(caller, attempt)

    item = caller.made(f"/v1/attempts/{attempt['id']}/items/1/variants", {})

    assert item["variant"] == 2
    assert shown_number(caller, attempt) != before


def test_a_graded_drill_gives_no_other_variant(caller: Caller) -> None:
    attempt = started(caller, {"mode": "graded"})
    shown_number(caller, attempt)

    refused = caller.post(f"/v1/attempts/{attempt['id']}/items/1/variants", {})

    assert (refused.status_code, refused.get_json()["code"]) == (403, "not_in_this_mode")


def test_mastery_counts_right_in_a_row(caller: Caller) -> None:
    attempt = started(caller, {"mode": "mastery", "streak": 2})
    path = f"/v1/attempts/{attempt['id']}/items/1"
    first = caller.made(f"{path}/submissions", right(shown_number(caller, attempt)))
    caller.made(f"{path}/variants", {})
    second = caller.made(f"{path}/submissions", right(shown_number(caller, attempt)))

    assert [first["progress"]["streak"], second["progress"]["streak"]] == [1, 2]
    assert [first["progress"]["is_done"], second["progress"]["is_done"]] == [False, True]


def test_a_draft_is_kept_and_an_older_one_is_refused(
    caller: Caller, attempt: Mapping[str, Any]
) -> None:
    path = f"/v1/attempts/{attempt['id']}/items/1"
    shown_number(caller, attempt)

    statuses = [
        caller.put(f"{path}/draft", {"responses": {"twice": text}, "seq": seq}).status_code
        for text, seq in (("2", 1), ("24", 3), ("2", 2))
    ]

    assert statuses == [204, 204, 409]
    assert caller.get(path).get_json()["draft"] == {"twice": "24"}


def test_attempts_run_out(caller: Caller) -> None:
    attempt = started(caller, {"mode": "graded", "attempts": 1})
    caller.made(f"/v1/attempts/{attempt['id']}/finish", {"force": True})

    refused = caller.post("/v1/attempts", {"drill": attempt["drill"], "learner": "u-1"})

    assert (refused.status_code, refused.get_json()["code"]) == (409, "attempts_exhausted")


@pytest.mark.parametrize("learner", ["", "a b", "é", "x" * 201, 7, None])
def test_a_learner_is_an_id_of_visible_ascii(
    caller: Caller, drill: Mapping[str, Any], learner: object
) -> None:
    answer = caller.post("/v1/attempts", {"drill": drill["id"], "learner": learner})

    assert (answer.status_code, answer.get_json()["code"]) == (422, "invalid")


def test_an_unchanged_attempt_is_not_sent_again(caller: Caller, attempt: Mapping[str, Any]) -> None:
    path = f"/v1/attempts/{attempt['id']}"
    tag = caller.get(path).headers["ETag"]

    same = caller.get(path, headers={"If-None-Match": tag})
    shown_number(caller, attempt)
    changed = caller.get(path, headers={"If-None-Match": tag})

    assert (same.status_code, same.data, changed.status_code) == (304, b"", 200)
