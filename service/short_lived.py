"""Redis: what may vanish at any moment. Nothing here is the only copy of anything.

Every call is given up after 250 ms, so a slow or absent server never holds up a request.
"""

from __future__ import annotations

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.settings import Settings

TIMEOUT_S = 0.25

_client: redis.Redis | None = None


def connect(settings: Settings) -> None:
    """Say where Redis is; connections are opened when first needed."""
    global _client
    dispose()
    if settings.redis_url is not None:
        _client = open_client(settings.redis_url)


def open_client(url: str, *, timeout_s: float | None = TIMEOUT_S) -> redis.Redis:
    """A client that tries once. A worker waits in a blocking read: its `timeout_s` is None."""
    return redis.Redis.from_url(
        url,
        socket_timeout=timeout_s,
        socket_connect_timeout=TIMEOUT_S,
        retry=Retry(NoBackoff(), 0),
    )


def dispose() -> None:
    global _client
    if _client is not None:
        _client.close()
    _client = None


def client() -> redis.Redis | None:
    """None: this service runs without Redis."""
    return _client


def is_reachable() -> bool:
    if _client is None:
        return False
    try:
        return bool(_client.ping())
    except redis.RedisError:
        return False
