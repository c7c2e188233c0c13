"""From what keyboards, clipboards and languages make of a number to plain ASCII.

Letters of unit names stay, and so do vulgar fractions and two marks that settle a reading:
`'` groups digits and `٫` is a decimal sign, whatever the language.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from question_bank.numbers.refusals import MAX_LENGTH, Refused

VULGAR = {
    "½": Fraction(1, 2),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5),
    "⅖": Fraction(2, 5),
    "⅗": Fraction(3, 5),
    "⅘": Fraction(4, 5),
    "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6),
    "⅐": Fraction(1, 7),
    "⅛": Fraction(1, 8),
    "⅜": Fraction(3, 8),
    "⅝": Fraction(5, 8),
    "⅞": Fraction(7, 8),
    "⅑": Fraction(1, 9),
    "⅒": Fraction(1, 10),
}
_VULGARS = re.compile(f"([{''.join(VULGAR)}])")

_BLANK_RUN = re.compile(" +")
_SUPERSCRIPTS = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾]+")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾", "0123456789+-()")

_BLANKS = (
    " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u202f\u205f\u3000"
)
_INVISIBLE = (  # soft hyphen, zero widths, marks of direction
    "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2066\u2067\u2068\u2069\ufeff"
)
_SIGNS = {
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u02d7\ufe58\ufe63\uff0d",
    "*": "×·⋅∙•∗✕✖⨯\u2062",  # the last is an invisible times sign
    "+": "\u2064",
    "/": "\u2044\u2215÷",
    "'": "’‘ʼ′´`\u066c\u060c\u2e41",  # the last three group digits in Arabic and Persian
    "~": "≈≃≅∼˜",
    "%": "\u066a",
    ";": "\n\r\t\v\f\x85\u2028\u2029\u2063\u061b",  # a line end between numbers
    " ": _BLANKS,
    "": _INVISIBLE,
}
_PLAIN = str.maketrans({char: sign for sign, chars in _SIGNS.items() for char in chars})
_INVISIBLES = re.compile(f"[{_INVISIBLE}]")
_SPECIAL = re.compile("|".join([_INVISIBLES.pattern, _SUPERSCRIPTS.pattern, _VULGARS.pattern]))


def normalize(text: str) -> str:
    """The same number in plain signs, blanks single and none at the ends.

    Raises Refused: empty, too_long, or not_a_number for digits that are not ones (a circled 1).
    """
    text = text.strip()
    if len(text) > MAX_LENGTH:
        raise Refused("too_long")
    if not text.isascii():
        text = _plain(text).strip()
    elif not text.isprintable():
        text = text.translate(_PLAIN)
    if not text:
        raise Refused("empty")
    return _BLANK_RUN.sub(" ", text) if "  " in text else text


def _plain(text: str) -> str:
    """Superscripts go first: NFKC would turn 10¹² into 1012. Vulgar fractions pass round it."""
    if _SPECIAL.search(text) is None:
        return _compatible(text)
    text = _INVISIBLES.sub("", text).strip()
    text = _SUPERSCRIPTS.sub(lambda run: "^" + run.group().translate(_LOWERED), text)
    pieces = _VULGARS.split(text)
    return "".join(piece if piece in VULGAR else _compatible(piece) for piece in pieces)


def _compatible(text: str) -> str:
    if any(unicodedata.category(char) in ("No", "Nl") for char in _foreign_digits(text)):
        raise Refused("not_a_number")  # ①, ₂, Ⅻ: shown as a number, but not a digit of one
    text = unicodedata.normalize("NFKC", text).translate(_PLAIN)
    for char in _foreign_digits(text):
        if char.isdecimal():
            text = text.replace(char, str(unicodedata.decimal(char)))
    return text


def _foreign_digits(text: str) -> list[str]:
    return [char for char in text if char > "\x7f" and char.isnumeric()]
