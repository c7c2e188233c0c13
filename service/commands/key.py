"""`etude key`: API keys for the programs that call the API."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from service.commands.starting import connect_once

if TYPE_CHECKING:
    from service.store.clients import KeyRow


@click.group()
def key() -> None:
    """Create, list and revoke API keys."""


@key.command()
@click.option("--name", required=True, help="The program that will use it, such as 'lms'.")
@click.option(
    "--scopes",
    required=True,
    help="'all', or names with commas between, such as attempt:read,attempt:write.",
)
def create(name: str, scopes: str) -> None:
    """Make a key and print its secret: this once, alone on the last line.

    \b
    Examples:
      etude key create --name lms --scopes attempt:read,attempt:write
      KEY=$(etude key create --name local --scopes all | tail -n 1)
    """
    from service.errors import ServiceError
    from service.use_cases.create_key import create_key

    connect_once()
    try:
        row, secret = create_key(name, [scope.strip() for scope in scopes.split(",")])
    except ServiceError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"Key {row.id} of {name}, scopes {', '.join(row.scopes)}.")
    click.echo("Its secret is shown this once; only a digest is kept:")
    click.echo(secret)


@key.command("list")
def list_() -> None:
    """List the keys: id, first characters, client, scopes, last use. Never a secret."""
    from service.use_cases.list_keys import list_keys

    connect_once()
    cursor = None
    while True:
        page = list_keys(cursor=cursor)
        for row in page.rows:
            click.echo(_line(row))
        cursor = page.next_cursor
        if cursor is None:
            break


@key.command()
@click.argument("key_id", metavar="KEY")
def revoke(key_id: str) -> None:
    """End a key, for ever. KEY is its id, as `etude key list` shows it.

    \b
    Example:
      etude key revoke key_abcdefghijklmnopqrstuvwxyz
    """
    from service.errors import ServiceError
    from service.use_cases.revoke_key import revoke_key

    connect_once()
    try:
        revoke_key(key_id)
    except ServiceError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{key_id} is revoked; processes that know it forget it within seconds.")


def _line(row: KeyRow) -> str:
    used = "never used" if row.last_used_at is None else f"used {row.last_used_at:%Y-%m-%d %H:%M}"
    state = used if row.revoked_at is None else f"revoked {row.revoked_at:%Y-%m-%d %H:%M}"
    return f"{row.id}  {row.prefix}...  {state}  {','.join(row.scopes)}"
