"""The migrations make the tables that the code describes, and can be undone."""

from __future__ import annotations

from types import ModuleType

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from service.store.migrations.run import downgrade
from service.store.tables import metadata


def test_migrated_schema_is_the_described_schema(database: ModuleType) -> None:
    with database.reading() as session:
        context = MigrationContext.configure(session, opts={"compare_type": True})

        differences = compare_metadata(context, metadata)

    assert differences == []


def test_database_is_at_the_newest_revision(database: ModuleType) -> None:
    assert database.schema_revision() == database.newest_revision()


def test_migrating_twice_changes_nothing(database: ModuleType) -> None:
    database.migrate()

    assert database.schema_revision() == database.newest_revision()


def test_migrations_can_be_undone_and_done_again(database: ModuleType) -> None:
    with database.transaction() as session:
        downgrade(session, "base")

    assert database.schema_revision() is None
    database.migrate()
    assert database.schema_revision() == database.newest_revision()
