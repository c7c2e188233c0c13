"""Number boxes: an ordered list of rules, of which the first that accepts decides."""

from __future__ import annotations

from question_bank.interactions.numeric_formulas import check as check
from question_bank.interactions.numeric_formulas import conditions as conditions
from question_bank.interactions.numeric_formulas import formulas as formulas
from question_bank.interactions.numeric_formulas import names as names
from question_bank.interactions.numeric_formulas import texts as texts
from question_bank.interactions.numeric_formulas import truth as truth
from question_bank.interactions.numeric_grading import grader as grader
from question_bank.interactions.numeric_grading import right_response as right_response
from question_bank.interactions.numeric_key import dump_key as dump_key
from question_bank.interactions.numeric_key import key as key
from question_bank.interactions.numeric_key import load_key as load_key
from question_bank.interactions.numeric_presenting import explain as explain
from question_bank.interactions.numeric_presenting import present as present
