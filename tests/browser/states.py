"""Every state that a page can be in, each with the steps that lead to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    FORMULA,
    LEDGER,
    PICK,
    SUM,
    TICK,
    TOPIC,
    Opener,
    answer_sum,
    check,
    given,
)

Reach = Callable[..., Page]


def home(open_page: Opener, play: Opener, **options: Any) -> Page:
    return open_page("/", **options)


def topic(open_page: Opener, play: Opener, **options: Any) -> Page:
    return open_page(TOPIC, **options)


def unknown(open_page: Opener, play: Opener, **options: Any) -> Page:
    return open_page("/nowhere", **options)


def no_attempt(open_page: Opener, play: Opener, **options: Any) -> Page:
    return open_page("/practice/att_aaaaaaaaaaaaaaaaaaaaaaaaaa/items/1", **options)


def numbers(open_page: Opener, play: Opener, **options: Any) -> Page:
    return unfold(play(SUM, **options))


def choice(open_page: Opener, play: Opener, **options: Any) -> Page:
    page = play(PICK, **options)
    page.get_by_label("two").check()
    return page


def table(open_page: Opener, play: Opener, **options: Any) -> Page:
    return play(LEDGER, **options)


def formulas(open_page: Opener, play: Opener, **options: Any) -> Page:
    return play(FORMULA, **options)


def right(open_page: Opener, play: Opener, **options: Any) -> Page:
    page = play(SUM, **options)
    answer_sum(page)
    return told(page)


def partly(open_page: Opener, play: Opener, **options: Any) -> Page:
    page = play(SUM, **options)
    old, new = given(page)
    answer_sum(page, total=f"{old - new}.0")
    return unfold(told(page))


def wrong_choice(open_page: Opener, play: Opener, **options: Any) -> Page:
    page = play(PICK, **options)
    page.get_by_label("three").check()
    return unfold(told(page))


def partly_ticked(open_page: Opener, play: Opener, **options: Any) -> Page:
    page = play(TICK, **options)
    page.get_by_label("three").check()
    return told(page)


def refused(open_page: Opener, play: Opener, **options: Any) -> Page:
    page = play(SUM, **options)
    answer_sum(page, total="1,234", share="sqrt(2)")
    check(page)
    expect(page.get_by_role("heading", name="Not graded yet")).to_be_visible()
    return page


def refused_table(open_page: Opener, play: Opener, **options: Any) -> Page:
    page = play(LEDGER, **options)
    page.locator("#p-c_2_5").fill("1,234")
    check(page)
    expect(page.get_by_role("heading", name="Not graded yet")).to_be_visible()
    return page


def finish(open_page: Opener, play: Opener, **options: Any) -> Page:
    page = play(FORMULA, **options)
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("heading", name="Finish this practice?")).to_be_visible()
    return page


def result(open_page: Opener, play: Opener, **options: Any) -> Page:
    page = wrong_choice(open_page, play, **options)
    page.goto(page.url.split("/items/")[0] + "/finish")
    page.get_by_role("button", name="Finish and see the result").click()
    expect(page.get_by_role("heading", name="Result")).to_be_visible()
    return page


def told(page: Page) -> Page:
    check(page)
    expect(page.locator(".outcome")).to_be_visible()
    return page


def unfold(page: Page) -> Page:
    for label in page.locator(".fold > label").all():
        label.click()
    return page


STATES: dict[str, Reach] = {
    each.__name__: each
    for each in (
        home,
        topic,
        unknown,
        no_attempt,
        numbers,
        choice,
        table,
        formulas,
        right,
        partly,
        wrong_choice,
        partly_ticked,
        refused,
        refused_table,
        finish,
        result,
    )
}
