"""A bank of one topic and two items, small enough to be loaded in every test."""

from __future__ import annotations

from collections.abc import Mapping

TOPIC = """\
format: 1
module: small.numbers
title: {en: Numbers, ru: Числа}
summary: {en: Two small items., ru: Два небольших вопроса.}
references:
  knuth1997:
    title: The Art of Computer Programming
    authors: Knuth
    year: 1997
items:
  - id: double
    title: {en: Twice a number, ru: Удвоение числа}
    difficulty: easy
    tags: [arithmetic]
    status: settled
    params:
      a: {int: {from: 1001, to: 1900}}
    derive:
      twice: "2*a"
      bytes: "a*1024"
    prompt:
      en: "What is twice {a:int}, and how many bytes are {a:int} KiB?"
      ru: "Чему равно удвоенное {a:int}, и сколько байт в {a:int} КиБ?"
    answers:
      - id: twice
        value: twice
        tol: {abs: 0.5}
        points: 2
        label: {en: Twice, ru: Удвоенное}
        why: {en: "Twice {a:int} is {twice:int}.", ru: "Дважды {a:int} — {twice:int}."}
        mistakes:
          - id: squared
            value: "a*a"
            credit: 0.5
            say: {en: "That is the square.", ru: "Это квадрат."}
      - id: bytes
        value: bytes
        unit: byte
        ask_in: KiB
        tol: {rel: 0.0001}
        points: 1
        label: {en: Size, ru: Размер}
        why: {en: "It is {a:int} KiB.", ru: "Это {a:int} КиБ."}
    solution:
      en: "Twice {a:int} is {twice:int}; {a:int} KiB are {bytes:int} bytes."
      ru: "Дважды {a:int} — {twice:int}; {a:int} КиБ — это {bytes:int} байт."
    references: [knuth1997]
    canonical: {set: {a: 1234}, expect: {twice: 2468, bytes: 1263616}}
  - id: pick
    title: {en: A prime, ru: Простое число}
    difficulty: easy
    tags: [arithmetic]
    status: settled
    prompt: {en: "Which of these is prime?", ru: "Какое из чисел простое?"}
    parts:
      - id: which
        choice:
          pick: one
          order: shuffled
          options:
            - id: seven
              credit: 1
              text: {en: "7", ru: "7"}
              why: {en: Only 1 and 7 divide it., ru: Делится лишь на 1 и 7.}
            - id: nine
              text: {en: "9", ru: "9"}
              why: {en: It is three times three., ru: Это трижды три.}
            - id: one
              text: {en: "1", ru: "1"}
              why: {en: One is a unit., ru: Единица не простое число.}
    solution: {en: "7 has no divisor but 1 and 7.", ru: "У 7 нет делителей, кроме 1 и 7."}
    references: [knuth1997]
"""

BANK = """\
format: 1
bank:
  id: small
  title: {en: A small bank, ru: Небольшой банк}
  summary: {en: For tests., ru: Для проверок.}
  languages: [en, ru]
  licence: CC0-1.0
topics: [numbers]
"""

SMALL_BANK: Mapping[str, bytes] = {
    "bank.yaml": BANK.encode(),
    "numbers.yaml": TOPIC.encode(),
}
