"""Playing a drill: look at an item, press a button, see what became of it.

Every button is a submit of the same form, and every submit but a refused one ends in a redirect:
reloading and going back are always safe. The address carries what the form cannot: language and
what is unfolded.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import flask
from flask import Response, request

from question_bank.model import PartOutcome
from service.errors import ResponseUnreadable
from service.pages import composing
from service.pages.asking import page_language
from service.pages.composing import Looked
from service.pages.form import Form, read_form
from service.pages.moving import Answered, to
from service.use_cases.answer_once import AlreadyAnswered, Answer, Once
from service.use_cases.draw_another_variant import draw_another_variant
from service.use_cases.read_attempt import read_attempt
from service.use_cases.read_attempt_item import read_attempt_item
from service.use_cases.read_drill import read_drill
from service.use_cases.save_draft import save_draft
from service.use_cases.submit_response import submit_response


def show_attempt(attempt_id: str) -> Answered:
    """Where one left off: the first item with something to do."""
    attempt = read_attempt(attempt_id, client=None)
    if not attempt.is_open:
        return to("pages.result", attempt_id)
    open_items = [item.n for item in attempt.items if not item.is_done]
    return to("pages.item", attempt_id, n=(open_items or [1])[0])


def show_item(attempt_id: str, n: int) -> str:
    return _page(
        attempt_id,
        n,
        Looked(
            lang=page_language(),
            opened=request.args.getlist("open"),
            is_again="again" in request.args,
        ),
    )


def _page(attempt_id: str, n: int, looked: Looked) -> str:
    item = read_attempt_item(attempt_id, n, client=None, lang=looked.lang)
    attempt = read_attempt(attempt_id, client=None)
    drill = read_drill(attempt.attempt.drill_id, client=None)
    sheet = composing.item_sheet(item, attempt, drill, looked)
    return flask.render_template("item.html", lang=looked.lang, sheet=sheet)


def answer_item(attempt_id: str, n: int) -> Answered:
    form = read_form(request.form)
    return BUTTONS.get(form.do, check)(attempt_id, n, form)


def check(attempt_id: str, n: int, form: Form) -> Answered:
    """Grade; what cannot be read is told on the spot, with everything typed still in place."""
    lang, once = page_language(), _once(attempt_id, n, form)
    try:
        submit_response(attempt_id, n, form.responses, client=None, lang=lang, once=once)
    except AlreadyAnswered:
        pass  # the second half of a double click: the first half was graded
    except ResponseUnreadable as refusal:
        save_draft(attempt_id, n, form.responses, client=None)
        return _show_refused(attempt_id, n, form, refusal)
    return to("pages.item", attempt_id, n=n, opened=form.opened, anchor="verdict")


def redraw(attempt_id: str, n: int, form: Form) -> Answered:
    try:
        draw_another_variant(attempt_id, n, client=None, once=_once(attempt_id, n, form))
    except AlreadyAnswered:
        pass
    return to("pages.item", attempt_id, n=n)


def retry(attempt_id: str, n: int, form: Form) -> Answered:
    return to("pages.item", attempt_id, n=n, again=True)


def switch_language(attempt_id: str, n: int, form: Form) -> Answered:
    _keep_draft(attempt_id, n, form)
    return to(
        "pages.item",
        attempt_id,
        n=n,
        lang=form.about,
        opened=form.opened,
        again=form.is_again,
    )


def keep(attempt_id: str, n: int, form: Form) -> Answered:
    """The script's own saving, while somebody types."""
    _keep_draft(attempt_id, n, form)
    return Response(status=204)


def go(attempt_id: str, n: int, form: Form) -> Answered:
    _keep_draft(attempt_id, n, form)
    is_number = re.fullmatch("[0-9]{1,4}", form.about)
    return to("pages.item", attempt_id, n=int(form.about) if is_number else n)


def go_on(attempt_id: str, n: int, form: Form) -> Answered:
    """To the next item, or after the last one to the result."""
    _keep_draft(attempt_id, n, form)
    attempt = read_attempt(attempt_id, client=None)
    if n < len(attempt.items):
        return to("pages.item", attempt_id, n=n + 1)
    return to("pages.finish", attempt_id) if attempt.is_open else to("pages.result", attempt_id)


BUTTONS: dict[str, Callable[[str, int, Form], Answered]] = {
    "check": check,
    "choose": check,  # one of two readings: grading goes on with it
    "variant": redraw,
    "again": retry,
    "lang": switch_language,
    "draft": keep,
    "go": go,
    "next": go_on,
}


def _show_refused(attempt_id: str, n: int, form: Form, refusal: ResponseUnreadable) -> Answered:
    looked = Looked(
        lang=page_language(),
        opened=form.opened,
        is_again=form.is_again,
        refused={part.id: part for part in refusal.parts if isinstance(part, PartOutcome)},
    )
    return _page(attempt_id, n, looked), 422


def _keep_draft(attempt_id: str, n: int, form: Form) -> None:
    if form.wants_draft:
        save_draft(attempt_id, n, form.responses, client=None)


def _once(attempt_id: str, n: int, form: Form) -> Once | None:
    """So that a double click without the script is done once. The page named its own sending."""
    if not form.token:
        return None
    return Once(
        caller=attempt_id,
        key=form.token,
        fingerprint=f"{form.do} {n}",
        tell=lambda result: Answer(303, ""),
    )
