"""Bank files to trees: every scalar text, every value with its line, every fault told."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from question_bank.formats import native
from question_bank.formats.tree import Tree, path_text
from question_bank.model import BankError

BANK = b"format: 1\nbank:\n  id: b\n  title: {en: B}\n  languages: [en]\ntopics: [t]\n"


def read(text: str | bytes, name: str = "x.yaml") -> Tree:
    return native.read_file(name, text if isinstance(text, bytes) else text.encode())


def refusal(text: str | bytes, name: str = "x.yaml") -> tuple[str, int | None, int | None]:
    with pytest.raises(BankError) as error:
        read(text, name)
    first = error.value.issues[0]
    return first.code, first.line, first.column


# --- scalars --------------------------------------------------------------------------------


@pytest.mark.parametrize("scalar", ["8.03e9", "15e12", "5e-4", "010", "1:30", "no", "true", "0x10"])
def test_what_yaml_would_guess_stays_as_it_is_written(scalar):
    assert read(f"a: {scalar}").data == {"a": scalar}
    assert read(f'a: "{scalar}"').data == {"a": scalar}


@pytest.mark.parametrize("scalar", ["8.03e9", "-15E12", "5e-4", "010", "true", "false"])
def test_json_scalars_stay_as_they_are_written(scalar):
    assert read(f'{{"a": {scalar}}}', "x.json").data == {"a": scalar}


@pytest.mark.parametrize("nothing", ["", "~", "null"])
def test_nothing_is_nothing_unless_it_is_quoted(nothing):
    assert read(f"a: {nothing}").data == {"a": None}
    assert read(f'a: "{nothing}"').data == {"a": nothing}


def test_every_value_knows_its_file_line_and_column():
    tree = read("a:\n  b: [1, {c: d}]\n")

    spot = tree.spots["a", "b", 1, "c"]

    assert (spot.file, spot.line, spot.column) == ("x.yaml", 2, 14)
    assert tree.keys["a", "b"].line == 2


def test_json_values_know_their_places_too():
    tree = read('{"a":\n\t[1, {"c": "d"}]}', "x.json")

    spot = tree.spots["a", 1, "c"]

    assert (spot.line, spot.column) == (2, 12)


def test_a_byte_order_mark_and_windows_line_ends_change_nothing():
    tree = read(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")

    assert tree.data == {"a": "1", "b": "2"}
    assert tree.spots["b",].line == 2


@pytest.mark.parametrize(
    "source, line, column, expected",
    [
        ("t: |\n  one\n  two {N}\n", 2, 5, (3, 7)),
        ("t: 'it''s {N}'", 1, 6, (1, 11)),
        ('t: "a\\\\b {N}"', 1, 5, (1, 10)),
        ("t: a {N}", 1, 3, (1, 6)),
        ("t: >\n  one\n  two", 1, 1, (1, 4)),
    ],
)
def test_a_place_in_a_text_is_a_place_in_the_file(source, line, column, expected):
    tree = read(source)

    issue = tree.inside(tree.issue("text", "", ("t",)), ("t",), line, column)

    assert (issue.line, issue.column) == expected


# --- what is refused ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source, expected",
    [
        ("a: 1\na: 2", ("duplicate", 2, 1)),
        ("a:\n\tb: 1", ("tab", 2, 1)),
        ("a: 1\t\nb: 2", ("tab", 1, 5)),
        ("a: &x 1", ("anchor", 1, 4)),
        ("a: &x 1\nb: *x", ("anchor", 1, 4)),
        ("a: !!python/object:os.system x", ("tag", 1, 4)),
        ("a: !x 1", ("tag", 1, 4)),
        ("a: 1\n---\nb: 2", ("documents", 2, 1)),
        ("a: ]", ("syntax", 1, 4)),
        ("? [1]\n: 2", ("key", 1, 3)),
        ("a: " + "[" * 30 + "]" * 30, ("limit", 1, 27)),
        ("a: b\x00c", ("control", 1, 5)),
        ("a: b\x07c", ("control", 1, 5)),
        ('a: "\\0"', ("control", 1, 4)),
        (b"a: 1\nb: \xff", ("encoding", 2, 4)),
        ("a: 1".encode("utf-16"), ("encoding", 1, 1)),
    ],
)
def test_yaml_that_a_bank_does_not_need_is_refused_at_its_place(source, expected):
    assert refusal(source) == expected


@pytest.mark.parametrize(
    "source, expected",
    [
        ('{"a": 1, "a": 2}', ("duplicate", 1, 10)),
        ('{"a": }', ("syntax", 1, 7)),
        ('{"a": 1,}', ("syntax", 1, 9)),
        ('{"a" 1}', ("syntax", 1, 6)),
        ('{"a": NaN}', ("syntax", 1, 7)),
        ('{"a": "x\ny"}', ("syntax", 1, 7)),
        ('{"a": "\\q"}', ("syntax", 1, 7)),
        ('{"a": "\\u0000"}', ("control", 1, 7)),
        ('{"a": "\\ud800"}', ("control", 1, 7)),
        ('{"a": 1} 2', ("syntax", 1, 10)),
        ("[" * 30 + "]" * 30, ("limit", 1, 25)),
        ('{"a": [1', ("syntax", 1, 9)),
        ("", ("syntax", 1, 1)),
    ],
)
def test_json_that_is_wrong_is_refused_at_its_place(source, expected):
    assert refusal(source, "x.json") == expected


def test_several_faults_of_a_file_are_told_together():
    with pytest.raises(BankError) as error:
        read("a: &x 1\na: *x\nb: !t 2\n")

    assert [issue.code for issue in error.value.issues] == ["anchor", "alias", "duplicate", "tag"]


def test_an_alias_bomb_is_refused_and_costs_nothing():
    lines = ["a0: &a0 [x, x]"] + [f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 40)]

    assert refusal("\n".join(lines))[0] == "anchor"


def test_a_huge_file_is_refused_before_it_is_parsed():
    assert refusal(b"a: " + b"x" * 2_000_001)[0] == "too_big"


def test_a_file_of_very_many_values_is_refused():
    assert refusal("[" + "1," * 100_001 + "1]")[0] == "limit"


# --- folders --------------------------------------------------------------------------------


def test_topics_hang_in_the_bank_under_their_own_files():
    tree = native.read({"bank.yaml": BANK, "t.yaml": b"title: {en: T}\nitems:\n- id: i\n"})

    issue = tree.issue("x", "y", ("topics", 0, "items", 0, "id"))

    assert (issue.file, issue.line, issue.path) == ("t.yaml", 3, "items[0].id")
    assert tree.at(("topics", 0, "id")) == "t"


def test_a_topic_may_name_its_file_and_be_json():
    bank = BANK.replace(b"[t]", b"[{id: t, file: other.json}]")

    tree = native.read({"bank.yaml": bank, "other.json": b'{"items": [{"id": "i"}]}'})

    assert tree.at(("topics", 0, "items", 0, "id")) == "i"


def test_one_file_may_hold_everything():
    whole = {"format": 1, "bank": {"id": "b"}, "topics": [{"id": "t", "items": [{"id": "i"}]}]}

    tree = native.read({"import.json": json.dumps(whole).encode()})

    assert tree.at(("topics", 0, "items", 0, "id")) == "i"


def test_a_topic_file_alone_is_a_bank_of_one_topic():
    tree = native.read({"t.yaml": b"module: b.t\ntitle: {en: T, ru: T}\nitems:\n- id: i\n"})

    assert tree.at(("bank", "id")) == "b"
    assert tree.at(("bank", "languages")) == ["en", "ru"]
    assert tree.issue("x", "y", ("topics", 0, "items", 0, "id")).line == 4


def test_a_missing_topic_file_is_told_where_it_is_named():
    tree = native.read({"bank.yaml": BANK})

    (issue,) = tree.issues

    assert (issue.code, issue.line) == ("missing_file", 6)


def test_a_topic_that_cannot_be_read_leaves_the_others_readable():
    bank = BANK.replace(b"[t]", b"[t, u]")

    tree = native.read({"bank.yaml": bank, "t.yaml": b"a: [", "u.yaml": b"items: [{id: i}]"})

    assert [issue.code for issue in tree.issues] == ["syntax"]
    assert tree.at(("topics", 1, "items", 0, "id")) == "i"


def test_a_file_that_is_no_topic_is_a_warning():
    tree = native.read({"bank.yaml": BANK, "t.yaml": b"items: []", "old.yaml": b"items: []"})

    assert [(i.code, i.file, i.severity) for i in tree.issues] == [
        ("unused_file", "old.yaml", "warning")
    ]


def test_what_the_bank_and_the_topic_file_say_differently_is_told():
    bank = BANK.replace(b"[t]", b"[{id: t, title: {en: T}}]")

    tree = native.read({"bank.yaml": bank, "t.yaml": b"title: {en: U}\nitems: []"})

    assert [issue.code for issue in tree.issues] == ["duplicate"]


@pytest.mark.parametrize(
    "files, code",
    [
        ({}, "missing"),
        ({"readme.md": b"x"}, "missing"),
        ({"a.yaml": b"a: 1", "b.yaml": b"b: 1"}, "missing"),
        ({"bank.yaml": b"- 1"}, "type"),
        ({f"{i}.yaml": b"a: 1" for i in range(201)}, "limit"),
    ],
)
def test_files_that_are_no_bank_are_refused(files, code):
    with pytest.raises(BankError) as error:
        native.read(files)

    assert error.value.issues[0].code == code


# --- whatever is written --------------------------------------------------------------------

SCALARS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn", "Zl", "Zp"]), max_size=8
)
TREES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(SCALARS, inner, max_size=3),
    max_leaves=12,
)


@given(TREES)
def test_json_reads_back_what_was_written(data):
    assert read(json.dumps(data), "x.json").data == data


@given(TREES)
def test_yaml_reads_back_what_was_written(data):
    text = yaml.safe_dump(data, allow_unicode=True, default_style='"')

    assert read(text).data == data


@given(st.binary(max_size=60) | st.text("ab:-[]{}&*!|>'\"\n #?,\t", max_size=40).map(str.encode))
def test_any_bytes_are_read_or_refused_with_a_line(content):
    for name in ("x.yaml", "x.json"):
        try:
            native.read_file(name, content)
        except BankError as error:
            assert all(issue.line for issue in error.issues)


def test_paths_are_written_like_code():
    assert path_text(("items", 2, "derive", "L")) == "items[2].derive.L"
