"""A client of Etude's API in one file. It needs Python 3.11 and `requests`; copy it as it is.

    etude = Etude("http://127.0.0.1:8000", key="ak_live_...")
    drill = etude.create_drill({"en": "Week 3"}, ["llm-pretraining/loss-gap"], mode="graded")
    attempt = etude.start_attempt(drill["id"], learner="u-17")
    item = etude.read_attempt_item(attempt["id"], 1)
    graded = etude.submit(attempt["id"], 1, {"L": "1.9483"})

Every call that creates or grades carries an Idempotency-Key, and is repeated with the same one when
the answer was lost or the service was busy: it is never done twice.
"""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import requests

Json = dict[str, Any]


class Problem(Exception):
    """What the service refused. Match on `code`; `errors` tells every place."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.code: str = problem.get("code", "unknown")
        self.errors: list[Json] = problem.get("errors", [])
        self.request_id: str = problem.get("request_id", "")
        super().__init__(f"{status} {self.code}: {problem.get('detail', '')}")


class Etude:
    """One service and one key. Not for use by several threads at once."""

    def __init__(self, base_url: str, key: str, *, timeout_s: float = 10, tries: int = 4) -> None:
        self._base_url = base_url.rstrip("/")
        self._timeout_s = timeout_s
        self._tries = tries
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {key}"

    # --- content ---------------------------------------------------------------------------------

    def me(self) -> Json:
        return self._json("GET", "/v1/me")

    def items(self, *, bank: str | None = None, topic: str | None = None) -> Iterator[Json]:
        """Every item, page after page."""
        return self._pages("/v1/items", bank=bank, topic=topic)

    def item(self, name: str) -> Json:
        return self._json("GET", f"/v1/items/{name}")

    def preview(self, name: str, *seeds: str, lang: str = "en") -> list[Json]:
        """Variants with their keys: those of the seeds, or the canonical one."""
        asked = {"seeds": list(seeds)} if seeds else {"canonical": True}
        answer = self._json("POST", f"/v1/items/{name}/preview", {**asked, "lang": lang})
        variants: list[Json] = answer["variants"]
        return variants

    def import_bank(self, files: Mapping[str, bytes], *, dry_run: bool = False) -> Json:
        """Load a bank from its files by name; Problem `bank_invalid` tells every fault."""
        parts = [("files", (name, content)) for name, content in files.items()]
        query = {"dry_run": "true" if dry_run else "false"}
        return _body(self._send("POST", "/v1/banks/imports", files=parts, params=query, once=True))

    def wait(self, operation: str, *, timeout_s: float = 60) -> Json:
        """An operation when it has ended: `done` or `failed`."""
        until = time.monotonic() + timeout_s
        while True:
            found = self._json("GET", f"/v1/operations/{operation}")
            if found["state"] != "running":
                return found
            if time.monotonic() > until:
                raise TimeoutError(f"{operation} is at {found['done']} of {found['total']}")
            time.sleep(0.5)

    # --- grading without keeping anything --------------------------------------------------------

    def grade(
        self, item: str, responses: Json, *, seed: str | None = None, lang: str = "en"
    ) -> Json:
        """Grade a response to the variant of a seed, or to the canonical variant."""
        which: Json = {"canonical": True} if seed is None else {"seed": seed}
        body = {"item": item, **which, "lang": lang, "responses": responses}
        return self._json("POST", "/v1/grade", body)

    def read_number(self, text: str, *, lang: str = "en", **box: str) -> Json:
        """How a typed number is read. `unit` and `ask_in` say what the box asks for."""
        return self._json("POST", "/v1/read-number", {"text": text, "lang": lang, **box})

    # --- drills ----------------------------------------------------------------------------------

    def create_drill(self, title: Mapping[str, str], items: Sequence[str], **policy: Any) -> Json:
        selection = {"items": list(items)}
        body = {"title": dict(title), "selection": selection, "policy": policy}
        return self._json("POST", "/v1/drills", body, once=True)

    def drills(self) -> Iterator[Json]:
        return self._pages("/v1/drills")

    def change_drill(self, drill_id: str, **changes: Any) -> Json:
        """Change a drill as it is now. Problem `revision_stale` if somebody else did meanwhile."""
        now = self._send("GET", f"/v1/drills/{drill_id}")
        shown = {"title", "selection", "policy", "state"}
        body = {name: value for name, value in now.json().items() if name in shown} | changes
        headers = {"If-Match": now.headers["ETag"]}
        return _body(self._send("PUT", f"/v1/drills/{drill_id}", json=body, headers=headers))

    # --- attempts --------------------------------------------------------------------------------

    def start_attempt(self, drill_id: str, *, learner: str, lang: str = "en") -> Json:
        """The learner's open attempt, or a new one."""
        body = {"drill": drill_id, "learner": learner, "lang": lang}
        return self._json("POST", "/v1/attempts", body, once=True)

    def read_attempt(self, attempt_id: str) -> Json:
        return self._json("GET", f"/v1/attempts/{attempt_id}")

    def read_attempt_item(self, attempt_id: str, n: int, *, lang: str | None = None) -> Json:
        query = {"lang": lang} if lang else {}
        return _body(self._send("GET", f"/v1/attempts/{attempt_id}/items/{n}", params=query))

    def save_draft(self, attempt_id: str, n: int, responses: Json, *, seq: int) -> None:
        body = {"responses": responses, "seq": seq}
        self._send("PUT", f"/v1/attempts/{attempt_id}/items/{n}/draft", json=body)

    def submit(self, attempt_id: str, n: int, responses: Json) -> Json:
        """Grade a response and keep it. A Problem with status 422 has used no try."""
        path = f"/v1/attempts/{attempt_id}/items/{n}/submissions"
        return self._json("POST", path, {"responses": responses}, once=True)

    def another_variant(self, attempt_id: str, n: int) -> Json:
        return self._json("POST", f"/v1/attempts/{attempt_id}/items/{n}/variants", {}, once=True)

    def finish(self, attempt_id: str, *, force: bool = False) -> Json:
        path = f"/v1/attempts/{attempt_id}/finish"
        return self._json("POST", path, {"force": force}, once=True)

    def result(self, attempt_id: str) -> Json:
        return self._json("GET", f"/v1/attempts/{attempt_id}/result")

    # --- how calls are made ----------------------------------------------------------------------

    def _json(
        self, method: str, path: str, body: Json | None = None, *, once: bool = False
    ) -> Json:
        return _body(self._send(method, path, json=body, once=once))

    def _pages(self, path: str, **query: str | None) -> Iterator[Json]:
        cursor: str | None = ""
        while cursor is not None:
            asked = {**query, "cursor": cursor or None}
            page = self._send("GET", path, params=asked).json()
            yield from page["data"]
            cursor = page["next_cursor"]

    def _send(
        self,
        method: str,
        path: str,
        *,
        once: bool = False,
        headers: Mapping[str, str] | None = None,
        **request: Any,
    ) -> requests.Response:
        """Send, and send again what may be sent again: the key makes that safe for a POST."""
        sent = {**(headers or {}), **({"Idempotency-Key": str(uuid.uuid4())} if once else {})}
        for last in (tried == self._tries - 1 for tried in range(self._tries)):
            try:
                answer = self.session.request(
                    method,
                    self._base_url + path,
                    headers=sent,
                    timeout=self._timeout_s,
                    **request,
                )
            except (requests.ConnectionError, requests.Timeout):
                if last:
                    raise
                time.sleep(random.uniform(0.2, 1))
                continue
            if not _is_worth_another_try(answer) or last:
                return _checked(answer)
            time.sleep(float(answer.headers.get("Retry-After", 1)))
        raise AssertionError("the last try returns or raises")


def _body(answer: requests.Response) -> Json:
    body: Json = answer.json()
    return body


def _is_worth_another_try(answer: requests.Response) -> bool:
    if answer.status_code in (429, 503):
        return True
    return answer.status_code == 409 and _problem(answer).get("code") == "idempotency_key_in_use"


def _checked(answer: requests.Response) -> requests.Response:
    if answer.status_code >= 400:
        raise Problem(answer.status_code, _problem(answer))
    return answer


def _problem(answer: requests.Response) -> Mapping[str, Any]:
    """The problem document; something before the service may answer with none."""
    if answer.headers.get("Content-Type", "").startswith("application/problem+json"):
        return _body(answer)
    return {"detail": answer.text[:200]}
