"""The first pages: which topics there are, and what a topic opens to anyone."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.service.pages.conftest import TOPIC, Page


def test_home_lists_topics_with_level_counts_and_minutes(client: FlaskClient) -> None:
    page = Page(client.get("/?lang=en"))

    facts = page.all("p.facts")
    assert [link.text for link in page.all("a") if "/topics/" in str(link.attributes["href"])] == [
        "Alone",
        "Shapes",
    ]
    assert facts[1].text == (
        "Difficulty: medium 6 items 2 to calculate 4 multiple-choice about 20 min"
    )


def test_home_without_a_bank_says_how_to_load_one(empty_client: FlaskClient) -> None:
    page = Page(empty_client.get("/?lang=ru"))

    assert page.status == 200
    assert "Банк заданий ещё не загружен" in page.html
    assert page.text("pre").startswith("etude bank load ")


def test_the_browsers_language_is_used_when_none_is_chosen(client: FlaskClient) -> None:
    page = Page(client.get("/", headers={"Accept-Language": "de,ru;q=0.8,en;q=0.5"}))

    assert page.lang == "ru"


def test_a_chosen_language_wins(client: FlaskClient) -> None:
    page = Page(client.get("/?lang=en", headers={"Accept-Language": "ru"}))

    assert page.lang == "en"


def test_a_topic_opens_its_first_five_items(client: FlaskClient) -> None:
    page = Page(client.get(f"{TOPIC}?lang=en"))

    names = [element.text for element in page.all("span.name")]
    assert names == ["A sum", "The right one", "All that hold", "A ledger", "Numbers to pick from"]
    assert "1 more item is used in drills that a course sets." in page.html


def test_starting_a_topic_leads_to_its_first_item(client: FlaskClient) -> None:
    response = client.post(TOPIC, data={"lang": "en"})

    assert response.status_code == 303
    assert "/items/1?lang=en" in response.headers["Location"]
    assert Page(client.get(response.headers["Location"])).text("h1") == "A sum"


@pytest.mark.parametrize("path", ["/topics/rehearsal/nope", "/topics/nope/shapes", "/nowhere"])
def test_an_unknown_page_is_told_in_words(client: FlaskClient, path: str) -> None:
    response = client.get(path, query_string={"lang": "ru"}, headers={"Accept": "text/html"})

    page = Page(response)
    assert page.status == 404
    assert page.text("h1") == "Такой страницы нет"


def test_programs_still_get_the_apis_own_error(client: FlaskClient) -> None:
    response = client.get("/nowhere", headers={"Accept": "application/json"})

    assert response.status_code == 404
    assert response.mimetype == "application/problem+json"


def test_texts_in_another_language_are_marked(client: FlaskClient) -> None:
    page = Page(client.get("/topics/english/alone?lang=ru"))

    assert page.lang == "ru"
    assert [element.text for element in page.all("span[lang=en]")][:2] == ["English only", "Alone"]


def test_nothing_sets_a_cookie(client: FlaskClient) -> None:
    responses = [client.get("/"), client.get(TOPIC), client.post(TOPIC)]

    assert not any("Set-Cookie" in response.headers for response in responses)


def test_pages_run_only_what_is_ours(client: FlaskClient) -> None:
    response = client.get("/")

    policy = response.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "frame-ancestors *" in policy
    assert "style=" not in response.text
    assert "://" not in response.text


def test_assets_may_be_kept_for_a_year(client: FlaskClient) -> None:
    page = Page(client.get("/"))

    with client.get(str(page.one("link[rel=stylesheet]").attributes["href"])) as response:
        assert response.status_code == 200
        assert "immutable" in response.headers["Cache-Control"]


def test_a_flood_of_starts_is_stopped(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.pages.limits.STARTS_A_MINUTE", 1)
    client.post(TOPIC)

    response = client.post(TOPIC, data={"lang": "en"})

    assert response.status_code == 429
    assert int(response.headers["Retry-After"]) <= 61
    assert Page(response).text("h1") == "One moment, please"
