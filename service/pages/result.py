"""The end of a practice: what is still open, and the result."""

from __future__ import annotations

import flask

from question_bank.texts import pick_language
from service.pages import composing
from service.pages.asking import page_language
from service.pages.moving import Answered, to
from service.use_cases.finish_attempt import finish_attempt
from service.use_cases.read_attempt import read_attempt
from service.use_cases.read_drill import read_drill
from service.use_cases.read_item import read_item
from service.use_cases.read_result import read_result
from service.use_cases.views import AttemptResult


def show_finish(attempt_id: str) -> Answered:
    """What is still open, before the practice is closed for good."""
    attempt = read_attempt(attempt_id, client=None)
    if not attempt.is_open:
        return to("pages.result", attempt_id)
    lang = page_language()
    return flask.render_template(
        "finish.html", lang=lang, attempt_id=attempt_id, steps=composing.steps(attempt)
    )


def finish(attempt_id: str) -> Answered:
    finish_attempt(attempt_id, client=None, force=True)
    return to("pages.result", attempt_id)


def show_result(attempt_id: str) -> Answered:
    attempt = read_attempt(attempt_id, client=None)
    if attempt.is_open:
        return to("pages.finish", attempt_id)
    lang = page_language()
    result = read_result(attempt_id, client=None, lang=lang)
    drill = read_drill(result.attempt.drill_id, client=None)
    sheet = composing.result_sheet(result, drill, _titles(result, lang), lang)
    return flask.render_template("result.html", lang=lang, result=sheet)


def _titles(result: AttemptResult, lang: str) -> dict[str, str]:
    names = [each.progress.item for each in result.items]
    return {name: pick_language(read_item(name).item.title, lang)[1] for name in names}
