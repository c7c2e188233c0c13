"""Choices: pick the right option, or all that hold. Options are texts, or values of formulas."""

from __future__ import annotations

from question_bank.interactions.choice_formulas import check as check
from question_bank.interactions.choice_formulas import conditions as conditions
from question_bank.interactions.choice_formulas import formulas as formulas
from question_bank.interactions.choice_formulas import names as names
from question_bank.interactions.choice_formulas import texts as texts
from question_bank.interactions.choice_formulas import truth as truth
from question_bank.interactions.choice_grading import grader as grader
from question_bank.interactions.choice_grading import right_response as right_response
from question_bank.interactions.choice_key import dump_key as dump_key
from question_bank.interactions.choice_key import key as key
from question_bank.interactions.choice_key import load_key as load_key
from question_bank.interactions.choice_presenting import explain as explain
from question_bank.interactions.choice_presenting import present as present
