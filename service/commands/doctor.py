"""`etude doctor`: what a run would find here, part by part, each with what to do about it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from service.commands.starting import read_settings

if TYPE_CHECKING:
    from redis import Redis

    from service.settings import Settings

_ENOUGH_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class Finding:
    is_good: bool
    words: str


@click.command()
@click.option("--only", multiple=True, metavar="PART", help="Look at this part only; repeatable.")
def doctor(only: tuple[str, ...]) -> None:
    """Tell what a run would find here. Exit status 1 if something would keep it from working.

    The parts are data-folder, database, redis, port; and api, which must be named: it asks the
    running service whether it is ready.

    \b
    Examples:
      ETUDE_REDIS_URL=redis://localhost:6379/0 etude doctor
      etude doctor --only api
    """
    if unknown := set(only) - set(LOOKS):
        raise click.BadParameter(f"{', '.join(unknown)}; there are {', '.join(LOOKS)}")
    settings = read_settings()
    findings = {name: LOOKS[name](settings) for name in only or BEFORE_A_RUN}
    for name, finding in findings.items():
        click.echo(f"{'ok ' if finding.is_good else 'BAD'}  {name:<12} {finding.words}")
    if not all(finding.is_good for finding in findings.values()):
        raise SystemExit(1)


def _data_folder(settings: Settings) -> Finding:
    folder = settings.data_dir
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if not os.access(there, os.W_OK):
        return Finding(False, f"{there} cannot be written to: choose another with ETUDE_DATA_DIR")
    free = shutil.disk_usage(there).free
    return Finding(free >= _ENOUGH_BYTES, f"{folder}, {free / (1 << 30):.1f} GiB free")


def _database(settings: Settings) -> Finding:
    from service import connections
    from service.use_cases.check_readiness import check_readiness

    if settings.is_sqlite and not (settings.data_dir / "etude.sqlite3").exists():
        return Finding(True, "SQLite, not made yet: `etude up` or `etude migrate` makes it")
    connections.connect(settings)
    found = check_readiness()
    connections.disconnect()
    kind = "SQLite" if settings.is_sqlite else "PostgreSQL"
    if found.database != "ok":
        return Finding(False, f"{kind} does not answer: check ETUDE_DATABASE_URL")
    if found.schema != "current":
        return Finding(False, f"{kind} answers, its schema is {found.schema}: run `etude migrate`")
    return Finding(True, f"{kind}, up to date")


def _redis(settings: Settings) -> Finding:
    if settings.redis_url is None:
        return _own_valkey()
    import redis

    client = redis.Redis.from_url(settings.redis_url, socket_timeout=2, socket_connect_timeout=2)
    try:
        return _running_redis(client)
    except redis.RedisError as fault:
        return Finding(False, f"does not answer ({fault}): check ETUDE_REDIS_URL")
    finally:
        client.close()


def _running_redis(client: Redis) -> Finding:
    """Queued work must not be thrown away when memory is short, so nothing may be evicted."""
    facts = client.info()
    version = f"version {facts.get('valkey_version') or facts['redis_version']}"
    policy = facts.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        return Finding(False, f"{version}, but maxmemory-policy is {policy}: set noeviction")
    kept = "kept on disk" if facts.get("aof_enabled") else "not kept on disk (appendonly no)"
    return Finding(True, f"{version}, nothing is evicted, {kept}")


def _own_valkey() -> Finding:
    from service.processes.valkey import NoValkey, find_valkey

    try:
        return Finding(True, f"`etude up` will start {find_valkey()}")
    except NoValkey as fault:
        return Finding(False, str(fault))


def _port(settings: Settings) -> Finding:
    from service.processes.ports import PortTaken, check_port

    try:
        check_port(settings.host, settings.port)
    except PortTaken as fault:
        return Finding(False, f"{fault} (if that is Etude itself, all is well)")
    return Finding(True, f"{settings.host} port {settings.port} is free")


def _api(settings: Settings) -> Finding:
    from service.processes.readiness import readiness

    missing = readiness(settings)
    if missing is None:
        return Finding(True, "ready")
    return Finding(False, f"not ready, missing: {missing}")


LOOKS: dict[str, Callable[[Settings], Finding]] = {
    "data-folder": _data_folder,
    "database": _database,
    "redis": _redis,
    "port": _port,
    "api": _api,
}
BEFORE_A_RUN = ("data-folder", "database", "redis", "port")
