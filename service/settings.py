"""Every setting of the service: read once from the environment, all faults told together.

`SETTINGS` below is the table: name, what it means, default. Everything a run keeps lies under
`ETUDE_DATA_DIR`. Whoever starts a process reads the settings and hands them to
`service.connections.connect`; nobody else looks at the environment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


class SettingsError(Exception):
    """Settings that cannot be used, with every fault found: `ETUDE_PORT: expected ..., got ...`."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings as values. Sizes carry their unit in the name."""

    data_dir: Path
    database_url: str
    redis_url: str | None
    host: str
    port: int
    base_url: str
    proxies: int
    log_level: str
    api_workers: int
    api_threads: int
    database_pool: int
    pool_size: int
    audit_seeds: int
    lease_s: int
    sweep_s: int
    job_timeout_s: int
    job_memory_mib: int
    job_tries: int
    idempotency_days: int
    rate_limit_per_minute: int

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Settings:
        """Read every setting; SettingsError tells all faults together."""
        values: dict[str, Any] = {}
        faults: list[str] = []
        for setting in SETTINGS:
            text = environ.get(setting.name, "").strip() or setting.default
            try:
                values[setting.field] = setting.read(text)
            except ValueError as fault:
                faults.append(f"{setting.name}: expected {fault}, got {text!r}")
        if faults:
            raise SettingsError(faults)
        return cls(**_with_defaults(values))

    @property
    def is_sqlite(self) -> bool:
        return self.database_url.startswith("sqlite")


def _with_defaults(values: dict[str, Any]) -> dict[str, Any]:
    """Fill in the defaults that depend on other settings."""
    where = values["data_dir"] / "etude.sqlite3"
    values["database_url"] = values["database_url"] or f"sqlite:///{where}"
    host = "127.0.0.1" if values["host"] in ("0.0.0.0", "::") else values["host"]
    values["base_url"] = values["base_url"] or f"http://{host}:{values['port']}"
    return values


# --- how a text becomes a value; ValueError says what was expected ----------------------------


def _path(text: str) -> Path:
    return Path(text).expanduser().absolute()


def _text(text: str) -> str:
    return text


def _database_url(text: str) -> str:
    """`postgres://` and `postgresql://` both mean PostgreSQL through psycopg 3."""
    scheme, _, rest = text.partition("://")
    if text and (not rest or scheme not in _DATABASES):
        raise ValueError("sqlite:///path or postgresql://user:password@host/name")
    return f"{_DATABASES[scheme]}://{rest}" if text else ""


_DATABASES = {
    "sqlite": "sqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


def _redis_url(text: str) -> str | None:
    if text and urlsplit(text).scheme not in ("redis", "rediss", "unix"):
        raise ValueError("redis://host:port/0, rediss://... or unix:///path/to/socket")
    return text or None


def _base_url(text: str) -> str:
    parts = urlsplit(text)
    if text and (parts.scheme not in ("http", "https") or not parts.netloc):
        raise ValueError("an address such as https://etude.example.org")
    return text.rstrip("/")


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit()) or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return read


def _log_level(text: str) -> str:
    if text.lower() not in ("debug", "info", "warning", "error"):
        raise ValueError("debug, info, warning or error")
    return text.lower()


@dataclass(frozen=True, slots=True)
class Setting:
    """One line of the table. `default` is a text as it would stand in the environment."""

    name: str
    field: str
    read: Callable[[str], Any]
    default: str
    meaning: str


SETTINGS: tuple[Setting, ...] = (
    Setting("ETUDE_DATA_DIR", "data_dir", _path, "data", "folder of everything a run keeps"),
    Setting(
        "ETUDE_DATABASE_URL",
        "database_url",
        _database_url,
        "",
        "sqlite:///path or postgresql://...; default: SQLite in the data folder",
    ),
    Setting(
        "ETUDE_REDIS_URL",
        "redis_url",
        _redis_url,
        "",
        "redis://... or unix://...; default: `etude up` starts its own",
    ),
    Setting("ETUDE_HOST", "host", _text, "127.0.0.1", "address the API listens on"),
    Setting("ETUDE_PORT", "port", _whole(1, 65535), "8000", "port the API listens on"),
    Setting(
        "ETUDE_BASE_URL", "base_url", _base_url, "", "how others reach us; default: host, port"
    ),
    Setting(
        "ETUDE_PROXIES",
        "proxies",
        _whole(0, 10),
        "0",
        "proxies before the API whose X-Forwarded-For is to be believed",
    ),
    Setting("ETUDE_LOG_LEVEL", "log_level", _log_level, "info", "debug, info, warning or error"),
    Setting("ETUDE_API_WORKERS", "api_workers", _whole(1, 64), "2", "API processes"),
    Setting("ETUDE_API_THREADS", "api_threads", _whole(1, 64), "8", "threads of an API process"),
    Setting(
        "ETUDE_DATABASE_POOL",
        "database_pool",
        _whole(1, 200),
        "10",
        "most database connections of one process",
    ),
    Setting("ETUDE_POOL_SIZE", "pool_size", _whole(1, 100_000), "1000", "variants kept per item"),
    Setting(
        "ETUDE_AUDIT_SEEDS",
        "audit_seeds",
        _whole(10, 100_000),
        "2000",
        "seeds an item is audited with",
    ),
    Setting("ETUDE_LEASE_S", "lease_s", _whole(1, 3600), "30", "seconds a job holds its row"),
    Setting("ETUDE_SWEEP_S", "sweep_s", _whole(1, 3600), "5", "seconds between two sweeps"),
    Setting("ETUDE_JOB_TIMEOUT_S", "job_timeout_s", _whole(1, 3600), "60", "longest run of a job"),
    Setting(
        "ETUDE_JOB_MEMORY_MIB",
        "job_memory_mib",
        _whole(128, 65536),
        "1024",
        "most address space of a running job",
    ),
    Setting("ETUDE_JOB_TRIES", "job_tries", _whole(1, 100), "8", "tries before a job has failed"),
    Setting(
        "ETUDE_IDEMPOTENCY_DAYS",
        "idempotency_days",
        _whole(1, 365),
        "7",
        "days an Idempotency-Key is remembered",
    ),
    Setting(
        "ETUDE_RATE_LIMIT_PER_MINUTE",
        "rate_limit_per_minute",
        _whole(1, 10_000_000),
        "3000",
        "requests a key (or a visitor's address) may make in a minute",
    ),
)


# --- the settings of this process -------------------------------------------------------------

_current: Settings | None = None


def use_settings(settings: Settings) -> None:
    """Said once, by whoever starts the process (see service.connections)."""
    global _current
    _current = settings


def current_settings() -> Settings:
    """The settings this process was started with."""
    if _current is None:
        raise RuntimeError("no settings yet: call service.connections.connect(settings) first")
    return _current
