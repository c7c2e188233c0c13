"""The LaTeX that formulas of a bank may use: what latex2mathml shows right."""

from __future__ import annotations

import re

from latex2mathml import commands
from latex2mathml.symbols_parser import SYMBOLS

ONE_ARGUMENT = set(
    "acute bar breve check ddot dot grave hat mathring overbrace overleftarrow overline "
    "overrightarrow phantom sqrt tilde underbrace underline vec widehat widetilde pmod "
    "bmod bm boldsymbol mathbb mathbf mathcal mathfrak mathit mathrm mathscr mathsf mathtt "
    "substack xrightarrow xleftarrow".split()
)
TWO_ARGUMENTS = set("frac dfrac tfrac cfrac binom dbinom tbinom overset underset stackrel".split())
TEXT = set("text textbf textit textnormal textrm textsf texttt textup".split())
SPACES = set("enspace quad qquad thinspace thickspace space nobreakspace".split())
STYLES = set("displaystyle textstyle scriptstyle scriptscriptstyle".split())
DELIMITERS = set("left right middle big Big bigg Bigg".split()) | {
    size + side for size in ("big", "Big", "bigg", "Bigg") for side in "lmr"
}
OTHERS = set("begin end operatorname limits nolimits not prime hline mod".split())
FUNCTIONS = {name[1:] for name in (*commands.FUNCTIONS, *commands.LIMIT)} | set(
    "arg argmax argmin det gcd liminf limsup Pr".split()
)
# Everything latex2mathml treats in its own way: allowed only if it stands in a set above.
_SPECIAL = {
    value[1:] for value in vars(commands).values() if isinstance(value, str) and value[:1] == "\\"
} | {name[1:] for name in (*commands.CONVERSION_MAP, *commands.GLOBAL_FONTS, *commands.LOCAL_FONTS)}
_SYMBOLS = {name[1:] for name in SYMBOLS if re.fullmatch(r"\\[A-Za-z]+", name)} - _SPECIAL
_SYMBOLS -= {"And", "ampersand", "binampersand", "backslash"}  # signs that mean something else
COMMANDS = frozenset(
    ONE_ARGUMENT | TWO_ARGUMENTS | TEXT | SPACES | STYLES | DELIMITERS | OTHERS | FUNCTIONS
    | _SYMBOLS
    | {"int", "sum", "prod", "dots", "LaTeX", "TeX", "iff", "implies", "sup", "inf"}
)  # fmt: skip

# `aligned` comes out of latex2mathml with its & in plain sight, and `align` numbers its lines.
ENVIRONMENTS = {
    "aligned": "split",
    "align": "align*",
    "gathered": "matrix",
    **{name: name for name in "split align* array cases smallmatrix substack".split()},
    **{name: name for name in "matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix".split()},
}
