"""`etude bank`: what it says, and with which exit code it ends."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

from service.cli import etude
from tests.rig.command import environment, working
from tests.schemas.banks import ADD, WHOLE, changed


def run(*arguments: object, **environment: str) -> Result:
    return CliRunner().invoke(etude, ["bank", *map(str, arguments)], env=environment)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "good.json"
    file.write_text(json.dumps(WHOLE))
    return file


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    file = tmp_path / "bad.yaml"
    text = json.dumps(changed({f"{ADD}.separate": "yes", f"{ADD}.derive.s": "k*("}), indent=1)
    file.write_text(text)
    return file


def test_a_good_bank_ends_with_0_and_shows_its_items(good):
    result = run("check", good, "--seeds", 60, "--limit", "distinct=50:20")

    assert result.exit_code == 0, result.output
    assert "1 topics, 2 items, en ru" in result.output
    assert "good.json: ok (0 errors, 0 warnings, 0 of 2 items fail an audit)" in result.output


def test_faults_end_with_1_and_show_place_code_line_and_hint(bad):
    result = run("check", bad)

    lines = bad.read_text().split("\n")
    number = next(n for n, line in enumerate(lines, 1) if "separate" in line)
    assert result.exit_code == 1
    assert f"{bad}:{number}:18 switch expected true or false, got 'yes'" in result.output
    assert f"{number:>5} | {lines[number - 1]}" in result.output
    assert "Write true or false." in result.output
    assert "formula" in result.output
    assert "not ok (2 errors, 0 warnings)" in result.output


def test_a_failed_audit_ends_with_1(good):
    result = run("check", good, "--seeds", 60, "--limit", "distinct=500:400")

    assert result.exit_code == 1
    assert "fail 1 distinct variants" in result.output


def test_several_banks_are_checked_and_the_worst_decides(good, bad):
    result = run("check", good, bad, "--seeds", 0)

    assert result.exit_code == 1
    assert "good.json: ok" in result.output
    assert "bad.yaml: not ok" in result.output


def test_json_says_the_same_to_programs(good, bad):
    result = run("check", good, bad, "--json", "--seeds", 60, "--limit", "distinct=50:20")

    said = json.loads(result.output)
    first, second = said["banks"]
    assert result.exit_code == 1
    assert (said["ok"], first["ok"], second["ok"]) == (False, True, False)
    assert first["items"][0]["id"] == "demo/add"
    assert first["items"][0]["audit"]["passed"] is True
    assert {issue["code"] for issue in second["issues"]} == {"switch", "formula"}
    assert all(issue["line"] and issue["severity"] == "error" for issue in second["issues"])


def test_a_topic_file_beside_its_bank_stands_for_the_bank(tmp_path):
    whole = {**WHOLE, "topics": ["sums"]}
    (tmp_path / "bank.yaml").write_text(json.dumps(whole))
    (tmp_path / "sums.yaml").write_text(json.dumps(WHOLE["topics"][0]))
    (tmp_path / "README.md").write_text("not a bank file")

    for path in (tmp_path, tmp_path / "sums.yaml", tmp_path / "bank.yaml"):
        assert run("check", path, "--seeds", 0).exit_code == 0


def test_a_folder_without_a_bank_is_a_fault_and_not_a_crash(tmp_path):
    result = run("check", tmp_path)

    assert result.exit_code == 1
    assert "there is no .yaml, .yml or .json file to read" in result.output


def test_a_huge_file_is_a_fault_and_is_not_read_whole(tmp_path):
    file = tmp_path / "huge.yaml"
    file.write_bytes(b"a: " + b"x" * 3_000_000)

    result = run("check", file)

    assert result.exit_code == 1
    assert "too_big" in result.output


def test_odd_bytes_cannot_write_to_the_terminal(tmp_path):
    file = tmp_path / "odd.yaml"
    file.write_bytes(b"a: \x1b[2J\xff\n")

    result = run("check", file)

    assert result.exit_code == 1
    assert "\x1b" not in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("check",),
        ("check", "no-such-folder"),
        ("check", ".", "--seeds", "many"),
        ("check", ".", "--limit", "distinct"),
        ("check", ".", "--limit", "size=1:2"),
        ("load",),
        ("load", ".", "--bundled"),
        ("chek",),
    ],
)
def test_a_wrong_command_ends_with_2(arguments):
    assert run(*arguments).exit_code == 2


def test_the_schema_is_printed_as_json():
    result = run("schema")

    assert result.exit_code == 0
    assert json.loads(result.output)["$schema"].endswith("2020-12/schema")


# --- loading --------------------------------------------------------------------------------


def test_a_bank_is_loaded_and_then_unchanged(good, database: ModuleType, settings):
    first = run("load", good, **environment(settings))
    second = run("load", good, **environment(settings))

    assert first.exit_code == second.exit_code == 0, first.output + second.output
    assert first.stdout.split()[:4] == ["added", "2", "demo/add,", "demo/pick"]
    assert "unchanged     2" in second.stdout


def test_a_dry_run_changes_nothing(good, database: ModuleType, settings):
    for _ in range(2):
        result = run("load", good, "--dry-run", **environment(settings))

        assert result.stdout.split()[:2] == ["added", "2"]


def test_a_bank_with_faults_is_not_loaded(bad, database: ModuleType, settings):
    result = run("load", bad, **environment(settings))

    assert result.exit_code == 1
    assert "switch" in result.output
    assert "nothing was loaded: 2 faults" in result.output


# --- work on pools --------------------------------------------------------------------------


def test_pools_are_verified_while_a_person_watches(
    good, database: ModuleType, settings, valkey_url
):
    run("load", good, **environment(settings))
    with working("audits", settings), working("variants", settings):
        rebuilt = run("rebuild", "demo/add", **environment(settings))
        verified = run("verify", "demo/add", **environment(settings))

    assert rebuilt.exit_code == verified.exit_code == 0, rebuilt.output + verified.output
    assert "demo/add: compared" in verified.stdout
    assert "withdrawn 0" in verified.stdout


def test_an_unknown_item_cannot_be_verified(database: ModuleType, settings):
    result = run("verify", "demo/none", **environment(settings))

    assert result.exit_code == 1
    assert "There is no item 'demo/none'." in result.output


def test_asking_without_waiting_tells_the_operations(good, database: ModuleType, settings):
    run("load", good, **environment(settings))

    result = run("verify", "--no-wait", "demo/add", "demo/pick", **environment(settings))

    assert result.exit_code == 0
    assert [line.split()[1] for line in result.stdout.splitlines()] == ["demo/add", "demo/pick"]
    assert all(line.startswith("op_") for line in result.stdout.splitlines())
