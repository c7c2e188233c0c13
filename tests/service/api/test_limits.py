"""Rates are counted here and shared now and then; Redis may be away at any moment."""

from __future__ import annotations

import threading

from redis import Redis

from service.api.limits import SHARE_EVERY_S, WINDOW_S, RateCounter


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0 * WINDOW_S

    def __call__(self) -> float:
        return self.now


def test_a_caller_is_over_after_its_limit() -> None:
    rates = RateCounter(None, Clock())

    left = [rates.hit("a", 3).remaining for _ in range(4)]

    assert left == [2, 1, 0, -1]


def test_callers_are_counted_apart() -> None:
    rates = RateCounter(None, Clock())
    rates.hit("a", 1)

    assert rates.hit("b", 1).remaining == 0


def test_a_new_minute_begins_anew() -> None:
    clock = Clock()
    rates = RateCounter(None, clock)
    rates.hit("a", 1)
    clock.now += WINDOW_S

    assert rates.hit("a", 1).remaining == 0


def test_looking_costs_nothing() -> None:
    rates = RateCounter(None, Clock())

    assert [rates.hit("a", 5, cost=0).remaining for _ in range(3)] == [5, 5, 5]


def test_the_time_to_wait_is_what_is_left_of_the_minute() -> None:
    clock = Clock()
    clock.now += 45.5

    standing = RateCounter(None, clock).hit("a", 1)

    assert standing.reset_s == 15
    assert standing.headers("default")["RateLimit"] == '"default";r=0;t=15'


def test_processes_share_their_counts_through_redis(valkey_url: str) -> None:
    clock = Clock()
    redis = Redis.from_url(valkey_url)
    one, two = RateCounter(redis, clock), RateCounter(redis, clock)
    for _ in range(5):
        one.hit("a", 100)
    clock.now += SHARE_EVERY_S
    one.hit("a", 100)  # tells of six

    two.hit("a", 100)  # tells of its own, and learns of the six

    assert two.hit("a", 100).remaining == 100 - 8
    redis.close()


def test_counting_goes_on_when_redis_is_away(tmp_path: object) -> None:
    clock = Clock()
    redis = Redis.from_url(f"unix://{tmp_path}/nobody.sock")
    rates = RateCounter(redis, clock)

    left = []
    for _ in range(4):
        left.append(rates.hit("a", 3).remaining)
        clock.now += SHARE_EVERY_S

    assert left == [2, 1, 0, -1]
    redis.close()


def test_threads_lose_no_count() -> None:
    rates = RateCounter(None, Clock())

    def count() -> None:
        for _ in range(500):
            rates.hit("a", 10_000)

    threads = [threading.Thread(target=count) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert rates.hit("a", 10_000, cost=0).remaining == 10_000 - 4000
