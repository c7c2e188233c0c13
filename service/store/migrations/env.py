"""What Alembic runs for each command: the migrations, on the connection we were given."""

from __future__ import annotations

from alembic import context

from service.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # SQLite can, with the BEGIN that the store sends
)
# The caller's transaction is the one: it holds the lock against others that migrate.
context.run_migrations()
