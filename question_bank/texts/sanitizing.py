"""The last door before a page: only the HTML and MathML named here passes."""

from __future__ import annotations

import re
from html import unescape

import nh3

from question_bank.texts.places import TextError

PROSE = {"a", "blockquote", "br", "code", "del", "em", "hr", "li", "ol", "p", "pre", "s", "strong"}
TABLE = {"table", "thead", "tbody", "tr", "th", "td"}
MATH = set(
    "math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover "
    "mtable mtr mtd mstyle mpadded mphantom".split()
)
TAGS = PROSE | TABLE | MATH | {"ul"}

# No href, class or style in MathML; no annotation-xml, maction or semantics, which can hold HTML.
ATTRIBUTES = {
    "*": set[str](),  # else `lang` and `title` pass on every tag
    "a": {"href"},
    "code": {"class"},  # "language-python", made by the Markdown renderer
    "ol": {"start"},
    "math": {"display"},
    "mi": {"mathvariant"},
    "mn": {"mathvariant"},
    "mtext": {"mathvariant"},
    "mo": set(
        "mathvariant stretchy fence form separator lspace rspace minsize maxsize movablelimits "
        "accent largeop".split()
    ),
    "mspace": {"width", "height", "depth", "linebreak"},
    "mfrac": {"linethickness"},
    "mover": {"accent"},
    "munder": {"accent"},
    "mtable": {"columnspacing", "rowspacing", "rowlines", "columnlines", "displaystyle"},
    "mtd": {"columnalign"},
    "mstyle": {"displaystyle", "scriptlevel"},
    "mpadded": {"width", "height", "depth", "lspace", "voffset"},
}
TAG = re.compile(r"<[^>]*>")

_cleaner = nh3.Cleaner(
    tags=TAGS,
    attributes=ATTRIBUTES,
    url_schemes={"http", "https"},
    link_rel="noopener noreferrer nofollow",
    strip_comments=True,
)


def sanitize(html: str) -> str:
    """The allowed part of `html`. Raises TextError if that would lose words a reader should see."""
    cleaned = _cleaner.clean(html)
    if visible(cleaned) != visible(html):
        raise TextError("a part of this text cannot be shown safely and would be lost")
    return cleaned


def visible(html: str) -> str:
    """The words of a page without its tags, blanks apart."""
    return "".join(unescape(TAG.sub("", html)).split())
