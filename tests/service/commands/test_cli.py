"""The command `etude`: its table of commands, and how quick its help is."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import click
import pytest

from service.cli import COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_each_line_of_the_table_leads_to_a_command_with_help(name: str) -> None:
    module, _, attribute = COMMANDS[name].path.partition(":")

    command = getattr(import_module(module), attribute)

    assert isinstance(command, click.Command)
    assert command.name == name
    assert command.help


def test_help_imports_neither_web_nor_database() -> None:
    heavy = "{'flask', 'sqlalchemy', 'redis', 'granian', 'yaml'}"
    look = f"""
import sys
from service.cli import etude
try:
    etude(["--help"])
finally:
    print(sorted({heavy} & set(sys.modules)))
"""

    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)

    assert "Start the whole service" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


def test_wrong_settings_are_told_together_without_a_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", "up"],
        capture_output=True,
        text=True,
        check=False,
        env={"ETUDE_PORT": "high", "ETUDE_REDIS_URL": "localhost"},
    )

    assert done.returncode == 1
    assert "ETUDE_PORT" in done.stderr
    assert "ETUDE_REDIS_URL" in done.stderr
    assert "Traceback" not in done.stderr
