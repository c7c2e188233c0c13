"""The one-file client of docs/examples, against a service that listens on a real port."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import flask
import pytest
from werkzeug.serving import make_server

from service.use_cases.create_key import create_key
from tests.service.api.small_bank import SMALL_BANK

FILE = Path(__file__).parents[3] / "docs" / "examples" / "etude_client.py"


def load_client() -> Any:
    """The example as a module, from where it lies."""
    spec = importlib.util.spec_from_file_location("etude_client", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


etude_client = load_client()


@pytest.fixture
def address(app: flask.Flask) -> Iterator[str]:
    """Where the service listens."""
    with make_server("127.0.0.1", 0, app, threaded=True) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def etude(address: str) -> Iterator[Any]:
    _, secret = create_key("example", ["all"])
    client = etude_client.Etude(address, secret)
    yield client
    client.session.close()


def test_a_drill_from_its_making_to_its_result(etude: Any) -> None:
    drill = etude.create_drill({"en": "Primes"}, ["small/pick"], mode="graded", attempts=1)
    attempt = etude.start_attempt(drill["id"], learner="u-1")
    item = etude.read_attempt_item(attempt["id"], 1, lang="ru")
    etude.save_draft(attempt["id"], 1, {"which": "nine"}, seq=1)
    graded = etude.submit(attempt["id"], 1, {"which": "seven"})
    result = etude.finish(attempt["id"])

    assert item["lang"] == "ru"
    assert graded["score"] == {"given": "1", "maximum": "1"}
    assert result["counted"] == "1"
    assert etude.result(attempt["id"]) == result
    assert etude.read_attempt(attempt["id"])["state"] == "finished"
    with pytest.raises(etude_client.Problem) as refused:
        etude.start_attempt(drill["id"], learner="u-1")
    assert refused.value.code == "attempts_exhausted"


def test_content_and_grading(etude: Any) -> None:
    assert etude.me()["name"] == "example"
    assert [item["id"] for item in etude.items(bank="small")] == ["small/double", "small/pick"]
    assert etude.item("small/double")["points"] == "3"
    assert etude.preview("small/double")[0]["values"]["a"] == "1234"
    assert etude.grade("small/double", {"twice": "2468", "bytes": "1234"})["score"]["given"] == "3"
    assert etude.read_number("17.9 %", unit="fraction")["value"] == "0.179"
    assert etude.import_bank(SMALL_BANK, dry_run=True)["unchanged"]


def test_a_drill_is_changed_as_it_was_last_seen(etude: Any) -> None:
    drill = etude.create_drill({"en": "Primes"}, ["small/pick"])

    changed = etude.change_drill(drill["id"], state="closed")

    assert (changed["state"], changed["revision"]) == ("closed", 2)
    assert [each["id"] for each in etude.drills()] == [drill["id"]]


def test_what_is_refused_tells_every_place(etude: Any) -> None:
    with pytest.raises(etude_client.Problem) as refused:
        etude.create_drill({}, ["small"], mode="game")

    assert (refused.value.status, refused.value.code) == (422, "invalid")
    assert len(refused.value.errors) == 3
    assert refused.value.request_id


def test_a_lost_answer_is_asked_for_again_and_nothing_is_done_twice(
    etude: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    send: Callable[..., Any] = etude.session.send
    sent = []

    def lose_the_first(request: Any, **options: Any) -> Any:
        answer = send(request, **options)
        sent.append(request.headers.get("Idempotency-Key"))
        if len(sent) == 1:
            raise etude_client.requests.ConnectionError("the answer was lost")
        return answer

    monkeypatch.setattr(etude.session, "send", lose_the_first)
    drill = etude.create_drill({"en": "Primes"}, ["small/pick"])

    assert sent[0] == sent[1]
    assert [each["id"] for each in etude.drills()] == [drill["id"]]
