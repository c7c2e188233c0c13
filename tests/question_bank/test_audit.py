"""Audits: each check finds the defect it is for, and says nothing of an item without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from question_bank.audit import AuditReport, Limit, Thresholds, audit_item
from question_bank.items import compile_item
from question_bank.model import (
    Item,
    LogUniform,
    NumericPart,
    Parameter,
    Rule,
    Steps,
    Tolerance,
    Values,
)

ONE_PERCENT = Tolerance(rel=Fraction(1, 100))
SEEDS = 400

FAIR = Item(
    bank="tests",
    topic="audits",
    id="product",
    title={"en": "Product", "ru": "Произведение"},
    prompt={"en": "Multiply {a} by {b:si3}.", "ru": "Умножьте {a} на {b:si3}."},
    params={"a": Steps(3, 90, 1), "b": LogUniform(1000, 10**6, 3)},
    derive={"half": "a*b/2", "p": "half*2"},
    parts=(
        NumericPart(
            "p",
            (
                Rule("key", "p", ONE_PERCENT),
                Rule("sum", "a + b", ONE_PERCENT, Fraction(1, 4), {"en": "That is the sum."}),
                Rule("ratio", "b/a", ONE_PERCENT, Fraction(1, 4), {"en": "That is the ratio."}),
            ),
        ),
    ),
)


def audit(item: Item, *, thresholds: Thresholds | None = None) -> AuditReport:
    return audit_item(compile_item(item), seeds=SEEDS, thresholds=thresholds)


def status_of(report: AuditReport, number: int) -> str:
    return next(finding.status for finding in report.findings if finding.number == number)


def with_params(params: Mapping[str, Parameter], **changes: object) -> Item:
    return replace(FAIR, params={**FAIR.params, **params}, **changes)


def with_rules(*rules: Rule, **changes: object) -> Item:
    return replace(FAIR, parts=(NumericPart("p", rules),), **changes)


def test_a_fair_item_passes_all_ten_checks() -> None:
    report = audit(FAIR)

    assert [finding.number for finding in report.findings] == list(range(1, 11))
    assert {finding.status for finding in report.findings} == {"ok"}, report.findings
    assert report.passed


def test_few_distinct_variants_fail() -> None:
    few = with_params({"a": Values((3, 4)), "b": Values((1000, 2000, 3000))})

    report = audit(few)

    assert status_of(report, 1) == "fail"
    assert not report.passed


def test_a_seed_without_a_variant_fails_and_stops_there() -> None:
    # One draw in 88,000 meets the condition: some seed finds none in 200.
    rare = replace(FAIR, require=("a == 3 and b < 1010",))

    report = audit_item(compile_item(rare, trial_draws=0), seeds=20)

    assert status_of(report, 2) == "fail"


def test_many_redraws_warn() -> None:
    picky = replace(FAIR, require=("a % 10 == 3",))

    report = audit(picky)

    assert status_of(report, 2) == "warn"


def test_a_key_that_is_often_a_shown_input_fails() -> None:
    same = replace(FAIR, derive={"half": "b", "p": "b if a < 60 else a*b"})

    report = audit(same)

    assert status_of(report, 3) == "fail"
    assert "p equals b" in next(f.detail for f in report.findings if f.number == 3)


def test_a_hidden_input_may_equal_the_key() -> None:
    hidden = replace(
        FAIR,
        prompt={"en": "Double {half}."},
        derive={"half": "b/2", "p": "2*half"},
        parts=(NumericPart("p", (Rule("key", "p", ONE_PERCENT),)),),
    )

    assert status_of(audit(hidden), 3) == "ok"


def test_a_mistake_inside_the_tolerance_fails_where_it_is_not_kept_apart() -> None:
    close = with_rules(
        Rule("key", "p", ONE_PERCENT),
        Rule("off", "p + b/100", ONE_PERCENT, Fraction(1, 2)),
        separate=False,
    )

    assert status_of(audit(close), 4) == "fail"


def test_keeping_mistakes_apart_by_many_redraws_warns() -> None:
    crowded = with_rules(
        Rule("key", "p", ONE_PERCENT),
        Rule("near", "p*(1 + (a - 3)/1000)", ONE_PERCENT, Fraction(1, 2)),
    )
    tight = Thresholds(redraws_near_key=Limit(warn=0.1, fail=1.0))

    report = audit(crowded, thresholds=tight)

    assert status_of(report, 4) == "warn"


def test_two_mistakes_with_one_value_fail() -> None:
    twins = with_rules(
        Rule("key", "p", ONE_PERCENT),
        Rule("one", "a + b", ONE_PERCENT, 0),
        Rule("other", "b + a", ONE_PERCENT, 0),
    )

    report = audit(twins)

    assert status_of(report, 5) == "fail"
    assert next(f.detail for f in report.findings if f.number == 5) == "p: one and other"


def test_an_input_shown_with_too_few_digits_fails() -> None:
    rough = replace(FAIR, prompt={"en": "Multiply {a} by {b:si1}."})

    assert status_of(audit(rough), 6) == "fail"


@pytest.mark.parametrize(
    ("prompt", "status"),
    [
        ("Multiply {a} by {b}.", "warn"),
        ("Multiply {a} by {b}. Carry 6 significant digits.", "ok"),  # it says so
    ],
)
def test_a_difference_of_large_numbers_needs_its_digits_named(prompt: str, status: str) -> None:
    cancels = replace(
        FAIR,
        prompt={"en": prompt},
        derive={"big": "1000*b + a/3", "p": "big - 1000*b + b"},
        parts=(NumericPart("p", (Rule("key", "p", ONE_PERCENT),)),),
    )

    assert status_of(audit(cancels), 7) == status


def test_an_answer_that_one_guess_often_hits_fails() -> None:
    dull = replace(FAIR, derive={"half": "a*b/2", "p": "1000000 if a < 60 else a*b"})

    assert status_of(audit(dull), 8) == "fail"


def test_a_fixed_item_is_looked_at_once() -> None:
    fixed = replace(
        FAIR,
        params={},
        derive={},
        prompt={"en": "How much is two by three?"},
        parts=(NumericPart("p", (Rule("key", "6", Tolerance(exact=True)),)),),
    )

    report = audit(fixed)

    assert report.passed
    assert status_of(report, 1) == "none"


def test_the_report_is_json_with_its_verdict() -> None:
    report = audit(FAIR).to_json()

    assert report["passed"] is True
    assert report["findings"][0] == {
        "number": 1,
        "check": "distinct variants",
        "status": "ok",
        "figure": report["findings"][0]["figure"],
        "detail": "",
    }
