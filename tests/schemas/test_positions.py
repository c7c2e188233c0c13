"""What the engine finds wrong with an item is told at the line where the author wrote it."""

from __future__ import annotations

import re

from tests.schemas.banks import check_yaml

# Each fault names the line it stands on: `q12` in line 12, and so on.
ITEMS = """\
format: 1
module: demo.wrong
title: {en: "Wrong"}
functions:
  twice(x): "2*x"
items:
- id: boxes
  title: {en: "A title with {q8}"}
  params: {N: {choice: [1, 2]}}
  derive:
    A: "twice(N) + q11"
  require: ["N > q12"]
  prompt:
    en: |
      A first line

      and a third with {q17}.
  answers:
  - id: a
    value: "q20"
    label: {en: "{q21}"}
    tol: {range: ["q22", "9"]}
    also:
    - "q24"
    - {value: "N + 2", say: {en: "{q25}"}}
    mistakes:
    - {id: m, value: "q27"}
    - {id: n, value: "N*2", credit: 0.5, say: {en: "{q28}"}}
    why:
      en: "{q30}"
  table:
    rows: {r: [1, 2]}
    cols: {c: [1, 2]}
    cell: "N*r*c*q34"
    tol: exact
    mistakes: [{id: x, value: "q36"}]
    why: {en: "{q37}"}
    row_label: {en: "{q38}"}
    col_label: {en: "{q39}"}
  choices:
    key: "N + q41"
    why: {en: "{q42}"}
    wrong:
    - {id: w, value: "q44", say: {en: "{q44}"}}
  hints:
  - {en: "{q46}"}
  solution:
    en:
    - "fine"
    - "{q50}"
- id: parts
  title: {en: "Parts"}
  prompt: {en: "Text"}
  parts:
  - {id: n, value: "q55", tol: exact}
  - id: c
    label: {en: "{q57}"}
    choice:
      options:
      - {id: x, credit: 1, text: {en: "{q60}"}, why: {en: "w"}}
      - {id: y, value: "q61", why: {en: "w"}}
  - id: long
    rules:
    - {id: k, value: "q64", tol: exact}
    - {id: l, value: "q65", tol: {rel: 1}, credit: 0.5}
  hints: [{en: "one $\\\\foo$"}]
  solution: [{en: "ok"}, {en: "{q67}"}]
"""


def test_every_fault_of_a_compiled_item_is_told_on_its_line():
    lines = ITEMS.split("\n")
    wanted = {
        (number, name) for number, line in enumerate(lines, 1) for name in re.findall(r"q\d+", line)
    }
    assert all(name == f"q{number}" for number, name in wanted)

    issues = check_yaml(ITEMS).issues

    found = {(issue.line, name) for issue in issues for name in re.findall(r"q\d+", issue.message)}
    assert found == wanted


def test_a_fault_is_told_once_though_all_cells_of_a_table_share_it():
    issues = check_yaml(ITEMS).issues

    assert sum("q34" in issue.message for issue in issues) == 1
    assert sum("q22" in issue.message for issue in issues) == 1


def test_a_fault_in_a_text_is_told_at_its_column():
    issues = check_yaml(ITEMS).issues

    places = {issue.message.split()[-1]: (issue.line, issue.column) for issue in issues}
    assert places["'q17'"] == (17, 24)
    assert places["'q8'"] == (8, 29)
    (command,) = [issue for issue in issues if "foo" in issue.message]
    assert (command.line, command.column) == (66, 22)


def test_a_fault_of_a_function_is_told_where_the_topic_gives_it():
    text = ITEMS.replace('"2*x"', '"2*(x"').replace("+ q11", "")

    issues = check_yaml(text).issues

    assert ("functions.twice(x)", 5) in [(issue.path, issue.line) for issue in issues]


def test_a_published_figure_that_is_wrong_is_told_at_the_figure():
    checked = check_yaml("""\
format: 1
module: demo.figures
title: {en: "Figures"}
items:
- id: one
  title: {en: "One"}
  params: {a: {int: {from: 1, to: 99}}}
  derive: {s: "a*2"}
  prompt: {en: "Twice {a}?"}
  answers: [{id: s, value: s, tol: exact}]
  canonical:
    set: {a: 2}
    expect:
      s: 5
""")

    (issue,) = checked.issues
    assert (issue.code, issue.line, issue.path) == ("canonical", 14, "items[0].canonical.expect.s")
