"""The command `etude`. Each command is imported only when it is called, so that help is quick."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

import click


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command is (`module:name`), and the line that `etude --help` says about it."""

    path: str
    summary: str
    is_shown: bool = True


COMMANDS = {
    "up": Place("service.commands.up:up", "Start the whole service on this machine."),
    "bank": Place("service.commands.bank:bank", "Check, load and describe banks of items."),
    "key": Place("service.commands.key:key", "Create, list and revoke API keys."),
    "migrate": Place("service.commands.migrate:migrate", "Bring the database up to date."),
    "doctor": Place("service.commands.doctor:doctor", "Tell what a run would find, part by part."),
    "api": Place("service.commands.api:api", "Serve the API and the pages, alone."),
    "worker": Place("service.commands.worker:worker", "Work through one queue, alone."),
    "sweep": Place("service.commands.sweep:sweep", "Wake jobs that are due, alone."),
    "openapi": Place("service.commands.openapi:openapi", "Print the OpenAPI description."),
    "prepare": Place("service.commands.prepare:prepare", "What `up` does before all.", False),
}


class Commands(click.Group):
    """A group whose commands stand in the table above."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.path.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, place.summary) for name, place in COMMANDS.items() if place.is_shown]
            )


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="etude", message="%(prog)s %(version)s")
def etude() -> None:
    """Etude: parameterized drills, graded fairly.

    \b
    Try it:          etude up
    Check a bank:    etude bank check my-bank/
    Help:            etude COMMAND --help

    Settings come from the environment (ETUDE_DATA_DIR, ETUDE_PORT, ...); docs/operations.md
    lists them.
    """


def main() -> None:
    etude(prog_name="etude")


if __name__ == "__main__":
    main()
