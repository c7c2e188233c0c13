"""Every state of every page: without axe's violations, within 320 px, with large targets."""

from __future__ import annotations

from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import SUM, Opener
from tests.browser.states import STATES

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

SMALL_TARGETS = """() => [...document.querySelectorAll(
    "button, .button, .fold > label, .options label, .foot label, .tongues a, input[type=text]"
  )]
  .filter(each => !each.closest(".sr") && each.checkVisibility())
  .map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
  .filter(([html, box]) => box.height < 44 || box.width < 44)
  .map(([html, box]) => `${html}: ${box.width} x ${box.height}`)"""


def violations(page: Page) -> list[tuple[str, list[str]]]:
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}})
    return [
        (each["id"], [node["html"] for node in each["nodes"]])
        for each in found.response["violations"]
    ]


@pytest.mark.parametrize("state", STATES)
def test_every_state_is_accessible_in_every_look(
    open_page: Opener, play: Opener, state: str
) -> None:
    # So high that the bar at the bottom never happens to lie over a field.
    page = STATES[state](open_page, play, height=3000)

    assert violations(page) == []

    page.emulate_media(color_scheme="dark")
    assert violations(page) == []

    page.emulate_media(color_scheme="light", forced_colors="active")
    assert violations(page) == []

    page.emulate_media(forced_colors="none")
    page.set_viewport_size({"width": 320, "height": 4000})
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(SMALL_TARGETS) == []


def test_axe_would_find_a_fault(open_page: Opener) -> None:
    page = open_page("/")

    page.evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<img src=x>')")

    assert [id for id, _ in violations(page)] == ["image-alt"]


def test_the_focused_field_is_never_under_the_bar(play: Opener) -> None:
    page = play(SUM, width=500, height=500)

    page.locator("#p-total").focus()
    for _ in range(12):
        page.keyboard.press("Tab")

        assert page.evaluate(COVERED) is False


COVERED = """() => {
  const bar = document.querySelector(".bar"), at = document.activeElement;
  if (!bar || bar.contains(at)) return false;
  const inside = document.elementFromPoint(
    at.getBoundingClientRect().left + 2, at.getBoundingClientRect().bottom - 2);
  return bar.contains(inside);
}"""


def test_the_bar_lies_still_when_the_window_is_low(play: Opener) -> None:
    page = play(SUM, width=320, height=256)  # 1280 x 1024 at 400 %

    assert page.locator(".bar").evaluate("bar => getComputedStyle(bar).position") == "static"


@pytest.mark.parametrize("state", ["numbers", "partly", "refused", "wrong_choice"])
def test_headings_step_down_one_at_a_time(open_page: Opener, play: Opener, state: str) -> None:
    page = STATES[state](open_page, play)

    levels = [int(tag[1]) for tag in _tags(page)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def _tags(page: Page) -> list[str]:
    tags: list[str] = page.evaluate(
        "[...document.querySelectorAll('h1, h2, h3')].map(each => each.tagName)"
    )
    return tags


def test_motion_stops_when_asked(play: Opener) -> None:
    page = play(SUM, reduced_motion="reduce")

    arrow = page.locator(".fold svg").first
    assert arrow.evaluate("each => getComputedStyle(each).transitionDuration") == "0s"


def test_paper_shows_the_item_and_its_seed_only(play: Opener) -> None:
    page = play(SUM)

    page.emulate_media(media="print")

    assert page.locator(".imprint").is_visible()
    for unwanted in (".bar", ".notes", ".foot", ".tongues"):
        assert not page.locator(unwanted).is_visible()
