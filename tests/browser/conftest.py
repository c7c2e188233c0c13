"""A browser, and the service it looks at."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.browser.chromium import NoChromium, find_chromium

TOPIC = "/topics/rehearsal/shapes"
SUM, PICK, TICK, LEDGER, FORMULA = 1, 2, 3, 4, 5


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service with the rehearsal banks."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "tests.browser.server", str(folder)]
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    assert process.stdout is not None
    try:
        # Log lines may come first; the port stands in a line of its own.
        port = next((line.strip() for line in process.stdout if line.strip().isdecimal()), None)
        assert port, (folder / "server.log").read_text()
        Thread(target=process.stdout.read, daemon=True).start()  # a full pipe would stop it
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        chromium = find_chromium()
    except NoChromium as lack:
        if "CI" in os.environ:  # there, a browser is part of the proof
            raise
        pytest.skip(str(lack))
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium's own does not run as root
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium.path, env=chromium.environment or None, args=sandbox
        )
        yield launched
        launched.close()


Opener = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, site: str) -> Iterator[Opener]:
    """Opens a page in a context of its own; its options are playwright's. Fails on any fault
    that the page's console tells, but for refusals that the test provokes."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_path(path: str, *, width: int = 800, height: int = 900, **options: Any) -> Page:
        options = {"locale": "en-GB", "base_url": site} | options
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(5000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.extend(_fault(message)))
        page.goto(path)
        return page

    yield open_path
    for context in contexts:
        context.close()
    assert faults == []


def _fault(message: ConsoleMessage) -> list[str]:
    """What the page complains of; a refused request is told as such by the network, not by us."""
    is_ours = message.type == "error" and not message.text.startswith("Failed to load resource")
    return [message.text] if is_ours else []


@pytest.fixture
def play(open_page: Opener) -> Opener:
    """Starts a practice and opens its n-th item."""

    def open_item(n: int = SUM, **options: Any) -> Page:
        page = open_page(TOPIC, **options)
        page.get_by_role("button", name=re.compile("Start|Начать")).click()
        page.wait_for_url("**/items/1*")
        if n != SUM:
            page.goto(re.sub(r"/items/\d+", f"/items/{n}", page.url))
        return page

    return open_item


def check(page: Page, button: str = "Check") -> None:
    page.get_by_role("button", name=button, exact=True).click()


def given(page: Page) -> tuple[int, int]:
    """The two numbers that the first item's prompt tells."""
    numbers = re.findall(r"\d[\d,\u00a0]*", page.locator(".prompt").inner_text())
    old, new = (int(re.sub(r"\D", "", number)) for number in numbers[:2])
    return old, new


def answer_sum(page: Page, *, total: str | None = None, share: str | None = None) -> None:
    """Fill both boxes; right numbers where none is given."""
    old, new = given(page)
    page.locator("#p-total").fill(f"{old + new}.0" if total is None else total)
    page.locator("#p-share").fill(f"{new / (old + new) * 100:.5f} %" if share is None else share)
