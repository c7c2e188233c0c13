"""Processes killed and databases restarted: what was acknowledged is there, once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from service.errors import ServiceError, Unavailable
from service.settings import Settings
from service.store import submissions
from service.store.clients import ClientRow
from service.store.database import reading
from service.use_cases.answer_once import AlreadyAnswered, Answer, Once, fingerprint_of
from service.use_cases.load_bank import load_bank
from service.use_cases.read_attempt import read_attempt
from service.use_cases.submit_response import submit_response
from tests.rig.postgres import PostgresServer
from tests.service.api.small_bank import SMALL_BANK
from tests.service.use_cases.playing import WRONG, begin, make_client, make_drill

SUBMIT = """
import json, os, sys
from service import connections
from service.settings import Settings
from service.use_cases.submit_response import submit_response
from tests.service.use_cases.test_faults import once, the_client
connections.connect(Settings.from_env(os.environ))
attempt, secret = sys.argv[1:]
submit_response(attempt, 1, {wrong}, client=the_client(secret), once=once())
print("acknowledged")
"""


def once() -> Once:
    def tell(result: object) -> Answer:
        return Answer(201, json.dumps("graded"))

    return Once("key_1", "k", fingerprint_of("POST", "/submissions", b"{}"), tell)


def the_client(name: str) -> ClientRow:
    """Of a client that is there already."""
    return make_client(name)


@pytest.fixture
def client(database: object) -> ClientRow:
    load_bank(SMALL_BANK, actor="cli", trusted=True)
    return make_client()


def kept(attempt_id: str) -> list[submissions.SubmissionRow]:
    with reading() as session:
        return submissions.submissions_of(session, attempt_id)


@pytest.mark.parametrize(
    "step, is_kept",
    [("submit.graded", False), ("submit.before_commit", False), ("submit.committed", True)],
)
def test_submission_killed_at_any_step_is_kept_once(
    client: ClientRow, settings: Settings, step: str, is_kept: bool
) -> None:
    attempt = begin(client, make_drill(client, mode="graded"))

    died = subprocess.run(
        [sys.executable, "-c", SUBMIT.format(wrong=WRONG), attempt, client.name],
        env={
            **os.environ,
            "ETUDE_DATABASE_URL": settings.database_url,
            "ETUDE_DATA_DIR": str(settings.data_dir),
            "ETUDE_FAILPOINT": f"{step}:kill",
        },
        capture_output=True,
        check=False,
    )

    assert died.returncode == -signal.SIGKILL, died.stderr.decode()
    assert len(kept(attempt)) == is_kept
    if is_kept:
        with pytest.raises(AlreadyAnswered):
            submit_response(attempt, 1, WRONG, client=client, once=once())
    else:
        submit_response(attempt, 1, WRONG, client=client, once=once())
    assert len(kept(attempt)) == 1
    assert read_attempt(attempt, client=client).items[0].tries_left == 0


@pytest.fixture
def stopped(settings: Settings, postgres_server: PostgresServer) -> Iterator[PostgresServer]:
    """The server, running again after the test whatever happened."""
    if settings.is_sqlite:
        pytest.skip("a file has no server to stop")
    yield postgres_server
    if postgres_server.process is None:
        postgres_server.start()


def test_restarted_server_costs_a_503_and_the_same_key_gives_one_result(
    client: ClientRow, stopped: PostgresServer
) -> None:
    attempt = begin(client, make_drill(client, mode="graded"))

    stopped.stop(immediate=True)
    with pytest.raises(Unavailable) as refused:
        submit_response(attempt, 1, WRONG, client=client, once=once())
    stopped.start()

    assert refused.value.retry_after_s > 0
    _until_answered(attempt, client)
    with pytest.raises(AlreadyAnswered):
        submit_response(attempt, 1, WRONG, client=client, once=once())
    assert len(kept(attempt)) == 1


def _until_answered(attempt: str, client: ClientRow) -> None:
    """As a client does that is told to come back: with the same key."""
    for _ in range(50):
        try:
            submit_response(attempt, 1, WRONG, client=client, once=once())
            return
        except AlreadyAnswered:
            return
        except ServiceError as refused:
            assert refused.status == 503
            time.sleep(0.1)
    pytest.fail("the server is back, but no request gets through")
