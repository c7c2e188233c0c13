"""The parts of an item as fields: what was typed, how it was read, what is said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from question_bank.model import Box, PartOutcome, Reading, Reference, ResponseError
from question_bank.numbers import number_text, read_number, resolve_reading
from question_bank.presented import ExplainedPart, PresentedPart, PresentedTable
from service.pages.messages import speak
from service.pages.sheet import Field, Grid, OptionLine, Source, Told


@dataclass(frozen=True, slots=True)
class Answered:
    """A response as it was sent in `lang`, and what grading and the explanation say of it."""

    response: object
    outcome: PartOutcome | None
    explained: ExplainedPart | None
    lang: str


def field(part: PresentedPart, answered: Answered, lang: str) -> Field:
    """One part as it is shown in `lang`."""
    text, reading = typed_number(answered.response)
    explained = answered.explained
    is_number = part.kind == "numeric"
    return Field(
        id=part.id,
        kind=part.kind,
        label_html=part.label_html,
        text=text if is_number else "",
        reading=reading if is_number else "",
        unit=part.unit_label or None,
        box_unit=part.unit,
        box_ask_in=part.ask_in,
        how=_how(part, lang),
        pick=part.pick or "one",
        options=_options(part, answered),
        told=_told(part, answered, lang),
        key=explained.key if explained and is_number else None,
        accepted=explained.accepted if explained and is_number else (),
        why_html=explained.why_html if explained else "",
    )


def typed_number(response: object) -> tuple[str, str]:
    """The text of a response to a number box, and the reading chosen for it."""
    match response:
        case str():
            return response, ""
        case {"text": str(text), "reading": str(reading)}:
            return text, reading
        case {"text": str(text)}:
            return text, ""
        case _:
            return "", ""


def _how(part: PresentedPart, lang: str) -> str:
    """How exact the number must be, in words."""
    said = [speak("accuracy", lang, text=part.tolerance)] if part.tolerance else []
    if part.min_digits:
        said.append(speak("digits", lang, n=part.min_digits))
    return "; ".join(said)


def _options(part: PresentedPart, answered: Answered) -> list[OptionLine]:
    picked = answered.response
    ids = picked if isinstance(picked, list) else [picked]
    explained = answered.explained.options if answered.explained else ()
    reasons = {option.id: option for option in explained}
    lines = []
    for option in part.options:
        line = OptionLine(option.id, option.html, picked=option.id in ids)
        if reason := reasons.get(option.id):
            verdict = _verdict(reason.credit)
            line = replace(line, verdict=verdict, why_html=reason.why_html)
        lines.append(line)
    return lines


def _verdict(credit: Fraction) -> str:
    return "correct" if credit == 1 else "partly" if credit else "wrong"


def _told(part: PresentedPart, answered: Answered, lang: str) -> Told | None:
    outcome = answered.outcome
    if outcome is None:
        return None
    if outcome.verdict == "ask":
        return Told("ask", readings=_choices(outcome.readings, lang))
    if outcome.verdict == "unreadable":
        return Told("unreadable", say_html=_refusal_html(part, outcome, lang))
    return Told(
        outcome.verdict,
        read_as=_read_as(part, answered, lang),
        say_html=_say_html(answered),
    )


def _choices(readings: Sequence[Reading], lang: str) -> list[tuple[str, str]]:
    """Each reading with words for it, where a sign alone is easily overlooked: 1,234 and 1.234."""
    values = sorted(abs(each.value) for each in readings)
    differ_by_sign = len(values) == 2 and values[0] * 1000 == values[1]
    choices = []
    for each in readings:
        text = each.read_as
        if differ_by_sign:
            word = "ask.thousands" if abs(each.value) == values[1] else "ask.decimal"
            text = speak(word, lang, text=text)
        choices.append((number_text(each.value), text))
    return choices


def _refusal_html(part: PresentedPart, outcome: PartOutcome, lang: str) -> str:
    if outcome.code == "empty":
        return speak(f"empty.{part.kind}", lang)
    return outcome.say or ""


def _say_html(answered: Answered) -> str | None:
    """The text of a recognised mistake: of the explanation, which is in the reader's language."""
    outcome, explained = answered.outcome, answered.explained
    assert outcome is not None
    mistakes = explained.mistakes if explained else ()
    for mistake in mistakes:
        if mistake.id == outcome.rule and mistake.say_html:
            return mistake.say_html
    return outcome.say


def _read_as(part: PresentedPart, answered: Answered, lang: str) -> str | None:
    """How the number was read. After a switch of language the same value is said in the new one."""
    outcome = answered.outcome
    assert outcome is not None
    if outcome.read_as is None or answered.lang == lang:
        return outcome.read_as
    text, chosen = typed_number(answered.response)
    box = Box(part.unit, part.ask_in)
    try:
        reading = _read(text, box, answered.lang, chosen)
        return resolve_reading(text, box, lang, number_text(reading.value)).read_as
    except ResponseError:
        return outcome.read_as


def _read(text: str, box: Box, lang: str, chosen: str) -> Reading:
    return resolve_reading(text, box, lang, chosen) if chosen else read_number(text, box, lang)


def grid(table: PresentedTable, fields: Mapping[str, Field]) -> Grid:
    """The cells in their places, each labelled by its row and column."""
    rows = [
        (
            head,
            [
                _cell(table, fields[id], head, column)
                for id, column in zip(ids, table.columns, strict=True)
            ],
        )
        for head, ids in zip(table.rows, table.cells, strict=True)
    ]
    cells = [cell for _, row in rows for cell in row]
    facts = [_shared({cell.unit or "" for cell in cells}), _shared({cell.how for cell in cells})]
    return Grid(
        row_label_html=table.row_label_html,
        column_label_html=table.column_label_html,
        columns=table.columns,
        rows=rows,
        facts=[fact for fact in facts if fact],
    )


def _cell(table: PresentedTable, cell: Field, row: str, column: str) -> Field:
    label = f"{table.row_label_html} {row}, {table.column_label_html} {column}"
    return replace(cell, label_html=label)


def _shared(facts: set[str]) -> str:
    return facts.pop() if len(facts) == 1 else ""


def source(reference: Reference, lang: str) -> Source:
    """A reference with the best link there is: the paper's own number, else any address."""
    href, number = reference.url, None
    if reference.doi:
        href, number = f"https://doi.org/{reference.doi}", f"doi:{reference.doi}"
    if reference.arxiv:
        href, number = f"https://arxiv.org/abs/{reference.arxiv}", f"arXiv:{reference.arxiv}"
    section = speak("section", lang, text=reference.section) if reference.section else None
    return Source(
        title=reference.title,
        byline=f"{reference.authors}, {reference.year}",
        href=href,
        locator=", ".join(each for each in (number, section) if each),
    )
