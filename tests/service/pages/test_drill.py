"""A drill played by its forms alone, as without a script."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from service.use_cases.quarantine_variant import quarantine_variant
from service.use_cases.read_attempt_item import read_attempt_item
from tests.rig.postgres import PostgresServer
from tests.service.pages.conftest import TOPIC, Page, Practice

SUM, PICK, TICK, LEDGER, FORMULA = 1, 2, 3, 4, 5


def right_sum(practice: Practice, page: Page) -> dict[str, object]:
    old, new = practice.number(page, "old"), practice.number(page, "new")
    return {"part.total": f"{old + new}.0", "part.share": f"{new / (old + new) * 100:.6f} %"}


def check(practice: Practice, n: int, responses: dict[str, object]) -> Page:
    return practice.press(practice.look(n), "check", **responses)


def test_right_numbers_are_told_with_their_reading_and_solution(practice: Practice) -> None:
    page = practice.look(SUM)

    page = practice.press(page, "check", **right_sum(practice, page))

    assert page.text("h2#verdict") == "Correct"
    assert "3 of 3 points" in page.html
    assert len(page.all("p.told-line")) == 2
    assert "Read as" in page.all("p.told-line")[0].text
    assert page.text("ol.steps").startswith("The sum is 1,")
    assert page.text("cite") == "A paper about sums"


def test_a_known_mistake_is_named(practice: Practice) -> None:
    page = practice.look(SUM)
    difference = practice.number(page, "old") - practice.number(page, "new")

    page = practice.press(
        page, "check", **{"part.total": f"{difference}.0", "part.share": "99.9 %"}
    )

    assert page.text("h2#verdict") == "Partly correct"
    assert page.text("div.say") == "You subtracted."
    assert [line.text.split(" Read")[0] for line in page.all("p.told-line")] == [
        "Partly correct",
        "Not correct",
    ]


def test_the_key_is_not_in_the_page_before_an_answer(practice: Practice) -> None:
    page = practice.look(SUM)

    total = practice.number(page, "old") + practice.number(page, "new")
    assert f"{total:,}" not in page.html
    assert str(total) not in page.html
    assert "You subtracted." not in page.html


def test_an_ambiguous_number_is_asked_about_and_the_choice_is_graded(practice: Practice) -> None:
    page = practice.look(SUM)
    typed = right_sum(practice, page)
    total = practice.number(page, "old") + practice.number(page, "new")
    text = f"{total:,}"

    asked = practice.press(page, "check", **(typed | {"part.total": text}))

    assert asked.status == 422
    assert asked.text("h2#verdict") == "Not graded yet"
    assert "two ways" in asked.html
    choices = [b for b in asked.all("button.button") if ":total:" in str(b.attributes["value"])]
    assert [choice.text.split()[-1] for choice in choices] == ["(thousands)", "(decimal)"]
    assert asked.one("input#p-total").attributes["value"] == text
    assert asked.one("input#p-share").attributes["value"] == typed["part.share"]

    chosen = next(b for b in choices if str(b.attributes["value"]).endswith(f":{total}"))
    page = practice.press(asked, str(chosen.attributes["value"]))

    assert page.text("h2#verdict") == "Correct"


def test_a_chosen_reading_is_forgotten_when_the_text_changes(practice: Practice) -> None:
    page = practice.look(SUM)
    asked = practice.press(page, "check", **{"part.total": "1,234", "part.share": "x"})
    kept = practice.press(asked, "choose:total:1234")
    assert kept.one("input[name=reading.total]").attributes["value"] == "1234"

    again = practice.press(kept, "check", **{"part.total": "1,235"})

    assert not again.all("input[name=reading.total]")
    assert any(":total:1235" in str(b.attributes.get("value")) for b in again.all("button.button"))


def test_what_cannot_be_read_is_told_at_its_field_and_costs_nothing(practice: Practice) -> None:
    page = check(practice, SUM, {"part.total": "sqrt(2)", "part.share": ""})

    assert page.status == 422
    field = page.one("input#p-total")
    assert field.attributes["aria-invalid"] == "true"
    described = page.one(f"div#{field.attributes['aria-describedby']}")
    assert "looks like a calculation" in described.text
    assert field.attributes["value"] == "sqrt(2)"
    assert "Type a number." in page.html
    assert practice.look(SUM).one("input#p-total").attributes["value"] == "sqrt(2)"


def test_a_choice_tells_a_reason_for_every_option(practice: Practice) -> None:
    page = check(practice, PICK, {"part.even": "three"})

    assert page.text("h2#verdict") == "Not correct"
    assert [reason.text for reason in page.all("div.reason")] == ["Two is even.", "Three is odd."]
    assert [line.text for line in page.all("p.verdict-line")] == [
        "Right",
        "Does not hold · your choice",
    ]


def test_several_options_can_be_ticked(practice: Practice) -> None:
    page = check(practice, TICK, {"many.odd": ["one", "three"]})

    assert page.text("h2#verdict") == "Correct"
    assert len([box for box in page.all("input[type=checkbox]") if "checked" in box.attributes]) > 1


def test_a_choice_without_an_answer_is_asked_for(practice: Practice) -> None:
    page = check(practice, TICK, {})

    assert page.status == 422
    assert "Pick an option." in page.html


def test_a_table_has_headings_and_a_box_in_each_cell(practice: Practice) -> None:
    page = practice.look(LEDGER)

    assert [head.text for head in page.all("th[scope=col]")] == ["Row", "Column 5", "Column 7"]
    assert [head.text for head in page.all("th[scope=row]")] == ["2", "3"]
    box = page.one("input#p-c_3_7")
    assert [page.one(f"th#{id}").text for id in str(box.attributes["aria-labelledby"]).split()] == [
        "Row",
        "3",
        "Column 7",
    ]
    assert page.text("span#table-facts") == "GB · Accuracy: ± 0.5 %"


def test_a_tables_keys_are_a_table_too(practice: Practice) -> None:
    page = practice.look(LEDGER)
    typed = {name: "1" for name in page.form() if name.startswith("part.")}

    page = practice.press(page, "check", **typed)

    factor = int(page.text("div.prompt").split()[1])
    assert f"{factor * 2 * 5} GB" in [key.text for key in page.all("strong")]
    assert len(page.all("table.grid")) == 2


def test_formula_options_are_numbers(practice: Practice) -> None:
    page = practice.look(FORMULA)

    values = [int(each.text.split()[-1]) for each in page.all("label") if each.text[:1].isdigit()]
    assert values == sorted(values)
    assert [legend.text[:6] for legend in page.all("legend")] == ["Twice ", "Appear"]


def test_another_variant_has_other_numbers(practice: Practice) -> None:
    page = practice.look(SUM)
    page = practice.press(page, "check", **right_sum(practice, page))
    before = page.text("div.prompt")

    page = practice.press(page, "variant")

    assert page.text("div.prompt") != before
    assert "variant 2" in page.text("p.facts")
    assert not page.all("section.outcome")


def test_the_same_numbers_can_be_tried_again(practice: Practice) -> None:
    page = check(practice, SUM, {"part.total": "1.5", "part.share": "2"})

    page = practice.press(page, "again")

    assert "readonly" not in page.one("input#p-total").attributes
    assert page.one("input#p-total").attributes["value"] == "1.5"
    page = practice.press(page, "check", **right_sum(practice, page))
    assert page.text("h2#verdict") == "Correct"


def test_language_switch_keeps_variant_draft_and_what_is_unfolded(practice: Practice) -> None:
    page = practice.look(SUM)
    seed = page.text("p.imprint")

    page = practice.press(page, "lang:ru", **{"part.total": "1.5e3", "open": ["hint-1", "numbers"]})

    assert page.lang == "ru"
    assert page.text("h1") == "Сумма"
    assert page.text("p.imprint").split()[-1] == seed.split()[-1]
    assert page.one("input#p-total").attributes["value"] == "1.5e3"
    assert "checked" in page.one("input#f-hint-1").attributes
    assert "checked" in page.one("input#f-numbers").attributes


def test_language_switch_after_an_answer_keeps_the_verdict(practice: Practice) -> None:
    page = practice.look(SUM)
    difference = practice.number(page, "old") - practice.number(page, "new")
    page = practice.press(
        page, "check", **{"part.total": f"{difference}.0", "part.share": "99.5 %"}
    )

    page = practice.press(page, "lang:ru", open=["solution"])

    assert page.lang == "ru"
    assert page.text("div.say") == "Вы вычли."
    assert "99,5 %" in page.all("p.told-line")[1].text
    assert page.text("ol.steps").startswith("Сумма равна 1")
    assert "checked" in page.one("input#f-solution").attributes


def test_moving_on_keeps_the_draft(practice: Practice) -> None:
    page = practice.look(SUM)

    other = practice.press(page, "go:3", **{"part.total": "77"})

    assert other.text("h1") == "All that hold"
    assert practice.look(SUM).one("input#p-total").attributes["value"] == "77"
    assert "draft" in str(other.all("li")[0 + _first_step(other)].attributes["class"])


def _first_step(page: Page) -> int:
    items = page.all("li")
    return next(i for i, li in enumerate(items) if "class" in li.attributes)


def test_the_scripts_own_saving_answers_without_a_page(practice: Practice) -> None:
    page = practice.look(SUM)

    response = practice.client.post(
        page.action, data=page.form() | {"part.total": "12", "do": "draft"}
    )

    assert response.status_code == 204
    assert practice.look(SUM).one("input#p-total").attributes["value"] == "12"


def test_a_double_click_is_graded_once(practice: Practice) -> None:
    page = practice.look(SUM)
    sent = page.form() | {"part.total": "1.5", "part.share": "2", "do": "check"}

    first = practice.client.post(page.action, data=sent)
    second = practice.client.post(page.action, data=sent | {"part.total": "3.5"})

    assert first.status_code == second.status_code == 303
    assert practice.look(SUM).one("input#p-total").attributes["value"] == "1.5"


def test_progress_is_told(practice: Practice) -> None:
    check(practice, PICK, {"part.even": "two"})
    check(practice, TICK, {"many.odd": ["four"]})

    page = practice.look(LEDGER)

    assert "Item 4 of 5" in page.html
    bar = page.one("progress").attributes
    assert (bar["value"], bar["max"]) == ("2", "5")
    states = [li.attributes["class"] for li in page.all("li") if "class" in li.attributes]
    assert states[:5] == ["unseen", "correct", "wrong", "unseen", "unseen"]


def test_finishing_with_open_items_is_confirmed_first(practice: Practice) -> None:
    check(practice, PICK, {"part.even": "two"})

    page = practice.press(practice.look(FORMULA), "next")

    assert page.text("h1") == "Finish this practice?"
    assert "4 items have no answer yet." in page.html


def test_the_result_sums_up_item_by_item(practice: Practice) -> None:
    check(practice, PICK, {"part.even": "two"})
    check(practice, TICK, {"many.odd": ["four"]})

    page = Page(practice.follow(practice.client.post(f"{practice.path}/finish?lang=en")))

    assert page.text("h1") == "Result"
    rows = [row.text for row in page.all("tr")][1:]
    assert rows[1] == "2. The right one correct 1 of 1"
    assert rows[2] == "3. All that hold not correct 0 of 1"
    assert rows[0] == "1. A sum not answered 0 of 3"


def test_a_finished_practice_can_be_read_but_not_answered(practice: Practice) -> None:
    check(practice, PICK, {"part.even": "three"})
    practice.client.post(f"{practice.path}/finish")

    page = practice.look(PICK)

    assert page.text("h2#verdict") == "Not correct"
    assert [button for button in page.all("button") if button.text == "Another variant"] == []
    refused = practice.press(page, "check", **{"part.even": "two"})
    assert refused.status == 409
    assert refused.text("h1") == "This practice is finished"


def test_the_bare_address_leads_to_where_one_left_off(practice: Practice) -> None:
    response = practice.client.get(practice.path, query_string={"lang": "en"})

    assert response.status_code == 303
    assert "/items/1" in response.headers["Location"]


def test_an_unknown_attempt_is_told_in_words(client: FlaskClient) -> None:
    page = Page(client.get("/practice/att_aaaaaaaaaaaaaaaaaaaaaaaaaa/items/1?lang=en"))

    assert page.status == 404
    assert page.text("h1") == "This practice is not here"


def test_an_item_number_beyond_the_end_is_told_in_words(practice: Practice) -> None:
    assert practice.look(9).status == 404


def test_a_made_up_option_is_refused_not_graded(practice: Practice) -> None:
    page = check(practice, PICK, {"part.even": "seven"})

    assert page.status == 422
    assert page.text("h1") == "That did not work"


def test_an_item_in_another_language_says_so(client: FlaskClient) -> None:
    response = client.post("/topics/english/alone", data={"lang": "ru"})

    page = Page(client.get(response.headers["Location"]))

    assert page.lang == "ru"
    assert page.one("article").attributes["lang"] == "en"
    assert "Этого текста пока нет на русском." in page.html


def test_practice_pages_are_not_kept_by_caches(practice: Practice) -> None:
    assert practice.look(SUM).headers["Cache-Control"] == "no-store"


def test_two_visitors_have_practices_of_their_own(client: FlaskClient) -> None:
    first = client.post(TOPIC).headers["Location"]
    second = client.post(TOPIC).headers["Location"]

    assert first != second


@pytest.mark.parametrize(
    "typed",
    [
        {"part.total": "\0", "part.share": "😀"},
        {"part.total": "9" * 5000},
        {"lang": "xx'; --", "part.total": "1.5", "part.share": "1.5"},
        {"token": "\0" * 10, "part.total": "1.5", "part.share": "1.5"},
        {"open": ["<script>"] * 100, "part.total": "x"},
        {"reading.total": "1/0", "read.total": "7", "part.total": "7", "part.share": "1.5"},
        {"many.total": ["1", "2"]},
        {"part.nobody": "1"},
        {"part." + "x" * 1000: "1"},
    ],
)
def test_whatever_is_sent_is_answered_with_a_page(
    practice: Practice, typed: dict[str, object]
) -> None:
    for button in ("check", "lang:<b>", "go:" + "9" * 20, "choose:total", "choose::", "nonsense"):
        page = practice.press(practice.look(SUM), button, **typed)

        assert page.status in (200, 404, 422)
        assert page.all("h1")
        assert "<script>" not in page.html


def test_withdrawn_numbers_are_told_and_replaced(practice: Practice) -> None:
    page = practice.look(SUM)
    before = page.text("div.prompt")
    given = read_attempt_item(practice.attempt, SUM, client=None)
    quarantine_variant(given.row.variant_id or 0, "unfit", actor="tests")

    refused = practice.press(page, "check", **right_sum(practice, page))
    assert refused.status == 409
    assert refused.text("h1") == "These numbers are unfit"

    page = practice.look(SUM)
    assert page.text("h2#verdict") == "These numbers are unfit"
    page = practice.press(page, "variant")
    assert page.text("div.prompt") != before
    assert not page.all("section.outcome")


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_lost_database_is_told_in_words(
    practice: Practice, postgres_server: PostgresServer
) -> None:
    postgres_server.stop(immediate=True)
    try:
        page = practice.look(SUM)
    finally:
        postgres_server.start()

    assert page.status == 503
    assert page.text("h1") == "The service is resting"
    assert "Retry-After" in page.headers
    assert practice.look(SUM).status == 200
