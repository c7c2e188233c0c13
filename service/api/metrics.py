"""Prometheus measures of the web processes, and what `GET /metrics` shows.

With PROMETHEUS_MULTIPROC_DIR set (prometheus_client reads it when it is imported) the figures of
all web processes are added up; without it each process shows its own.
"""

from __future__ import annotations

import os

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)

from service.errors import Unavailable
from service.use_cases.read_workload import read_workload

disable_created_metrics()  # type: ignore[no-untyped-call]  # a line more for each figure

REQUESTS = Histogram(
    "etude_request_seconds",
    "Time to answer a request, by route template.",
    ["route", "method", "status"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
SUBMISSIONS = Counter("etude_submissions", "Submissions by what became of them.", ["result"])
GRADING = Histogram(
    "etude_grading_seconds",
    "Time to grade one response, the database's time included for submissions.",
    ["kind"],
    buckets=(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5),
)
REPLAYS = Counter("etude_idempotent_replays", "Requests answered from an earlier answer.")
RATE_LIMITED = Counter("etude_ratelimited", "Requests refused for their rate.", ["limit"])
LIMIT_FALLBACKS = Counter(
    "etude_ratelimit_fallbacks", "Times rates were counted without Redis, in this process alone."
)
AUTH_FAILURES = Counter("etude_auth_failures", "Requests with a key that is not valid.")


IMPORTS = Counter("etude_imports", "Loads of banks.", ["result"])

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
CONTENT_TYPE = CONTENT_TYPE_LATEST


def exposition() -> bytes:
    """All measures as text: of the web processes, and what the database tells of the workers."""
    return generate_latest(_processes()) + generate_latest(_workload())


def _processes() -> CollectorRegistry:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def _workload() -> CollectorRegistry:
    """Gauges made for this one answer: the truth is in the database, whoever is asked."""
    registry = CollectorRegistry()
    up = Gauge("etude_database_up", "Whether the database answers.", registry=registry)
    try:
        found = read_workload()
    except Unavailable:
        up.set(0)
        return registry
    up.set(1)
    work = Gauge("etude_jobs", "Jobs by kind and state.", ["kind", "state"], registry=registry)
    for (kind, state), count in found.jobs.items():
        work.labels(kind, state).set(count)
    _gauge(registry, "jobs_oldest_due_seconds", "Longest wait of a due job.", found.oldest_due_s)
    depths = found.pool_depths or (0,)
    _gauge(registry, "variant_pool_depth_least", "Variants in the smallest pool.", min(depths))
    _gauge(registry, "variant_pool_depth", "Variants in all pools.", sum(depths))
    return registry


def _gauge(registry: CollectorRegistry, name: str, about: str, value: float) -> None:
    Gauge(f"etude_{name}", about, registry=registry).set(value)


def request_done(route: str, method: str, status: int, seconds: float) -> None:
    """Methods are made up by callers: what is not known is one label."""
    known = method if method in METHODS else "other"
    REQUESTS.labels(route, known, str(status)).observe(seconds)
