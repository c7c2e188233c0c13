"""The LaTeX that is allowed is LaTeX that can be shown."""

from __future__ import annotations

import pytest

from question_bank.texts import TextError, compile_text
from question_bank.texts import latex_commands as allowed

WRITTEN = {
    "left": r"\left( a \middle| b \right)",
    "middle": r"\left( a \middle| b \right)",
    "right": r"\left( a \right)",
    "begin": r"\begin{matrix}a\end{matrix}",
    "end": r"\begin{matrix}a\end{matrix}",
    "operatorname": r"\operatorname{ab}",
    "limits": r"\sum\limits_a^b",
    "nolimits": r"\sum\nolimits_a^b",
    "hline": r"\begin{array}{l}a\\ \hline b\end{array}",
}


def use_of(command: str) -> str:
    """A formula with the command and what belongs to it."""
    if command in WRITTEN:
        return WRITTEN[command]
    arguments = "{x}" if command in allowed.ONE_ARGUMENT | allowed.TEXT else ""
    arguments = "{x}{y}" if command in allowed.TWO_ARGUMENTS else arguments
    arguments = "(" if command in allowed.DELIMITERS else arguments
    return rf"a \{command}{arguments} b"


def test_every_allowed_command_is_shown_and_never_as_its_own_name():
    refused = []
    for command in sorted(allowed.COMMANDS):
        try:
            template = compile_text(f"${use_of(command)}$")
        except TextError as error:
            refused.append((command, error.message))
            continue
        if "\\" in template.html({}, "en"):
            refused.append((command, template.html({}, "en")))

    assert refused == []


@pytest.mark.parametrize("environment", sorted(allowed.ENVIRONMENTS))
def test_every_allowed_environment_is_a_table(environment):
    shown = compile_text(rf"$\begin{{{environment}}}a & b\\ c & d\end{{{environment}}}$")

    html = shown.html({}, "en")
    assert html.count("<mtr>") == 2
    assert "&amp;" not in html and "(1)" not in html


@pytest.mark.parametrize(
    "latex, operator",
    [(r"a \pm b", "±"), (r"x \sim p", "∼"), ("f: A", ":"), (r"\langle x \rangle", "⟩")],
)
def test_operators_are_spaced_as_operators(latex, operator):
    html = compile_text(f"${latex}$").html({}, "en")

    assert f">{operator}</mo>" in html
