"""The values used last, kept in the process."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Lru(Generic[K, V]):
    """The values used last, at most `most` of them. Safe between threads."""

    def __init__(self, most: int) -> None:
        _every.append(self)
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value kept for a key, or one made now. Two threads may both make it: no harm."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        value = make()
        with self._lock:
            self._kept[key] = value
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return value

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()


_every: list[Lru[Any, Any]] = []


def forget_all() -> None:
    """For a process that turns to another database: ids mean other things there."""
    for lru in _every:
        lru.forget()
