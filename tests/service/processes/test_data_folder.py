"""The data folder: private, and used by one `etude up` at a time."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from service.processes.data_folder import FolderInUse, locked, make_private


def test_the_folder_and_its_secrets_are_for_this_user_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)

    make_private(folder)

    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "secrets").stat().st_mode) == 0o700


def test_a_second_user_of_the_folder_is_told_who_the_first_is(tmp_path: Path) -> None:
    with locked(tmp_path):
        with pytest.raises(FolderInUse) as refusal, locked(tmp_path):
            pass

    assert f"process {os.getpid()}" in str(refusal.value)
    assert "ETUDE_DATA_DIR" in str(refusal.value)


def test_the_lock_ends_with_its_holder(tmp_path: Path) -> None:
    hold = f"""
import pathlib
from service.processes.data_folder import locked
with locked(pathlib.Path({str(tmp_path)!r})):
    print("held", flush=True)
    input()
"""
    command = [sys.executable, "-c", hold]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        holder.send_signal(signal.SIGKILL)

    with locked(tmp_path):
        assert True  # taken without FolderInUse
