"""The words of the interface: all there, in every language, with the same places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import service.pages
from service.pages.messages import LANGUAGES, MESSAGES, Words, pick_language, speak

PAGES = Path(service.pages.__file__).parent


def sentences(words: Words) -> list[str]:
    return [words] if isinstance(words, str) else list(words.values())


@pytest.mark.parametrize("key", MESSAGES)
def test_every_sentence_is_in_every_language_with_the_same_places(key: str) -> None:
    places = [
        set(re.findall(r"\{(\w+)\}", sentence))
        for lang in LANGUAGES
        for sentence in sentences(MESSAGES[key][lang])
    ]

    assert all(each == places[0] for each in places)


def used_keys() -> Iterator[str]:
    """What templates and views say; a key put together names its beginning: `level.`"""
    for file in (*PAGES.glob("templates/*.html"), *PAGES.glob("*.py")):
        for quoted in re.findall(r"(?:say|speak)\(\s*f?[\"']([\w.{}]+)[\"']", file.read_text()):
            yield quoted.split("{")[0]


def test_every_key_that_is_said_has_words() -> None:
    unknown = [
        key
        for key in used_keys()
        if key not in MESSAGES and not any(each.startswith(key) for each in MESSAGES)
    ]

    assert unknown == []


def test_no_words_are_left_over() -> None:
    source = "".join(
        file.read_text()
        for file in (*PAGES.glob("templates/*.html"), *PAGES.glob("*.py"))
        if file.name != "messages.py"
    )
    beginnings = {key for key in used_keys() if key.endswith(".")}

    left_over = [
        key
        for key in MESSAGES
        if f'"{key}"' not in source
        and f"'{key}'" not in source
        and not any(key.startswith(each) for each in beginnings)
    ]

    assert left_over == []


@pytest.mark.parametrize(
    ("n", "said"), [(1, "1 задание"), (3, "3 задания"), (5, "5 заданий"), (21, "21 задание")]
)
def test_russian_bends_with_the_number(n: int, said: str) -> None:
    assert speak("count.items", "ru", n=n) == said


def test_numbers_are_printed_as_the_language_writes_them() -> None:
    assert speak("count.points", "ru", n=Fraction(5, 2)) == "2,5 балла"


def test_an_unknown_language_falls_back() -> None:
    assert pick_language("tlh", accepted=["xx", "ru-RU"]) == "ru"
    assert pick_language(None) == "en"
