"""How a number would be read, told while it is typed; and the help that shows examples."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from question_bank.model import Box
from question_bank.numbers import read_number
from service.pages.number_help import NUMBER_EXAMPLES


def test_a_number_is_echoed_in_the_words_of_the_language(client: FlaskClient) -> None:
    query = {"text": "1,63 ГиБ", "unit": "byte", "ask_in": "GiB", "lang": "ru"}

    response = client.get("/read-number", query_string=query)

    assert response.json == {"echo": "Прочитано как 1,63 ГиБ"}


def test_two_readings_are_announced_not_decided(client: FlaskClient) -> None:
    response = client.get("/read-number", query_string={"text": "1,234", "lang": "en"})

    assert "two ways" in response.get_json()["echo"]


def test_what_cannot_be_read_says_why(client: FlaskClient) -> None:
    response = client.get("/read-number", query_string={"text": "2*3", "lang": "en"})

    assert "looks like a calculation" in response.get_json()["echo"]


def test_an_unknown_unit_is_refused(client: FlaskClient) -> None:
    response = client.get("/read-number", query_string={"text": "2", "unit": "parsnip"})

    assert response.status_code == 422


def test_a_megabyte_is_not_read(client: FlaskClient) -> None:
    response = client.get("/read-number", query_string={"text": "1" * 100_000})

    assert response.status_code in (200, 414)


@pytest.mark.parametrize(
    ("lang", "kind", "example"),
    [
        (lang, kind, example)
        for lang, rows in NUMBER_EXAMPLES.items()
        for kind, examples in rows
        for example in examples
    ],
)
def test_every_example_of_the_help_can_be_typed(lang: str, kind: str, example: str) -> None:
    box = {"unit": Box("byte", "GB"), "words": Box("param"), "ratio": Box("fraction")}.get(
        kind, Box()
    )

    reading = read_number(example, box, lang)

    assert not reading.other or kind == "group"
