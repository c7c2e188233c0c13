"""What every process does once at its start: take the settings, reach the database and Redis."""

from __future__ import annotations

from service import short_lived
from service.settings import Settings, use_settings
from service.store import database


def connect(settings: Settings) -> None:
    """Make this process ready for use cases. Connections are opened when first needed."""
    use_settings(settings)
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    database.connect(settings)
    short_lived.connect(settings)


def disconnect() -> None:
    """Close what is open; `connect` may follow again."""
    database.dispose()
    short_lived.dispose()
