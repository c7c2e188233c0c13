"""Shows a variant without its key, and explains it afterwards."""

from __future__ import annotations

from question_bank.interactions import INTERACTIONS
from question_bank.items import CompiledItem
from question_bank.model import Variant
from question_bank.presented import Explanation, Presented, PresentedTable
from question_bank.printing import print_number


def present(compiled: CompiledItem, variant: Variant, lang: str) -> Presented:
    """The variant as a learner sees it, in the item's language nearest to `lang`."""
    item, values = compiled.item, variant.values
    used_lang = used_language(compiled, lang)
    return Presented(
        item=item.name,
        title_html=compiled.texts.html("title", values, used_lang),
        title_text=compiled.texts.plain("title", values, used_lang),
        prompt_html=compiled.texts.html("prompt", values, used_lang),
        parts=[
            INTERACTIONS[part.kind].present(
                part, variant.keys[part.id], compiled.renderer(part, values, used_lang), used_lang
            )
            for part in item.parts
        ],
        table=_table(compiled, variant, used_lang),
        hints=len(item.hints),
        used_lang=used_lang,
        difficulty=item.difficulty,
        seed=variant.seed,
    )


def explain(compiled: CompiledItem, variant: Variant, lang: str) -> Explanation:
    """Keys, reasons, worked solution, references. The drill's policy says when it may be shown."""
    item, values = compiled.item, variant.values
    used_lang = used_language(compiled, lang)
    return Explanation(
        solution_html=[
            compiled.texts.html(f"solution.{index}", values, used_lang)
            for index in range(len(item.solution))
        ],
        parts=[
            INTERACTIONS[part.kind].explain(
                part, variant.keys[part.id], compiled.renderer(part, values, used_lang), used_lang
            )
            for part in item.parts
        ],
        references=item.references,
        used_lang=used_lang,
    )


def hints(compiled: CompiledItem, variant: Variant, lang: str) -> list[str]:
    """The hints as HTML, in the order they are to be given."""
    return [
        compiled.texts.html(f"hint.{index}", variant.values, lang)
        for index in range(len(compiled.item.hints))
    ]


def used_language(compiled: CompiledItem, lang: str) -> str:
    """The language of the prompt nearest to `lang`; the whole item is shown in it."""
    found = compiled.texts.template("prompt", lang)
    return found[0] if found else lang


def _table(compiled: CompiledItem, variant: Variant, lang: str) -> PresentedTable | None:
    table = compiled.item.table
    if table is None:
        return None
    return PresentedTable(
        row_label_html=compiled.texts.html("row_label", variant.values, lang),
        column_label_html=compiled.texts.html("column_label", variant.values, lang),
        rows=[print_number(value, "", lang).text for value in table.rows],
        columns=[print_number(value, "", lang).text for value in table.columns],
        cells=table.cells,
    )
