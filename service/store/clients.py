"""Programs that call the API, and their keys. Only a digest of a key's secret is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, ForeignKey, Table, Text, insert, select, update

from service.store.columns import Moment, metadata
from service.store.database import Session
from service.store.rows import all_rows, changed, one_or_none

clients = Table(
    "clients",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("created_at", Moment, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("client_id", ForeignKey("clients.id"), nullable=False, index=True),
    Column("prefix", Text, nullable=False),  # the first characters, to recognise a key by
    Column("digest", Text, nullable=False, unique=True),  # SHA-256 of the secret, hex
    Column("scopes", JSON, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment),
    Column("revoked_at", Moment),
    Column("last_used_at", Moment),
)


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key without its secret."""

    id: str
    client_id: str
    prefix: str
    digest: str
    scopes: Sequence[str]
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class ClientRow:
    """A caller: the client, and the key it called with."""

    id: str
    name: str
    key_id: str
    prefix: str
    scopes: Sequence[str]
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None


def client_named(session: Session, name: str) -> str | None:
    """The id of a client."""
    return session.execute(select(clients.c.id).where(clients.c.name == name)).scalar()


def add_client(session: Session, client_id: str, name: str, created_at: datetime) -> None:
    session.execute(insert(clients).values(id=client_id, name=name, created_at=created_at))


def add_key(session: Session, values: Mapping[str, Any]) -> KeyRow:
    session.execute(insert(keys).values(**values))
    return KeyRow(**values)


def get_key(session: Session, key_id: str) -> KeyRow | None:
    return one_or_none(session, select(keys).where(keys.c.id == key_id), KeyRow)


def list_keys(session: Session, *, after: str = "", limit: int = 200) -> list[KeyRow]:
    query = select(keys).where(keys.c.id > after).order_by(keys.c.id).limit(limit)
    return all_rows(session, query, KeyRow)


def caller_of(session: Session, digest: str) -> ClientRow | None:
    """Who calls with a secret of this digest; expired and revoked keys too."""
    query = (
        select(
            clients.c.id,
            clients.c.name,
            keys.c.id.label("key_id"),
            keys.c.prefix,
            keys.c.scopes,
            keys.c.expires_at,
            keys.c.revoked_at,
            keys.c.last_used_at,
        )
        .join(keys, keys.c.client_id == clients.c.id)
        .where(keys.c.digest == digest)
    )
    return one_or_none(session, query, ClientRow)


def mark_used(session: Session, key_id: str, at: datetime) -> None:
    session.execute(update(keys).where(keys.c.id == key_id).values(last_used_at=at))


def revoke(session: Session, key_id: str, at: datetime) -> bool:
    query = update(keys).where(keys.c.id == key_id, keys.c.revoked_at.is_(None))
    return changed(session.execute(query.values(revoked_at=at)))
