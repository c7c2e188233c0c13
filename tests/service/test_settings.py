"""Settings: all read from the environment, all faults told together."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from service.settings import SETTINGS, Settings, SettingsError


def test_every_setting_has_a_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    settings = Settings.from_env({})

    assert settings.data_dir == tmp_path / "data"
    assert settings.database_url == f"sqlite:///{tmp_path}/data/etude.sqlite3"
    assert settings.base_url == "http://127.0.0.1:8000"
    assert settings.redis_url is None


def test_all_faults_are_told_together() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_env(
            {
                "ETUDE_PORT": "eighty",
                "ETUDE_DATABASE_URL": "mysql://there",
                "ETUDE_LEASE_S": "-1",
                "ETUDE_LOG_LEVEL": "loud",
            }
        )

    named = [fault.partition(":")[0] for fault in caught.value.faults]
    assert named == ["ETUDE_DATABASE_URL", "ETUDE_PORT", "ETUDE_LOG_LEVEL", "ETUDE_LEASE_S"]
    assert "expected a whole number from 1 to 65535, got 'eighty'" in str(caught.value)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_is_reached_through_psycopg_3(scheme: str) -> None:
    settings = Settings.from_env({"ETUDE_DATABASE_URL": f"{scheme}://etude@localhost/etude"})

    assert settings.database_url == "postgresql+psycopg://etude@localhost/etude"
    assert not settings.is_sqlite


def test_table_of_settings_and_their_values_agree() -> None:
    assert [setting.field for setting in SETTINGS] == _in_order(
        [field.name for field in fields(Settings)]
    )
    assert all(setting.meaning for setting in SETTINGS)


def _in_order(names: list[str]) -> list[str]:
    """As the table has them: each once."""
    order = {setting.field: place for place, setting in enumerate(SETTINGS)}
    return sorted(names, key=lambda name: order.get(name, -1))
