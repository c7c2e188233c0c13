"""How a number would be read, told while it is typed. It knows no key and keeps nothing."""

from __future__ import annotations

import flask
from flask import Response

from question_bank.model import Box, ResponseError
from question_bank.numbers import read_number
from question_bank.units import UnknownUnit
from service.pages.asking import page_language
from service.pages.messages import speak

MOST_CHARACTERS = 200


def read_aloud() -> Response:
    """`{"echo": "Read as 1.75 × 10⁹ bytes"}`; for what cannot be read, why not."""
    given = flask.request.args
    lang = page_language()
    text = given.get("text", "")[:MOST_CHARACTERS]
    box = Box(given.get("unit") or None, given.get("ask_in") or None)
    try:
        reading = read_number(text, box, lang)
    except ResponseError as refusal:
        return flask.jsonify(echo=refusal.message)
    except UnknownUnit as fault:
        return flask.make_response(flask.jsonify(echo="", fault=str(fault)), 422)
    words = "echo.asks" if reading.other else "echo"
    return flask.jsonify(echo=speak(words, lang, text=reading.read_as))
