"""Bodies that are JSON in name only are told where they are wrong, and never get further."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.json_body import MAX_DEPTH, read_json
from service.api.refusals import MalformedJson

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc"), inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


@given(JSON)
def test_what_json_can_say_is_read_back(value: object) -> None:
    assert read_json(json.dumps(value).encode()) == value


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "line 1, column 1"),
        (b'{"a": 1,}', "line 1, column"),
        (b'{"a": 1', "line 1, column"),
        (b"\xff\xfe", "not UTF-8"),
        (b'{"a": NaN}', "NaN"),
        (b'{"a": -Infinity}', "-Infinity"),
        (b'{"a": 1e400}', "out of range"),
        (b'{"a": 1, "a": 2}', "'a' is given twice"),
        (b'{"a": ' + b"9" * 5000 + b"}", "too long"),
        (b'{"a": "\\u0000"}', "not allowed"),
        (b'{"a": "\\ud800"}', "not allowed"),
        (b'{"\\u0000": 1}', "not allowed"),
        (b"[" * 30_000, "nested deeper"),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "nested deeper"),
    ],
)
def test_what_is_not_json_is_refused_with_its_place(body: bytes, told: str) -> None:
    with pytest.raises(MalformedJson) as refused:
        read_json(body)

    assert told in refused.value.detail


def test_brackets_inside_texts_are_no_depth() -> None:
    body = json.dumps({"a": "[" * 500 + '\\"{' * 500}).encode()

    assert read_json(body)["a"].startswith("[[[")


def test_the_deepest_allowed_body_is_read() -> None:
    value: object = 1
    for _ in range(MAX_DEPTH):
        value = [value]

    assert read_json(json.dumps(value).encode()) == value


@given(st.binary(max_size=200))
def test_no_bytes_make_it_fail_otherwise(body: bytes) -> None:
    try:
        read_json(body)
    except MalformedJson:
        pass
