"""Readiness: what is well, what is degraded, what is down."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import ModuleType

import pytest

from service import connections
from service.clock import utc_now
from service.settings import Settings
from service.store import heartbeats
from service.store.database import transaction
from service.store.migrations.run import downgrade
from service.use_cases.check_readiness import check_readiness
from service.use_cases.load_bank import load_bank
from service.use_cases.sweep import SWEEPER, sweep
from tests.service.api.small_bank import SMALL_BANK


def test_all_is_well_with_redis_and_a_sweeper(valkey_url: str, database: ModuleType) -> None:
    sweep()

    facts = check_readiness()

    assert (facts.status, facts.database, facts.schema, facts.redis) == (
        "ok",
        "ok",
        "current",
        "ok",
    )
    assert facts.sweeper_age_s is not None and facts.sweeper_age_s < 5


def test_without_redis_it_is_degraded(database: ModuleType) -> None:
    sweep()

    facts = check_readiness()

    assert (facts.status, facts.redis) == ("degraded", "down")


def test_without_a_sweeper_it_is_degraded(valkey_url: str, database: ModuleType) -> None:
    assert check_readiness().status == "degraded"

    with transaction() as session:
        heartbeats.beat(session, SWEEPER, utc_now() - timedelta(minutes=5))

    facts = check_readiness()
    assert facts.status == "degraded"
    assert facts.sweeper_age_s == pytest.approx(300, abs=5)


def test_waiting_work_is_told_by_its_age(database: ModuleType) -> None:
    assert check_readiness().oldest_due_s is None

    load_bank(SMALL_BANK, actor="cli", trusted=True)

    age_s = check_readiness().oldest_due_s
    assert age_s is not None and 0 <= age_s < 10


def test_database_without_our_schema_is_down(database: ModuleType) -> None:
    with transaction() as session:
        downgrade(session, "base")

    facts = check_readiness()

    assert (facts.status, facts.database, facts.schema) == ("down", "ok", "behind")


def test_database_that_is_away_is_down(settings: Settings, tmp_path: Path) -> None:
    url = (
        f"sqlite:///{tmp_path}/no-folder/etude.sqlite3"
        if settings.is_sqlite
        else "postgresql+psycopg://etude@/etude?host=/nowhere"
    )
    connections.connect(replace(settings, database_url=url))

    facts = check_readiness()

    assert (facts.status, facts.database, facts.schema) == ("down", "down", "unknown")
    connections.disconnect()
