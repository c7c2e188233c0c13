"""How often a caller may ask: counted in this process, shared through Redis a few times a second.

Asking Redis on every request would cost more than reading and grading a response does, and would
tie every request to it. So each process counts by itself and now and then adds what it counted to
the shared number. A caller can go over the limit by what fits into one such pause; without Redis
each process goes on with its own count.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from redis import Redis, RedisError

from service.api import metrics

WINDOW_S = 60
SHARE_EVERY_S = 0.25
AFTER_FAILURE_S = 5.0  # a Redis that does not answer costs one timeout per this time


@dataclass(slots=True)
class _Window:
    number: int  # minutes since the epoch
    told: int = 0  # all processes together, as Redis last said
    untold: int = 0  # counted here since then


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a caller stands in the current window."""

    limit: int
    remaining: int  # below 0 when the request was one too many
    reset_s: int

    def headers(self, policy: str) -> dict[str, str]:
        """The IETF draft's two fields, and the three older ones that client libraries know."""
        left = max(self.remaining, 0)
        return {
            "RateLimit-Policy": f'"{policy}";q={self.limit};w={WINDOW_S}',
            "RateLimit": f'"{policy}";r={left};t={self.reset_s}',
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(left),
            "RateLimit-Reset": str(self.reset_s),
        }


class RateCounter:
    """Counts per key in fixed windows of a minute. Safe between threads; never raises."""

    def __init__(self, redis: Redis | None, clock: Callable[[], float] = time.time) -> None:
        self._redis = redis
        self._clock = clock
        self._windows: dict[str, _Window] = {}
        self._lock = threading.Lock()
        self._sharing = threading.Lock()
        self._share_at = 0.0

    def hit(self, key: str, limit: int, cost: int = 1) -> Standing:
        """Count `cost` for this key and say where it stands. `cost=0` only looks."""
        now = self._clock()
        number, past_s = divmod(now, WINDOW_S)
        with self._lock:
            window = self._windows.get(key)
            if window is None or window.number != number:
                window = self._windows[key] = _Window(int(number))
            window.untold += cost
            used = window.told + window.untold
        if self._redis is not None and now >= self._share_at:
            self._share(now, int(number))
        return Standing(limit, limit - used, int(WINDOW_S - past_s) + 1)

    def _share(self, now: float, number: int) -> None:
        if not self._sharing.acquire(blocking=False):
            return  # another thread is at it
        try:
            self._share_at = now + SHARE_EVERY_S
            self._tell(self._take(number), number)
        except RedisError:
            self._share_at = now + AFTER_FAILURE_S
            metrics.LIMIT_FALLBACKS.inc()
        finally:
            self._sharing.release()

    def _take(self, number: int) -> dict[str, int]:
        """What was counted here and not yet told; windows of the past are dropped."""
        with self._lock:
            for key in [key for key, made in self._windows.items() if made.number < number]:
                del self._windows[key]
            return {key: made.untold for key, made in self._windows.items() if made.untold}

    def _tell(self, counts: dict[str, int], number: int) -> None:
        assert self._redis is not None
        if not counts:
            return
        pipeline = self._redis.pipeline(transaction=False)
        for key, count in counts.items():
            name = f"etude:rate:{key}:{number}"
            pipeline.incrby(name, count)
            pipeline.expire(name, 2 * WINDOW_S)
        totals = pipeline.execute()[::2]
        with self._lock:
            for (key, count), total in zip(counts.items(), totals, strict=True):
                window = self._windows.get(key)
                if window is not None and window.number == number:
                    window.told, window.untold = total, window.untold - count
