"""The programme: all topics of all banks, and one topic with the items it opens to anyone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median_low

import flask
from werkzeug.wrappers import Response

from question_bank.texts import pick_language
from service.errors import NotFound
from service.pages.asking import page_language
from service.store.banks import BankRow, ItemRow
from service.use_cases.list_banks import list_banks
from service.use_cases.list_items import list_topic_items
from service.use_cases.open_topic_drill import OPEN_ITEMS, open_topic_drill
from service.use_cases.read_bank import read_bank
from service.use_cases.start_attempt import start_attempt

LEVELS = ("easy", "medium", "hard")
# Rough minutes an item takes a prepared learner: a choice by its level, a number by its points.
CHOICE_MINUTES = {"easy": 1.0, "medium": 1.5, "hard": 2.0}
MINUTES_A_POINT = 2.0


@dataclass(frozen=True, slots=True)
class Line:
    """A text with the language it is in."""

    text: str
    lang: str


@dataclass(frozen=True, slots=True)
class ItemLine:
    """One item on a topic's page."""

    title: Line
    difficulty: str
    kinds: Sequence[str]


@dataclass(frozen=True, slots=True)
class TopicSheet:
    """A topic in one language. An item with a number to calculate counts as numeric."""

    id: str
    title: Line
    summary: Line
    difficulty: str
    numeric: int
    choice: int
    minutes: int
    items: Sequence[ItemLine]


@dataclass(frozen=True, slots=True)
class BankSheet:
    """A bank in one language."""

    id: str
    title: Line
    summary: Line
    topics: Sequence[TopicSheet]


def show_home() -> str:
    lang = page_language()
    banks = [bank_sheet(bank, lang) for bank in list_banks(limit=200).rows]
    return flask.render_template("home.html", lang=lang, banks=banks)


def show_topic(bank: str, topic: str) -> str:
    lang = page_language()
    row = read_bank(bank)
    found = [entry for entry in row.topics if entry["id"] == topic]
    if not found:
        raise NotFound(f"There is no topic {topic!r} in the bank {bank!r}.")
    return flask.render_template(
        "topic.html",
        lang=lang,
        bank=bank_sheet(row, lang, topics=()),
        topic=topic_sheet(bank, found[0], lang),
        open_items=OPEN_ITEMS,
    )


def start_practice(bank: str, topic: str) -> Response:
    lang = page_language()
    drill = open_topic_drill(bank, topic)
    started = start_attempt(drill.id, learner=None, client=None, lang=lang)
    href = flask.url_for("pages.item", attempt_id=started.attempt.id, n=1, lang=lang)
    return flask.redirect(href, 303)


def bank_sheet(
    row: BankRow, lang: str, topics: Sequence[Mapping[str, object]] | None = None
) -> BankSheet:
    listed = row.topics if topics is None else topics
    return BankSheet(
        id=row.id,
        title=line(row.title, lang),
        summary=line(row.summary, lang),
        topics=[topic_sheet(row.id, entry, lang) for entry in listed],
    )


def topic_sheet(bank: str, entry: Mapping[str, object], lang: str) -> TopicSheet:
    items = list_topic_items(bank, str(entry["id"]))
    levels = [LEVELS.index(item.difficulty) for item in items]
    numeric = sum("numeric" in item.interactions for item in items)
    return TopicSheet(
        id=str(entry["id"]),
        title=line(entry["title"], lang),
        summary=line(entry["summary"], lang),
        difficulty=LEVELS[median_low(levels)] if levels else "medium",
        numeric=numeric,
        choice=len(items) - numeric,
        minutes=round_minutes(sum(minutes(item) for item in items)),
        items=[
            ItemLine(line(item.title, lang), item.difficulty, item.interactions) for item in items
        ],
    )


def line(text: object, lang: str) -> Line:
    found, source = pick_language(text if isinstance(text, Mapping) else {}, lang)
    return Line(source, found)


def minutes(item: ItemRow) -> float:
    if "numeric" in item.interactions:
        return MINUTES_A_POINT * float(item.points)
    return CHOICE_MINUTES[item.difficulty]


def round_minutes(exact: float) -> int:
    """To the minute below ten, to five minutes above: nobody promises more."""
    return max(1, round(exact)) if exact < 10 else 5 * round(exact / 5)
