"""Serves the pages with the small banks of their tests: `python -m tests.browser.server FOLDER`.

A process of its own, because the tests' process has its own database connected. Prints its port.
"""

from __future__ import annotations

import sys
from pathlib import Path

from werkzeug.serving import make_server

from service.app import create_app
from service.settings import Settings
from service.store import database
from service.use_cases.load_bank import load_bank
from tests.service.pages.conftest import BANKS


def main(folder: Path) -> None:
    settings = Settings.from_env(
        {
            "ETUDE_DATABASE_URL": f"sqlite:///{folder}/etude.sqlite3",
            "ETUDE_DATA_DIR": str(folder),
            "ETUDE_REDIS_URL": f"unix://{folder}/no-valkey.sock",
        }
    )
    app = create_app(settings)
    database.migrate()
    for bank in sorted(BANKS.iterdir()):
        files = {file.name: file.read_bytes() for file in bank.iterdir()}
        load_bank(files, actor="tests", trusted=True)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
