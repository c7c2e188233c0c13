"""Texts: Markdown and LaTeX to HTML and plain text, with values in their places."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from question_bank.texts import TextError, compile_inline, compile_text, pick_language

VALUES = {"N": 8_030_000_000, "D": 15 * 10**12, "x": Fraction(1, 2), "alpha": Fraction(17, 50)}


def html(source: str, lang: str = "en") -> str:
    return compile_text(source, VALUES).html(VALUES, lang)


def plain(source: str, lang: str = "en") -> str:
    return compile_text(source, VALUES).text(VALUES, lang)


def refusal(source: str) -> TextError:
    with pytest.raises(TextError) as error:
        compile_text(source, VALUES)
    return error.value


# --- places ---------------------------------------------------------------------------------


def test_values_stand_in_prose_in_the_format_that_is_asked_for():
    assert html("{N:si3} and {x}") == "<p>8.03B and 0.5</p>"


def test_numbers_are_written_as_the_language_writes_them():
    assert plain("{N:si3}, {x}", "ru").split() == ["8,03", "млрд,", "0,5"]


def test_a_value_in_math_is_mathml_and_not_text():
    shown = html(r"$N = \val{D:sci2}$")

    assert "<msup><mn>10</mn><mn>13</mn></msup>" in shown
    assert "<sup>" not in shown


def test_braces_of_latex_are_not_places():
    assert "<mfrac>" in html(r"$\frac{N}{D}$")


def test_doubled_braces_in_prose_are_braces():
    assert html("{{N}} is {x}") == "<p>{N} is 0.5</p>"


def test_code_keeps_its_braces_and_takes_values_like_math():
    assert html("`f{N} = \\val{x}`") == "<p><code>f{N} = 0.5</code></p>"


def test_a_fence_keeps_its_language_and_takes_values():
    shown = html("```python\nn = {'a': \\val{N:int}}\n```")

    assert shown.startswith('<pre><code class="language-python">n = {')
    assert "8,030,000,000" in shown


def test_a_template_says_which_values_it_needs():
    template = compile_text("{N} {E0}", ["N", "D"], {"E0": Fraction(169, 100)})

    assert template.names == {"N"}
    assert template.html({"N": 5}, "en") == "<p>5 1.69</p>"


def test_constants_are_printed_in_the_language_too():
    template = compile_text("{E0} {N} {E0}", ["N"], {"E0": Fraction(169, 100)})

    assert template.text({"N": 5}, "ru") == "1,69 5 1,69"


@pytest.mark.parametrize(
    "source, said, line, column",
    [
        ("a {M}", "no value named 'M'", 1, 3),
        ("one\n\ntwo {alhpa}", "did you mean", 3, 5),
        ("a {N:si99}", "no format", 1, 3),
        ("a {N:SI3}", "a place is written as", 1, 3),
        ("a {1+1}", "a place is written as", 1, 3),
        ("a {", "stands alone", 1, 3),
        ("a }", "stands alone", 1, 3),
        ("$\\val{M}$", "no value named 'M'", 1, 2),
        ("x\n$\\val$", "followed by a name in braces", 2, 2),
        ("`\\val{}`", "a place is written as", 1, 2),
    ],
)
def test_a_wrong_place_is_told_with_its_line_and_column(source, said, line, column):
    error = refusal(source)

    assert said in error.message
    assert (error.line, error.column) == (line, column)


def test_a_digit_before_a_value_in_math_is_refused_for_it_would_run_into_it():
    assert r"\cdot" in refusal(r"$6\val{N}$").message


def test_a_text_may_not_hold_the_signs_that_stand_for_places():
    assert "U+E000" in refusal("a \ue000 b").message


# --- Markdown -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source, expected",
    [
        ("*a* **b** ~~c~~", "<p><em>a</em> <strong>b</strong> <s>c</s></p>"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'),
        ("> a", "<blockquote>\n<p>a</p>\n</blockquote>"),
        ("a  \nb", "<p>a<br>\nb</p>"),
        ("# a", "<p># a</p>"),
        ("    a", "<p>a</p>"),
        ("a < b & c", "<p>a &lt; b &amp; c</p>"),
        (r"costs \$5", "<p>costs $5</p>"),
        ("$x$ costs 5", '<p><math display="inline"><mrow><mi>x</mi></mrow></math> costs 5</p>'),
    ],
)
def test_markdown_becomes_html(source, expected):
    assert html(source) == expected


def test_tables_become_tables():
    shown = html("| a | b |\n|---|--:|\n| 1 | {x} |")

    assert "<th>a</th>" in shown
    assert "<td>0.5</td>" in shown
    assert "style" not in shown


def test_links_lead_out_and_say_so():
    assert 'rel="noopener noreferrer nofollow"' in html("[paper](https://arxiv.org/abs/2203.15556)")


@pytest.mark.parametrize(
    "source, said",
    [
        ("[a](/local)", "http://"),
        ("[a](ftp://x.y)", "http://"),
        ("[a](https://x.y/{{N}})", "cannot hold a value"),
        ("![a](https://x.y/z.png)", "images"),
        ("it costs $5", r"\$"),
        ("   ", "empty"),
        ("a\u202eb", "U+202E"),
        ("> " * 40 + "a", "nested too deeply"),
        ("a" * 10_001, "10000"),
    ],
)
def test_what_markdown_cannot_show_safely_is_refused(source, said):
    assert said in refusal(source).message


def test_a_label_has_no_paragraph():
    assert compile_inline("State, *GiB*").html({}, "en") == "State, <em>GiB</em>"


# --- math -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "latex, expected",
    [
        (r"L(N,D) = E + \frac{A}{N^\alpha} + \frac{B}{D^{\beta}}", "L(N, D) = E + A/N^α + B/D^β"),
        (r"\frac{p-1}{m+p-1}", "(p − 1)/(m + p − 1)"),
        (r"-2 \times 10^{-3}", "−2 × 10^−3"),
        (r"\sqrt{x+1} \le \log_2 N", "√(x + 1) ≤ log_2 N"),
        (r"\sum_{i=1}^{n} x_i", "∑_(i = 1)^n x_i"),
        (r"\hat{y}'", "ŷ′"),
        (r"\begin{cases}1 & x > 0\\ 0 & \text{otherwise}\end{cases}", "{1 x > 0; 0 otherwise"),
        (r"\binom{n}{k}", "((n over k))"),
        (r"e^{z_i}", "e^(z_i)"),
        (r"\mathcal{L}_{\text{DPO}}", "ℒ_DPO"),
        (r"\val{N:si3}^{\val{x}}", "8.03B^0.5"),
    ],
)
def test_math_has_a_plain_form_in_one_line(latex, expected):
    assert plain(f"${latex}$") == expected


def test_aligned_lines_become_a_table_and_show_no_ampersand():
    shown = html(r"$$\begin{aligned}a &= b\\ &= c\end{aligned}$$")

    assert "<mtable" in shown
    assert "&amp;" not in shown


def test_display_math_stands_as_a_block():
    assert 'display="block"' in html("a\n\n$$\nx^2\n$$\n\nb")


def test_less_than_outside_of_text_is_shown():
    assert "<mo>&lt;</mo>" in html("$a < b$")


@pytest.mark.parametrize(
    "latex, said",
    [
        (r"\SI{1}{m}", r"\SI is not a command"),
        (r"\undefinedcmd", "is not a command"),
        (r"\apha", r"did you mean \alpha"),
        (r"\frac", "not complete"),
        (r"\frac{1}", "not complete"),
        (r"\binom{n}", "not complete"),
        (r"x^", "not complete"),
        (r"\sqrt", "not complete"),
        (r"\left( a", "not complete"),
        (r"{a", "not closed"),
        (r"a}", "no opening"),
        (r"\begin{foo}a\end{foo}", "not an environment"),
        (r"\begin{cases}a", "never closed"),
        (r"\begin{cases}a\end{matrix}", "does not close"),
        (r"a & b", "outside of a table"),
        (r"\text{a<b}", "cannot hold <"),
        (r"\text{a {b}}", "plain words"),
        (r"\text{\val{N}}", "cannot stand inside"),
        (r"50 % of it", r"write \%"),
        (r"x^10", "with braces"),
        (r"a\\[2pt]b", "distance"),
        (r"\href{javascript:alert(1)}{x}", "is not a command"),
        (r"\def\a{b}\a", "is not a command"),
        (r"\newcommand{\a}{b}", "is not a command"),
        (r"\unicode{x41}", "is not a command"),
        (r"\class{x}{y}", "is not a command"),
        (r"\style{color:red}{y}", "is not a command"),
        (r"\color{red}", "is not a command"),
        ("{" * 30 + "}" * 30, "nested deeper"),
        ("x" * 2001, "2000"),
    ],
)
def test_latex_that_would_be_shown_wrong_is_refused(latex, said):
    error = refusal(f"first\n\n${latex}$")

    assert said in error.message
    assert error.line == 3


def test_macros_cannot_explode():
    bomb = r"\def\a{xxxxxxxxxx}\def\b{\a\a\a\a}\def\c{\b\b\b\b}\c"

    assert "is not a command" in refusal(f"${bomb}$").message


# --- plain text -----------------------------------------------------------------------------


def test_plain_text_keeps_lists_tables_code_and_addresses():
    source = "1. a\n2. *b*\n   - c\n\n|x|y|\n|-|-|\n|1|{x}|\n\n[t](http://a.b)\n\n```\ncode\n```"

    assert plain(source).split("\n") == [
        "1. a",
        "2. b",
        "  - c",
        "x | y",
        "1 | 0.5",
        "t (http://a.b)",
        "code",
    ]


# --- languages ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "asked, found",
    [("ru", "ru"), ("ru-RU", "ru"), ("en", "en"), ("de", "en"), ("de-AT", "en")],
)
def test_the_nearest_language_is_taken(asked, found):
    assert pick_language({"ru": "да", "en": "yes"}, asked) == (
        found,
        {"ru": "да", "en": "yes"}[found],
    )


def test_without_english_the_first_language_is_taken():
    assert pick_language({"ru": "да", "fr": "oui"}, "de") == ("ru", "да")


def test_a_text_without_languages_is_empty():
    assert pick_language({}, "de") == ("de", "")


# --- whatever is written --------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *r"\{}$_^&%<>[]()|*`~!#\n",
        "\\frac",
        "\\val",
        "{N}",
        "\\text{",
        "a",
        "1",
        " ",
        "\n\n",
        "- ",
        "<b>",
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_text_is_compiled_or_refused_at_a_place_inside_it(source):
    try:
        template = compile_text(source, VALUES)
    except TextError as error:
        assert 1 <= error.line <= source.count("\n") + 1
        assert error.column >= 1
        return

    assert isinstance(template.html(VALUES, "en"), str)
    assert isinstance(template.text(VALUES, "ru"), str)
