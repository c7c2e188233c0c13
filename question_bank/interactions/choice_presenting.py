"""Shows a choice in the order of its variant, and explains every option afterwards."""

from __future__ import annotations

from question_bank.interactions.protocol import Render
from question_bank.model import Box, ChoiceKey, ChoicePart
from question_bank.presented import (
    ExplainedOption,
    ExplainedPart,
    PresentedOption,
    PresentedPart,
)
from question_bank.printing import print_quantity
from question_bank.tolerance import exact_value


def present(part: ChoicePart, key: ChoiceKey, render: Render, lang: str) -> PresentedPart:
    return PresentedPart(
        id=part.id,
        kind=part.kind,
        label_html=render("label"),
        points=part.points,
        pick=part.pick,
        options=[
            PresentedOption(id, _option_html(id, part, key, render, lang)) for id in key.order
        ],
    )


def explain(part: ChoicePart, key: ChoiceKey, render: Render, lang: str) -> ExplainedPart:
    return ExplainedPart(
        id=part.id,
        key=", ".join(id for id in key.order if key.credits[id] == 1),
        options=[
            ExplainedOption(
                id=id,
                html=_option_html(id, part, key, render, lang),
                credit=key.credits[id],
                why_html=render(f"why.{id}"),
            )
            for id in key.order
        ],
    )


def _option_html(id: str, part: ChoicePart, key: ChoiceKey, render: Render, lang: str) -> str:
    value = key.values.get(id)
    if value is None:
        return render(f"option.{id}")
    return print_quantity(exact_value(value), Box(part.unit), lang, part.show).html
