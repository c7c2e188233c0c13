"""Examples of what the reader of numbers takes, for the help below an item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# Every example is typed into the reader by a test, in its language.
NUMBER_EXAMPLES: Mapping[str, Sequence[tuple[str, Sequence[str]]]] = {
    "en": (
        ("plain", ("0.0258", "0,0258", "−12.5")),
        ("power", ("2.12e12", "2.12 × 10^12", "10^−3")),
        ("words", ("35.7B", "35.7 billion", "1.4T")),
        ("ratio", ("7/39", "17.9 %")),
        ("group", ("1 250 000", "1,250,000")),
        ("unit", ("104.3 GiB", "112 GB")),
    ),
    "ru": (
        ("plain", ("0,0258", "0.0258", "−12,5")),
        ("power", ("2,12e12", "2,12 · 10^12", "10^−3")),
        ("words", ("35,7 млрд", "1,4 трлн", "35,7B")),
        ("ratio", ("7/39", "17,9 %")),
        ("group", ("1 250 000",)),
        ("unit", ("104,3 ГиБ", "112 ГБ")),
    ),
}
