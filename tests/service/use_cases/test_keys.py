"""Keys: made, told once, recognised by their digest, ended."""

from __future__ import annotations

from datetime import timedelta
from types import ModuleType

import pytest

from service.clock import utc_now
from service.errors import InvalidText, NoSuchKey, NotAuthenticated, UnknownScope
from service.ids import KEY, is_id
from service.store import audit_log
from service.store.database import reading
from service.use_cases.authenticate import authenticate
from service.use_cases.create_key import SCOPES, create_key
from service.use_cases.list_keys import list_keys
from service.use_cases.revoke_key import revoke_key

pytestmark = pytest.mark.usefixtures("database")


def test_key_opens_what_it_was_made_for() -> None:
    key, secret = create_key("course site", ["attempt:write", "content:read"])

    caller = authenticate(secret)

    assert is_id(key.id, KEY)
    assert caller.name == "course site"
    assert caller.key_id == key.id
    assert caller.scopes == ["content:read", "attempt:write"]


def test_all_means_every_scope() -> None:
    key, _ = create_key("operator", ["all"])

    assert key.scopes == list(SCOPES)


def test_secret_is_not_kept() -> None:
    _, secret = create_key("course site", ["all"])

    kept = list_keys().rows[0]

    assert secret not in repr(kept)
    assert secret.startswith(kept.prefix)
    assert len(secret) > len(kept.prefix) + 40


def test_second_key_of_a_name_belongs_to_the_same_client() -> None:
    _, old = create_key("course site", ["all"])
    _, new = create_key("course site", ["all"])

    assert authenticate(old).id == authenticate(new).id


@pytest.mark.parametrize("secret", ["", "ak_live_nothing", "x" * 1000, "\ud800"])
def test_unknown_secret_opens_nothing(secret: str) -> None:
    with pytest.raises(NotAuthenticated):
        authenticate(secret)


def test_expired_key_opens_nothing() -> None:
    _, secret = create_key("guest", ["all"], expires_at=utc_now() - timedelta(seconds=1))

    with pytest.raises(NotAuthenticated):
        authenticate(secret)


def test_revoked_key_opens_nothing() -> None:
    key, secret = create_key("guest", ["all"])
    authenticate(secret)

    revoke_key(key.id)

    with pytest.raises(NotAuthenticated):
        authenticate(secret)
    with pytest.raises(NoSuchKey):
        revoke_key(key.id)


def test_use_of_a_key_is_noted() -> None:
    key, secret = create_key("guest", ["all"])
    before = utc_now()

    authenticate(secret)

    (kept,) = [row for row in list_keys().rows if row.id == key.id]
    assert kept.last_used_at is not None
    assert kept.last_used_at >= before


def test_unknown_scope_is_refused_by_name() -> None:
    with pytest.raises(UnknownScope, match="content:all"):
        create_key("guest", ["content:all"])


@pytest.mark.parametrize("name", ["", "x" * 201, "line\nbreak", "nul\0"])
def test_name_must_be_a_short_printable_text(name: str) -> None:
    with pytest.raises(InvalidText):
        create_key(name, ["all"])


def test_making_and_revoking_stand_in_the_audit_log(database: ModuleType) -> None:
    key, _ = create_key("guest", ["all"], actor="cli")
    revoke_key(key.id, actor="cli")

    with reading() as session:
        rows = audit_log.list_rows(session)

    told = [(row.action, row.subject, row.actor) for row in rows]
    assert told == [("key.created", key.id, "cli"), ("key.revoked", key.id, "cli")]
