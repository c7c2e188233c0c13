"""docs/operations.md lists every setting as the code has it, and every queue."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.processes.parts import QUEUES
from service.settings import SETTINGS, Setting
from service.use_cases.create_key import SCOPES

DOC = Path(__file__).parents[2] / "docs" / "operations.md"


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_setting_is_in_the_table_with_its_default_and_meaning(setting: Setting) -> None:
    default = f"`{setting.default}`" if setting.default else "-"

    assert f"| `{setting.name}` | {default} | {setting.meaning} |" in DOC.read_text()


@pytest.mark.parametrize("word", [*(f"etude worker {queue}" for queue in QUEUES), *SCOPES])
def test_queues_and_scopes_are_named(word: str) -> None:
    assert f"`{word}`" in DOC.read_text()
