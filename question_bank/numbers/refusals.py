"""Why a typed number is refused: the stable codes, and sentences that say what was expected."""

from __future__ import annotations

from collections.abc import Mapping

from question_bank.model import ResponseError
from question_bank.printing.signs import text_language

MAX_LENGTH = 64  # characters of a typed number
MAX_EXPONENT = 300  # of ten, either sign; keeps every reading inside the range of a float


class Refused(Exception):
    """Raised inside the reader; leaves it as a ResponseError in the reader's language."""

    def __init__(self, code: str, hint: str | None = None, **details: str) -> None:
        super().__init__(code)
        self.code = code
        self.hint = hint  # a sentence of _SENTENCES more to the point than the code's own
        self.details = details

    def as_response_error(self, lang: str) -> ResponseError:
        sentence = _SENTENCES[self.hint or self.code][text_language(lang)]
        return ResponseError(self.code, sentence.format(**self.details))


def explain_refusal(code: str, lang: str) -> str:
    """What a refusal code means, for people, without the details of one response."""
    return _GENERAL.get(code, _SENTENCES[code])[text_language(lang)]


def refusal_codes() -> tuple[str, ...]:
    return tuple(code for code in _SENTENCES if code not in _HINTS)


_HINTS = ("lost_exponent", "mixed_number", "grouped_by_underscore")

_SENTENCES: Mapping[str, Mapping[str, str]] = {
    "empty": {
        "en": "Nothing was typed. Expected a number such as 1.95, 7/39 or 3.4e12.",
        "ru": "Ничего не введено. Ожидается число, например 1,95, 7/39 или 3,4e12.",
    },
    "too_long": {
        "en": f"Longer than {MAX_LENGTH} characters. Expected one number such as 1.95 or 3.4e12.",
        "ru": f"Длиннее {MAX_LENGTH} знаков. Ожидается одно число, например 1,95 или 3,4e12.",
    },
    "separators": {
        "en": "Points, commas or blanks stand where no number has them."
        " Expected for example 1234.5, 1,234.5 or 1 234,5.",
        "ru": "Точки, запятые или пробелы стоят не так, как в числе."
        " Ожидается, например, 1234,5, 1 234,5 или 1,234.5.",
    },
    "several": {
        "en": "This looks like several numbers. Expected exactly one.",
        "ru": "Похоже, здесь несколько чисел. Ожидается ровно одно.",
    },
    "words": {
        "en": "There are words before the number. Expected the number first, such as 5 or 5 GB.",
        "ru": "Перед числом стоят слова. Ожидается сначала число, например 5 или 5 ГБ.",
    },
    "expression": {
        "en": "This looks like a calculation. Expected its result: 0.1795, 7/39 or 1.2e12.",
        "ru": "Похоже на вычисление. Ожидается его результат: 0,1795, 7/39 или 1,2e12.",
    },
    "non_finite": {
        "en": "Infinity and “not a number” cannot be graded. Expected a finite number.",
        "ru": "Бесконечность и «не число» нельзя оценить. Ожидается конечное число.",
    },
    "base": {
        "en": "Numbers are read in base ten. Expected for example 16, not 0x10.",
        "ru": "Числа читаются в десятичной системе. Ожидается, например, 16, а не 0x10.",
    },
    "out_of_range": {
        "en": f"Too large or too small. Expected a power of ten from -{MAX_EXPONENT}"
        f" to {MAX_EXPONENT}.",
        "ru": f"Слишком большое или слишком малое. Ожидается степень десяти от -{MAX_EXPONENT}"
        f" до {MAX_EXPONENT}.",
    },
    "division_by_zero": {
        "en": "The denominator is zero. Expected another one, as in 7/39.",
        "ru": "Знаменатель равен нулю. Ожидается другой, как в 7/39.",
    },
    "unit": {
        "en": "“{typed}” is not a unit of this box. Expected {expected}.",
        "ru": "«{typed}» — не единица этого поля. Ожидается {expected}.",
    },
    "bits": {
        "en": "“{typed}” means bits. Expected bytes, with a capital B: {expected}.",
        "ru": "«{typed}» — это биты. Ожидаются байты, с прописной Б: {expected}.",
    },
    "not_a_number": {
        "en": "This cannot be read as a number. Expected for example 1.95, 7/39 or 3.4e12.",
        "ru": "Это не читается как число. Ожидается, например, 1,95, 7/39 или 3,4e12.",
    },
    "reading": {
        "en": "The number cannot be read that way. Expected one of: {expected}.",
        "ru": "Это число так не читается. Ожидается одно из: {expected}.",
    },
    "lost_exponent": {
        "en": "An exponent seems to be lost. Expected for example 9.1e-1 or 9.1·10^-1.",
        "ru": "Похоже, потерян показатель степени. Ожидается, например, 9,1e-1 или 9,1·10^-1.",
    },
    "mixed_number": {
        "en": "A whole number and a fraction side by side can be read in two ways."
        " Expected 1.5 or 3/2.",
        "ru": "Целое число и дробь рядом читаются двояко. Ожидается 1,5 или 3/2.",
    },
    "grouped_by_underscore": {
        "en": "“_” does not group digits here. Expected for example 1234.5 or 1,234.5.",
        "ru": "Знак «_» здесь не разделяет разряды. Ожидается, например, 1234,5 или 1 234,5.",
    },
}

_GENERAL: Mapping[str, Mapping[str, str]] = {
    "unit": {
        "en": "The unit does not belong to this box."
        " Expected the number alone, or with a unit of the kind on the label.",
        "ru": "Единица не подходит к этому полю."
        " Ожидается только число или число с единицей того же рода, что на подписи.",
    },
    "bits": {
        "en": "Bits were typed. Expected bytes, with a capital B, such as 112 GB.",
        "ru": "Введены биты. Ожидаются байты, с прописной Б, например 112 ГБ.",
    },
    "reading": {
        "en": "The number cannot be read that way. Expected one of the readings offered.",
        "ru": "Это число так не читается. Ожидается одно из предложенных прочтений.",
    },
}
