"""Bytes of a bank file to text: size, encoding and characters are judged before any parser runs."""

from __future__ import annotations

import re

from question_bank.model import BankError, Issue

MAX_BYTES = 2_000_000
MAX_TOLD = 20  # faults of one kind that are told of one file
# Controls, and the line ends that only some parsers take for one.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
# The same for a text whose characters were written as escapes.
NO_CHARACTER = re.compile(CONTROL.pattern[:-1] + "\ud800-\udfff]")


def decode(file: str, content: bytes) -> str:
    """The text of a file, its lines ended by \\n alone. Raises BankError."""
    if len(content) > MAX_BYTES:
        size = f"{len(content):,} bytes"
        raise BankError([_issue("too_big", f"a file has at most {MAX_BYTES:,}, got {size}", file)])
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BankError([_issue("encoding", "expected UTF-8, got UTF-16", file, 1, 1)])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BankError([_not_utf8(file, content, error.start)]) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    odd = [
        _issue("control", f"the character U+{ord(match[0]):04X} cannot stand in a bank", file, *at)
        for match, at in located(CONTROL, text)
    ]
    if odd:
        raise BankError(odd)
    return text


def located(pattern: re.Pattern[str], text: str) -> list[tuple[re.Match[str], tuple[int, int]]]:
    """The first matches, each with its line and column from 1."""
    out = []
    line, begin = 1, 0
    for match in pattern.finditer(text):
        line += text.count("\n", begin, match.start())
        begin = match.start()
        out.append((match, (line, begin - text.rfind("\n", 0, begin))))
        if len(out) == MAX_TOLD:
            break
    return out


def _not_utf8(file: str, content: bytes, at: int) -> Issue:
    before = content[:at]
    line = before.count(b"\n") + 1
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8-sig", "replace")) + 1
    return _issue(
        "encoding", f"expected UTF-8, got the byte 0x{content[at]:02X}", file, line, column
    )


def _issue(
    code: str, message: str, file: str, line: int | None = None, column: int | None = None
) -> Issue:
    return Issue(code, message, file=file, line=line, column=column)
