"""A drill as people play it: with the keyboard, without a script, offline, in a frame."""

from __future__ import annotations

import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import PICK, SUM, TOPIC, Opener, answer_sum, check, given


def focused(page: Page) -> str:
    id: str = page.evaluate("document.activeElement.id")
    return id


# --- the keyboard ---------------------------------------------------------------------------------


def test_digits_pick_and_enter_checks(play: Opener) -> None:
    page = play(PICK)

    page.keyboard.press("2")
    expect(page.get_by_label("three")).to_be_checked()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Not correct")).to_be_visible()
    assert focused(page) == "verdict"


def test_shortcuts_can_be_switched_off_for_good(play: Opener) -> None:
    page = play(PICK)
    page.get_by_label("Keyboard shortcuts").uncheck()
    page.reload()

    page.keyboard.press("1")

    expect(page.get_by_label("two")).not_to_be_checked()
    expect(page.get_by_label("Keyboard shortcuts")).not_to_be_checked()


def test_digits_typed_into_a_box_stay_digits(play: Opener) -> None:
    page = play(SUM)

    page.locator("#p-total").focus()
    page.keyboard.type("12")

    assert page.locator("#p-total").input_value() == "12"


def test_enter_in_a_box_checks_and_moves_to_the_fault(play: Opener) -> None:
    page = play(SUM)
    answer_sum(page, total="sqrt(2)")

    page.locator("#p-share").press("Enter")

    expect(page.get_by_text("looks like a calculation")).to_be_visible()
    assert focused(page) == "p-total"


def test_enter_on_a_fold_unfolds_and_sends_nothing(play: Opener) -> None:
    page = play(SUM)

    page.locator("#f-hint-1").press("Enter")

    expect(page.get_by_text("Count both kinds.")).to_be_visible()
    expect(page.locator(".outcome")).to_have_count(0)


def test_next_item_moves_focus_to_its_heading(play: Opener) -> None:
    page = play(SUM)
    answer_sum(page)
    check(page)
    expect(page.get_by_role("heading", name="Correct")).to_be_focused()

    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="The right one")).to_be_focused()
    assert page.url.endswith("/items/2?lang=en")


# --- while typing ---------------------------------------------------------------------------------


def test_the_reading_is_told_while_typing(play: Opener) -> None:
    page = play(SUM)

    page.locator("#p-total").press_sequentially("1.75e9")

    expect(page.locator("[data-echo=total]")).to_have_text("Read as 1.75 × 10⁹")


def test_a_draft_is_kept_by_itself(play: Opener) -> None:
    page = play(SUM)

    page.locator("#p-total").fill("17")
    expect(page.get_by_text("Draft saved")).to_be_visible()
    page.reload()

    assert page.locator("#p-total").input_value() == "17"


def test_both_readings_are_offered_and_one_is_taken(play: Opener) -> None:
    page = play(SUM)
    old, new = given(page)
    answer_sum(page, total=f"{old + new:,}")
    check(page)

    page.get_by_role("group", name="Which number do you mean?").get_by_role("button").first.click()

    expect(page.locator(".outcome")).to_contain_text("Correct")


# --- sending --------------------------------------------------------------------------------------


def test_a_double_click_sends_once(play: Opener) -> None:
    page = play(SUM)
    answer_sum(page)
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if _is_check(request) else None)

    page.get_by_role("button", name="Check", exact=True).dblclick()

    expect(page.get_by_role("heading", name="Correct")).to_be_visible()
    assert len(sent) == 1


def _is_check(request: Request) -> bool:
    return request.method == "POST" and "do=check" in (request.post_data or "")


def test_an_answer_given_offline_is_sent_on_return(play: Opener) -> None:
    page = play(SUM)
    answer_sum(page)
    page.context.set_offline(True)

    check(page)
    expect(page.get_by_text("Not sent.")).to_be_visible()
    page.context.set_offline(False)

    expect(page.get_by_role("heading", name="Correct")).to_be_visible()


def test_language_changes_in_place(play: Opener) -> None:
    page = play(SUM, height=500)
    page.evaluate("window.stillHere = true")
    page.locator("#p-total").fill("1.5e3")
    page.locator("label[for=f-hint-1]").click()
    top = page.locator("#f-hint-1").bounding_box()

    page.get_by_role("button", name="Русский").evaluate("button => button.click()")

    expect(page.get_by_text("Считайте и те и другие.")).to_be_visible()
    assert page.evaluate("window.stillHere")
    assert page.locator("html").get_attribute("lang") == "ru"
    assert page.locator("#p-total").input_value() == "1.5e3"
    now = page.locator("#f-hint-1").bounding_box()
    assert top and now and abs(top["y"] - now["y"]) < 60


def test_going_back_shows_the_item_before(play: Opener) -> None:
    page = play(SUM)
    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("heading", name="The right one")).to_be_visible()

    page.go_back()

    expect(page.get_by_role("heading", name="A sum")).to_be_visible()


# --- looks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theme", "paper"), [("Dark", "rgb(23, 22, 20)"), ("Light", "rgb(251, 249, 244)")]
)
def test_the_chosen_look_stays(open_page: Opener, theme: str, paper: str) -> None:
    page = open_page("/", color_scheme="light" if theme == "Dark" else "dark")

    page.get_by_label(theme).check()
    page.goto(TOPIC)

    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == paper
    expect(page.get_by_label(theme)).to_be_checked()


# --- without a script, and in a frame -------------------------------------------------------------


def test_a_whole_item_is_played_without_a_script(play: Opener) -> None:
    page = play(SUM, java_script_enabled=False)
    old, new = given(page)
    page.locator("label[for=f-hint-1]").click()
    page.get_by_role("button", name="Русский").click()
    expect(page.get_by_text("Считайте и те и другие.")).to_be_visible()
    page.get_by_role("button", name="English").click()

    answer_sum(page, total=f"{old + new:,}")
    page.locator("#p-share").press("Enter")
    page.get_by_role("group", name="Which number do you mean?").get_by_role("button").first.click()
    expect(page.get_by_role("heading", name="Correct")).to_be_visible()
    page.get_by_text("Worked solution").click()
    expect(page.locator(".steps")).to_be_visible()
    page.get_by_role("button", name="Русский").click()

    expect(page.get_by_role("heading", name="Верно")).to_be_visible()
    expect(page.locator(".steps")).to_be_visible()
    assert not page.locator(".needs-js").first.is_visible()


def test_practice_works_in_a_frame_of_another_site(open_page: Opener, site: str) -> None:
    class Course(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"<iframe src='{site}{TOPIC}' width=700 height=700>".encode())

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Course) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        page = open_page(f"http://localhost:{server.server_port}/")
        frame = page.frame_locator("iframe")

        frame.get_by_role("button", name="Start").click()
        frame.locator("#p-total").fill("1.5")
        frame.locator("#p-share").fill("2.5")
        frame.get_by_role("button", name="Check", exact=True).click()

        expect(frame.get_by_role("heading", name="Not correct")).to_be_visible()
        server.shutdown()


def test_no_request_leaves_the_site(open_page: Opener, play: Opener, site: str) -> None:
    page = play(SUM)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.reload()
    answer_sum(page)
    check(page)
    expect(page.locator(".outcome")).to_be_visible()

    assert [url for url in asked if not re.match(re.escape(site), url)] == []
