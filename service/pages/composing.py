"""From what the use cases give back to what the pages show: one sheet in one language."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

from question_bank.model import PartOutcome
from question_bank.printing import print_number
from question_bank.texts import pick_language
from service.pages import parts
from service.pages.sheet import ANSWERED, Answer, Field, ResultLine, ResultSheet, Sheet, Step
from service.store.drills import DrillRow
from service.use_cases.views import AttemptResult, AttemptView, Feedback, ItemProgress, ItemView


@dataclass(frozen=True, slots=True)
class Looked:
    """What came with the request besides the item: its language, what is unfolded, what was
    refused just now, and whether an answered item is to be answered again."""

    lang: str
    opened: Sequence[str] = ()
    is_again: bool = False
    refused: Mapping[str, PartOutcome] | None = None


def item_sheet(item: ItemView, attempt: AttemptView, drill: DrillRow, looked: Looked) -> Sheet:
    """An item's page: to be answered if it was not or is being answered again, else what came
    of it."""
    lang, shown = looked.lang, item.presented
    is_open = attempt.is_open and not item.progress.is_done
    is_answering = _is_answering(item, looked, is_open=is_open)
    fields = _fields(item, looked, is_answering=is_answering)
    explanation = item.feedback.explanation if item.feedback and not is_answering else None
    in_table = {id for row in shown.table.cells for id in row} if shown.table else set()
    return Sheet(
        lang=lang,
        text_lang=shown.used_lang,
        attempt=item.attempt.id,
        n=item.row.n,
        steps=steps(attempt),
        drill_title=pick_language(drill.title, lang)[1],
        topic_href=topic_href(drill, lang),
        item=shown.item,
        seed=shown.seed,
        variant=item.row.draw,
        difficulty=shown.difficulty,
        points=item.row.weight,
        title_html=shown.title_html,
        title_text=shown.title_text,
        prompt_html=shown.prompt_html,
        fields=[field for id, field in fields.items() if id not in in_table],
        grid=parts.grid(shown.table, fields) if shown.table else None,
        hints=item.hints,
        token=secrets.token_urlsafe(12),
        opened=frozenset(looked.opened),
        answer=None if is_answering else _answer(item.feedback, item.progress),
        solution=explanation.solution_html if explanation else (),
        sources=[parts.source(each, lang) for each in explanation.references]
        if explanation
        else (),
        can_retry=is_open and item.progress.state in ("partly", "wrong"),
        can_redraw=item.can_draw_another,
        has_draft=item.draft is not None,
        is_again=looked.is_again,
        is_open=is_open,
        is_withdrawn=item.is_withdrawn,
    )


def _is_answering(item: ItemView, looked: Looked, *, is_open: bool) -> bool:
    if item.submission is None:
        return True
    wants_to = looked.is_again or looked.refused is not None or item.draft is not None
    return is_open and wants_to


def _fields(item: ItemView, looked: Looked, *, is_answering: bool) -> dict[str, Field]:
    """Every part with what was typed in it, and what is said of that."""
    kept = item.submission.responses if item.submission else {}
    typed = item.draft if is_answering and item.draft is not None else kept
    told: Mapping[str, PartOutcome] = looked.refused or {}
    explained = {}
    if not is_answering and item.feedback:
        outcome, explanation = item.feedback.outcome, item.feedback.explanation
        told = {part.id: part for part in outcome.parts} if outcome else {}
        explained = {part.id: part for part in explanation.parts} if explanation else {}
    made = {}
    for part in item.presented.parts:
        answered = parts.Answered(
            response=typed.get(part.id),
            outcome=told.get(part.id),
            explained=explained.get(part.id),
            lang=item.submission.lang if item.submission and not is_answering else looked.lang,
        )
        made[part.id] = parts.field(part, answered, looked.lang)
    return made


def _answer(feedback: Feedback | None, progress: ItemProgress) -> Answer:
    outcome = feedback.outcome if feedback else None
    if outcome is None:
        return Answer(verdict="answered", given=None, maximum=None)
    return Answer(verdict=progress.state, given=outcome.given, maximum=outcome.maximum)


def steps(attempt: AttemptView) -> list[Step]:
    return [Step(item.n, _state(item)) for item in attempt.items]


def _state(item: ItemProgress) -> str:
    if item.state in ("unseen", "open"):
        return "draft" if item.has_draft else "unseen"
    return item.state


def _counted_state(item: ItemProgress) -> str:
    """The verdict that fits the score that counts, which need not be the last one."""
    if item.score is None or item.state not in ANSWERED:
        return _state(item)
    return "correct" if item.score == 1 else "partly" if item.score else "wrong"


def topic_href(drill: DrillRow, lang: str) -> str | None:
    """The page of the topic that a practice belongs to."""
    if drill.topic is None:
        return None
    bank, _, topic = drill.topic.partition("/")
    return url_for("pages.topic", bank=bank, topic=topic, lang=lang)


def result_sheet(
    result: AttemptResult, drill: DrillRow, titles: Mapping[str, str], lang: str
) -> ResultSheet:
    """`titles` of the items by their names."""
    share = result.given / result.maximum if result.maximum else 0
    return ResultSheet(
        lang=lang,
        attempt=result.attempt.id,
        drill_title=pick_language(drill.title, lang)[1],
        topic_href=topic_href(drill, lang),
        given=result.given,
        maximum=result.maximum,
        percent=print_number(share, "pct0", lang).text,
        rule=result.policy.try_counts,
        lines=[
            ResultLine(
                n=each.progress.n,
                title=titles.get(each.progress.item, each.progress.item),
                state=_counted_state(each.progress),
                given=(each.progress.score or 0) * each.progress.weight,
                maximum=each.progress.weight,
            )
            for each in result.items
        ],
    )
