"""The real application with one more route: a single durable INSERT, to compare with."""

from __future__ import annotations

import os
from typing import Any

from flask import request
from sqlalchemy import Column, Integer, MetaData, Table, Text, insert

from service.app import create_app
from service.settings import Settings
from service.store.database import transaction

# Of its own metadata: the server's processes import this module twice, by two names.
rows = Table(
    "bench_rows",
    MetaData(),
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("body", Text, nullable=False),
)


def make_app() -> Any:
    app = create_app(Settings.from_env(os.environ))
    app.add_url_rule("/bench/insert", view_func=_insert, methods=["POST"])
    return app


def _insert() -> tuple[dict[str, bool], int]:
    with transaction() as session:
        session.execute(insert(rows).values(body=request.get_data(as_text=True)))
    return {"kept": True}, 201


def serve(port: int) -> None:
    """With the processes and threads of `etude api`."""
    from granian.constants import HTTPModes, Interfaces
    from granian.server import Server

    Server(
        "tests.bench.server:make_app",
        factory=True,
        address="127.0.0.1",
        port=port,
        interface=Interfaces.WSGI,
        workers=2,
        blocking_threads=8,
        http=HTTPModes.http1,
        websockets=False,
        log_enabled=False,
    ).serve()


if __name__ == "__main__":
    serve(int(os.environ["ETUDE_PORT"]))
