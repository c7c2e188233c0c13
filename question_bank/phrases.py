"""Short sentences of grading and presenting, in the languages of the product."""

from __future__ import annotations

from collections.abc import Mapping

from question_bank.printing.signs import text_language

_PHRASES: Mapping[str, Mapping[str, str]] = {
    "digits": {
        "en": "Right, but give at least {digits} significant digits.",
        "ru": "Верно, но укажите не меньше {digits} значащих цифр.",
    },
    "no_choice": {
        "en": "Nothing was chosen.",
        "ru": "Ничего не выбрано.",
    },
    "abs": {"en": "± {value}", "ru": "± {value}"},
    "rel": {"en": "± {value} %", "ru": "± {value} %"},
    "rel_of_percent": {"en": "± {value} % of the value", "ru": "± {value} % от значения"},
    "ratio": {"en": "within a factor of {value}", "ru": "с точностью до множителя {value}"},
    "sig": {"en": "to {value} significant digits", "ru": "значащих цифр: {value}"},
    "dp": {"en": "to {value} decimal places", "ru": "знаков после запятой: {value}"},
    "exact": {"en": "exact", "ru": "точно"},
    "or": {"en": " or ", "ru": " или "},
    "from_to": {"en": "{low} to {high}", "ru": "от {low} до {high}"},
    "from": {"en": "from {low}", "ru": "от {low}"},
    "up_to": {"en": "up to {high}", "ru": "до {high}"},
    "excluded": {"en": " (ends excluded: {ends})", "ru": " (концы не входят: {ends})"},
}


def phrase(code: str, lang: str, **values: object) -> str:
    """The sentence of `code` in the language nearest to `lang`."""
    return _PHRASES[code][text_language(lang)].format(**values)
