"""Log lines: one JSON object each, or coloured text where a person is watching a terminal.

Every line has `time` (UTC), `level`, `event` and the `part` of the service that wrote it; what is
bound with `structlog.contextvars` (request id, job id) is on it too. Lines of other libraries come
out in the same form. Secrets are replaced before anything is written.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import IO, Any

import structlog
from structlog.typing import EventDict, Processor

HIDDEN = "***"
_SECRET_NAMES = re.compile(r"secret|token|password|authorization|cookie|api_?key|private", re.I)
_SECRET_TEXTS = re.compile(
    r"(?<=Bearer )[^\s'\"]+"  # an Authorization header
    r"|(?<=://)[^\s/@]*:[^\s/@]+(?=@)"  # user and password of a URL
)
# They tell of each step at "info"; here that is of use only to somebody who looks for a fault.
_CHATTY = ("alembic.", "rq.", "werkzeug")


def configure_logging(level: str, *, part: str, stream: IO[str] | None = None) -> None:
    """Say once, at the start of a process, how it logs: JSON, unless the stream is a terminal.

    The stream is stderr by default; `level` is debug, info, warning or error.
    """
    stream = stream or sys.stderr
    pretty = stream.isatty()
    shared = _shared_processors(part)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=_last_processors(pretty=pretty)
        )
    )
    if level != "debug":
        handler.addFilter(_matters)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())


def _matters(record: logging.LogRecord) -> bool:
    """A filter, because some libraries set the level of their own loggers."""
    return record.levelno >= logging.WARNING or not record.name.startswith(_CHATTY)


def _shared_processors(part: str) -> list[Processor]:
    def name_part(_: object, __: str, line: EventDict) -> EventDict:
        line.setdefault("part", part)
        return line

    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.ExtraAdder(),
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        name_part,
    ]


def _last_processors(*, pretty: bool) -> list[Processor]:
    remove_meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    if pretty:
        console = structlog.dev.ConsoleRenderer(
            timestamp_key="time", exception_formatter=structlog.dev.plain_traceback
        )
        return [remove_meta, hide_secrets, console]
    return [
        remove_meta,
        structlog.processors.format_exc_info,
        hide_secrets,
        structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
    ]


def hide_secrets(_: object, __: str, line: EventDict) -> EventDict:
    """Replace what is called a secret, and what looks like one inside a text."""
    return _without_secrets(line)


def _without_secrets(values: MutableMapping[str, Any]) -> dict[str, Any]:
    return {
        name: HIDDEN if _SECRET_NAMES.search(name) else _without_secret_texts(value)
        for name, value in values.items()
    }


def _without_secret_texts(value: Any) -> Any:
    match value:
        case str():
            return _SECRET_TEXTS.sub(HIDDEN, value)
        case dict():
            return _without_secrets(value)
        case list() | tuple():
            return [_without_secret_texts(each) for each in value]
        case _:
            return value
