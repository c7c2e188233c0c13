"""Items, banks, drills and operations, over the API."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
import yaml

from tests.service.api.conftest import PRACTICE, Caller
from tests.service.api.small_bank import SMALL_BANK

OTHER_BANK = {
    name: content.replace(b"id: small", b"id: other").replace(b"small.", b"other.")
    for name, content in SMALL_BANK.items()
}


def imported(caller: Caller, files: Mapping[str, bytes], query: str = "") -> Any:
    parts = [(io.BytesIO(content), name) for name, content in files.items()]
    return caller.send("POST", f"/v1/banks/imports{query}", data={"files": parts})


# --- items ---------------------------------------------------------------------------------


def test_items_are_listed_by_readable_ids(caller: Caller) -> None:
    page = caller.get("/v1/items?bank=small").get_json()

    assert [item["id"] for item in page["data"]] == ["small/double", "small/pick"]
    assert [item["interactions"] for item in page["data"]] == [["numeric"], ["choice"]]
    assert page["next_cursor"] is None
    assert set(page) == {"data", "next_cursor"}


def test_a_list_goes_on_at_its_cursor(caller: Caller) -> None:
    first = caller.get("/v1/items?limit=1")
    cursor = first.get_json()["next_cursor"]
    link = first.headers["Link"]
    base = caller.app.config["BASE_URL"]

    second = caller.get(link.partition(">")[0].removeprefix(f"<{base}"))

    assert f"cursor={cursor}" in link
    assert 'rel="next"' in link
    assert [item["id"] for item in second.get_json()["data"]] == ["small/pick"]
    assert second.get_json()["next_cursor"] is None
    assert "Link" not in second.headers


def test_items_of_another_topic_are_left_out(caller: Caller) -> None:
    assert caller.get("/v1/items?topic=nothing").get_json()["data"] == []


def test_an_item_tells_what_it_asks_and_no_key(caller: Caller) -> None:
    answer = caller.get("/v1/items/small/double")

    item = answer.get_json()
    assert item["title"] == {"en": "Twice a number", "ru": "Удвоение числа"}
    assert item["points"] == "3"
    assert [part["id"] for part in item["parts"]] == ["twice", "bytes"]
    assert item["parts"][1]["ask_in"] == "KiB"
    assert item["references"][0]["year"] == 1997
    assert "2*a" not in answer.text
    assert "square" not in answer.text


def test_options_are_listed_so_that_their_order_tells_nothing(caller: Caller) -> None:
    [part] = caller.get("/v1/items/small/pick").get_json()["parts"]

    assert [option["id"] for option in part["options"]] == ["nine", "one", "seven"]
    assert "credit" not in part["options"][0]


def test_an_unchanged_item_is_not_sent_again(caller: Caller) -> None:
    tag = caller.get("/v1/items/small/double").headers["ETag"]

    answer = caller.get("/v1/items/small/double", headers={"If-None-Match": tag})

    assert (answer.status_code, answer.data) == (304, b"")


def test_a_preview_shows_parameters_keys_intervals_and_mistakes(caller: Caller) -> None:
    answer = caller.post("/v1/items/small/double/preview", {"canonical": True, "seeds": ["s1"]})

    canonical, drawn = answer.get_json()["variants"]
    assert (canonical["seed"], drawn["seed"]) == (None, "s1")
    assert canonical["values"] == {"a": "1234", "twice": "2468", "bytes": "1263616"}
    key, mistake = canonical["parts"][0]["rules"]
    assert (key["value"], key["credit"]) == ("2468", "1")
    assert key["accepted"] == [
        {"low": "2467.5", "high": "2468.5", "low_open": False, "high_open": False}
    ]
    assert (mistake["id"], mistake["value"], mistake["credit"]) == ("squared", "1522756", "0.5")
    assert "square" in mistake["say_html"]
    assert 1001 <= int(drawn["values"]["a"]) <= 1900


def test_a_preview_of_a_choice_tells_why(caller: Caller) -> None:
    answer = caller.post("/v1/items/small/pick/preview", {"seeds": ["s1"]})

    [part] = answer.get_json()["variants"][0]["parts"]
    credits = {option["id"]: option["credit"] for option in part["options"]}
    assert credits == {"seven": "1", "nine": "0", "one": "0"}
    assert all(option["why_html"] for option in part["options"])


def test_an_item_without_published_figures_has_no_canonical_variant(caller: Caller) -> None:
    answer = caller.post("/v1/items/small/pick/preview", {"canonical": True})

    assert (answer.status_code, answer.get_json()["code"]) == (422, "generator_failed")


# --- banks ---------------------------------------------------------------------------------


def test_banks_are_listed_and_read(caller: Caller) -> None:
    [bank] = caller.get("/v1/banks").get_json()["data"]

    assert bank["id"] == "small"
    assert bank["topics"][0]["id"] == "numbers"
    assert caller.get("/v1/banks/small").get_json() == bank


def test_a_bank_is_loaded_from_its_files(caller: Caller) -> None:
    answer = imported(caller, OTHER_BANK)

    report = answer.get_json()
    assert answer.status_code == 202
    assert report["added"] == ["other/double", "other/pick"]
    assert answer.headers["Location"] == f"/v1/operations/{report['operation']}"
    operation = caller.get(answer.headers["Location"]).get_json()
    assert (operation["state"], operation["total"]) == ("running", 2)
    assert caller.get("/v1/items/other/double").get_json()["status"] == "checking"


def test_a_dry_run_stores_nothing(caller: Caller) -> None:
    answer = imported(caller, OTHER_BANK, "?dry_run=true")

    assert answer.status_code == 200
    assert answer.get_json()["added"] == ["other/double", "other/pick"]
    assert answer.get_json()["is_dry_run"] is True
    assert caller.get("/v1/banks/other").status_code == 404


def test_an_unchanged_bank_gives_no_work(caller: Caller) -> None:
    answer = imported(caller, SMALL_BANK)

    assert answer.status_code == 200
    assert answer.get_json()["unchanged"] == ["small/double", "small/pick"]
    assert answer.get_json()["operation"] is None


def one_file() -> dict[str, Any]:
    """The other bank as one document."""
    bank = yaml.load(OTHER_BANK["bank.yaml"], yaml.BaseLoader)
    topic = yaml.load(OTHER_BANK["numbers.yaml"], yaml.BaseLoader)
    return {**bank, "topics": [{**topic, "id": "numbers"}]}


@pytest.mark.parametrize("content_type", ["application/yaml", "application/json"])
def test_a_bank_of_one_file_is_the_body_itself(caller: Caller, content_type: str) -> None:
    dump = json.dumps if content_type.endswith("json") else yaml.safe_dump

    answer = caller.send(
        "POST", "/v1/banks/imports", data=dump(one_file()), content_type=content_type
    )

    assert answer.status_code == 202, answer.text
    assert answer.get_json()["bank"] == "other"


def test_every_fault_of_a_bank_is_told_with_its_line_and_nothing_is_stored(
    caller: Caller,
) -> None:
    broken = OTHER_BANK["numbers.yaml"].replace(b"2*a", b"2*b").replace(b"credit: 1", b"credit: 7")

    answer = imported(caller, {**OTHER_BANK, "numbers.yaml": broken})

    problem = answer.get_json()
    assert (answer.status_code, problem["code"]) == (422, "bank_invalid")
    assert len(problem["errors"]) >= 2
    for fault in problem["errors"]:
        assert fault["file"] == "numbers.yaml"
        assert fault["line"] > 0
        assert fault["path"]
    assert caller.get("/v1/banks/other").status_code == 404


def test_the_same_files_are_the_same_request_however_they_are_packed(caller: Caller) -> None:
    key = {"Idempotency-Key": "import-1"}
    parts = [(io.BytesIO(content), name) for name, content in OTHER_BANK.items()]
    again = [(io.BytesIO(content), name) for name, content in reversed(OTHER_BANK.items())]

    first = caller.send("POST", "/v1/banks/imports", data={"files": parts}, headers=key)
    second = caller.send("POST", "/v1/banks/imports", data={"files": again}, headers=key)

    assert second.headers["Idempotent-Replayed"] == "true"
    assert second.get_json() == first.get_json()


def test_an_operation_is_its_owners(caller: Caller, make_caller: Callable[..., Caller]) -> None:
    where = imported(caller, OTHER_BANK).headers["Location"]

    assert make_caller("other").get(where).status_code == 404


# --- drills --------------------------------------------------------------------------------


def test_a_drill_is_made_with_the_usual_policy_of_its_mode(caller: Caller) -> None:
    answer = caller.post("/v1/drills", {**PRACTICE, "policy": {"mode": "exam", "tries": 2}})

    drill = answer.get_json()
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/v1/drills/{drill['id']}"
    assert drill["policy"]["outcome"] == "at_end"
    assert drill["policy"]["tries"] == 2
    assert caller.get(answer.headers["Location"]).get_json() == drill


def test_a_drill_is_changed_only_as_it_was_last_seen(
    caller: Caller, drill: Mapping[str, Any]
) -> None:
    path = f"/v1/drills/{drill['id']}"
    seen = caller.get(path).headers["ETag"]
    change = {**PRACTICE, "title": {"en": "New"}, "state": "closed"}

    blind = caller.put(path, change)
    first = caller.put(path, change, headers={"If-Match": seen})
    stale = caller.put(path, change, headers={"If-Match": seen})
    foreign = caller.put(path, change, headers={"If-Match": '"something"'})

    assert [blind.status_code, first.status_code] == [428, 200]
    assert [stale.status_code, foreign.status_code] == [412, 412]
    assert (first.get_json()["title"], first.get_json()["state"]) == ({"en": "New"}, "closed")
    assert first.headers["ETag"] == caller.get(path).headers["ETag"] != seen


def test_a_closed_drill_takes_no_new_attempt(caller: Caller, drill: Mapping[str, Any]) -> None:
    path = f"/v1/drills/{drill['id']}"
    change = {**PRACTICE, "state": "closed"}
    caller.put(path, change, headers={"If-Match": caller.get(path).headers["ETag"]})

    answer = caller.post("/v1/attempts", {"drill": drill["id"], "learner": "u-1"})

    assert (answer.status_code, answer.get_json()["code"]) == (403, "drill_closed")


def test_the_items_of_a_drill_with_attempts_stay(
    caller: Caller, attempt: Mapping[str, Any]
) -> None:
    path = f"/v1/drills/{attempt['drill']}"
    change = {**PRACTICE, "selection": {"items": ["small/pick"]}}

    answer = caller.put(path, change, headers={"If-Match": caller.get(path).headers["ETag"]})

    assert (answer.status_code, answer.get_json()["code"]) == (409, "has_attempts")
