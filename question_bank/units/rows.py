"""The table behind units.py: every unit with its size and its names in English and Russian."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Row:
    """A unit as written here; `en` and `ru` are what it is called, plural forms split by `|`.

    `exact` and `loose` are the spellings read after a number, in this or in any letter case.
    """

    id: str
    dimension: str
    factor: int | Fraction
    en: str
    ru: str
    exact: Sequence[str] = ()
    loose: Sequence[str] = ()


# Power of ten of the SI prefixes, with the Russian letter; K is what people type for k.
_SI = {
    "k": (3, "К"),
    "M": (6, "М"),
    "G": (9, "Г"),
    "T": (12, "Т"),
    "P": (15, "П"),
    "E": (18, "Э"),
    "Z": (21, "З"),
    "Y": (24, "И"),
}
_SPELLED = {
    "k": ("kilo", "кило", "kibi", "киби"),
    "M": ("mega", "мега", "mebi", "меби"),
    "G": ("giga", "гига", "gibi", "гиби"),
    "T": ("tera", "тера", "tebi", "теби"),
    "P": ("peta", "пета", "pebi", "пеби"),
    "E": ("exa", "экса", "exbi", "эксби"),
}
_BYTE_FORMS_RU = ("байт", "байта", "байтов", "байты")


def _spelled_bytes(en: str, ru: str) -> list[str]:
    return [f"{en}byte", f"{en}bytes", *(ru + form for form in _BYTE_FORMS_RU)]


def _bytes() -> Iterator[Row]:
    """Decimal and binary multiples. `gb` is taken as GB; `kb`, `Gb` are bits (see BIT_NAMES)."""
    yield Row("byte", "byte", 1, "B", "Б", ["B", "Б"], _spelled_bytes("", ""))
    for prefix, (en, ru, en_binary, ru_binary) in _SPELLED.items():
        power, letter = _SI[prefix]
        big = prefix.upper()
        name, binary = f"{prefix}B", f"{big}iB"
        yield Row(
            name,
            "byte",
            10**power,
            name,
            f"{letter}Б",
            [f"{big}B", f"{prefix}B", f"{letter}Б"],
            [name, f"{letter}Б", f"{letter}байт", *_spelled_bytes(en, ru)],
        )
        yield Row(
            binary,
            "byte",
            2 ** (power // 3 * 10),
            binary,
            f"{letter}иБ",
            [binary, f"{letter}иБ"],
            [binary, f"{letter}иБ", *_spelled_bytes(en_binary, ru_binary)],
        )


def _bytes_per_second() -> Iterator[Row]:
    for row in _bytes():
        ending = {"en": ["/s", "ps", " per second"], "ru": ["/с", "/сек", " в секунду"]}
        yield Row(
            f"{row.id}/s",
            "byte/s",
            row.factor,
            f"{row.en}/s",
            f"{row.ru}/с",
            [name + end for name in row.exact for end in (*ending["en"], *ending["ru"])],
            [name + end for name in row.loose for end in (*ending["en"], *ending["ru"])],
        )


def _flop() -> Iterator[Row]:
    """FLOP, the rate FLOP/s, and FLOP per token. In a box of FLOP, `FLOPS` is a plural."""
    for prefix, (power, letter) in {"": (0, ""), **_SI}.items():
        name, ru = f"{prefix}FLOP", f"{letter}ФЛОП"
        loose = [name, f"{name}s", ru, f"{ru}с", f"{ru}ов"]
        yield Row(name, "FLOP", 10**power, name, ru, loose=loose)
        rates = [f"{name}/s", f"{name}s/s", f"{name}s", f"{ru}/с", f"{ru}/сек", f"{ru}с"]
        yield Row(f"{name}/s", "FLOP/s", 10**power, f"{name}/s", f"{ru}/с", loose=rates)
        per_token = [f"{name}/token", f"{name}s/token", f"{name}s per token", f"{name} per token"]
        per_token += [f"{ru}/токен", f"{ru} на токен"]
        yield Row(
            f"{name}/token",
            "FLOP/token",
            10**power,
            f"{name}/token",
            f"{ru}/токен",
            loose=per_token,
        )
    days = ["PF-day", "PF-days", "PF day", "PF days", "petaflop/s-day", "petaflop/s-days"]
    days += ["PFLOP/s-day", "PFLOP/s-days", "ПФ-день", "ПФ-дней", "ПФ-дня"]
    names = ("PF-day|PF-days", "ПФ-день|ПФ-дня|ПФ-дней")
    yield Row("PF-day", "FLOP", 10**15 * 86_400, *names, loose=days)


def _time(name: str, factor: int | Fraction, en: str, ru: str, exact: str, loose: str) -> Row:
    return Row(name, "s", factor, en, ru, exact.split(), loose.split())


# Symbols keep their letter case: `ms` is a thousandth, and `Ms` nobody means.
_TIMES = (
    _time("s", 1, "s", "с", "s с", "sec secs second seconds сек секунд секунда секунды"),
    _time("ms", Fraction(1, 10**3), "ms", "мс", "ms мс", "millisecond milliseconds миллисекунд"),
    _time("us", Fraction(1, 10**6), "μs", "мкс", "us μs мкс", "microsecond microseconds"),
    _time("ns", Fraction(1, 10**9), "ns", "нс", "ns нс", "nanosecond nanoseconds наносекунд"),
    _time("min", 60, "min", "мин", "", "min mins minute minutes мин минут минута минуты"),
    _time("h", 3_600, "h", "ч", "h ч", "hr hrs hour hours час часа часов"),
    _time(
        "day", 86_400, "day|days", "день|дня|дней", "d", "day days день дня дней дн сут сутки суток"
    ),
)

SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}


def _counted(name: str, en: str, ru: str, *more: str) -> Row:
    """A thing that is counted; read under each of its plural forms."""
    return Row(name, name, 1, en, ru, loose=[*en.split("|"), *ru.split("|"), *more])


ROWS: Sequence[Row] = (
    Row("none", "none", 1, "", ""),
    Row("thousand", "none", 10**3, "thousand", "тыс."),
    Row("million", "none", 10**6, "million", "млн"),
    Row("billion", "none", 10**9, "billion", "млрд"),
    Row("trillion", "none", 10**12, "trillion", "трлн"),
    Row("fraction", "fraction", 1, "", ""),
    Row(
        "%",
        "fraction",
        Fraction(1, 100),
        "%",
        "%",
        loose=["%", "percent", "per cent", "pct", "процент", "процента", "процентов"],
    ),
    Row("‰", "fraction", Fraction(1, 1000), "‰", "‰", loose=["‰", "per mille", "промилле"]),
    *_bytes(),
    _counted("token", "token|tokens", "токен|токена|токенов", "tok", "toks"),
    _counted(
        "param",
        "parameter|parameters",
        "параметр|параметра|параметров",
        "param",
        "params",
        "парам",
    ),
    *_flop(),
    *_TIMES,
    *_bytes_per_second(),
    Row(
        "token/s",
        "token/s",
        1,
        "tokens/s",
        "токенов/с",
        loose=[
            *("token/s", "tokens/s", "tok/s", "tokens per second"),
            *("токенов/с", "ток/с", "токенов в секунду"),
        ],
    ),
    _counted("step", "step|steps", "шаг|шага|шагов"),
    _counted("epoch", "epoch|epochs", "эпоха|эпохи|эпох"),
    _counted("sample", "sample|samples", "пример|примера|примеров"),
    _counted("rank", "rank|ranks", "ранг|ранга|рангов"),
    _counted("microbatch", "microbatch|microbatches", "микробатч|микробатча|микробатчей"),
    _counted("GPU", "GPU|GPUs", "GPU|GPU|GPU", "ГПУ"),
    _counted("comparison", "comparison|comparisons", "сравнение|сравнения|сравнений"),
    _counted("layer", "layer|layers", "слой|слоя|слоёв", "слоев"),
)

# Names of bits: known so that they can be refused by name where bytes are asked for. All-small
# `kb` is among them, unlike `gb`: the k of a kilobit is small, so it is the right name of one.
_BIT_PREFIXES = ("K", "M", "G", "T", "P", "E")
_RU_BIT_PREFIXES = ("К", "М", "Г", "Т", "П", "Э")
BIT_NAMES: frozenset[str] = frozenset(
    ["b", "kb", "бит", "бита", "битов", "биты"]
    + [f"{p}{i}b" for p in _BIT_PREFIXES for i in ("", "i")]
    + [f"{p}{i}б" for p in _RU_BIT_PREFIXES for i in ("", "и")]
)
BIT_NAMES_ANY_CASE: frozenset[str] = frozenset(
    [f"{p}{i}bit{s}".lower() for p in ("", *_BIT_PREFIXES) for i in ("", "i") for s in ("", "s")]
    + [f"{p}{i}бит".lower() for p in ("", *_RU_BIT_PREFIXES) for i in ("", "и")]
    + [f"{prefix}bit{s}" for row in _SPELLED.values() for prefix in row[::2] for s in ("", "s")]
    + [f"{prefix}бит{s}" for row in _SPELLED.values() for prefix in row[1::2] for s in ("", "ов")]
)
