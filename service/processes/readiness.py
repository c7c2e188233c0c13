"""Is the API ready? Asked over HTTP, as anybody would."""

from __future__ import annotations

import http.client
import json

from service.settings import Settings

_TIMEOUT_S = 2.0


def readiness(settings: Settings) -> str | None:
    """None when `/readyz` says ready; else what is missing, in words."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    connection = http.client.HTTPConnection(host, settings.port, timeout=_TIMEOUT_S)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        body = answer.read()
    except OSError:
        return "the API"
    finally:
        connection.close()
    return None if answer.status == 200 else _what_is_missing(body)


def _what_is_missing(body: bytes) -> str:
    try:
        return json.dumps(json.loads(body), ensure_ascii=False)
    except ValueError:
        return "the API (it answers, but not as Etude does)"
