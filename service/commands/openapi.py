"""`etude openapi`: the description of the API, for generators and for the repository."""

from __future__ import annotations

import json
from tempfile import TemporaryDirectory

import click


@click.command()
def openapi() -> None:
    """Print the OpenAPI description (JSON). Needs no database and no Redis.

    \b
    Example:
      etude openapi > openapi.json
    """
    from service.api.spec import openapi_document
    from service.app import create_app
    from service.settings import Settings

    with TemporaryDirectory() as folder:  # the same whatever the settings here are
        app = create_app(Settings.from_env({"ETUDE_DATA_DIR": folder}))
        click.echo(json.dumps(openapi_document(app), indent=2, ensure_ascii=False))
