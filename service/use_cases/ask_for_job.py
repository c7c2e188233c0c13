"""Ask the workers for a piece of work."""

from __future__ import annotations

from collections.abc import Iterable

from service import queue
from service.clock import utc_now
from service.errors import NoSuchItem
from service.ids import OPERATION, new_id
from service.store import banks, jobs
from service.store.database import Session, retrying, transaction
from service.store.jobs import JobKind, JobRow


@retrying
def ask_for_job(kind: JobKind, item: str, *, actor: str) -> JobRow:
    """A job on the current revision of an item; the one there is if it is undone. NoSuchItem."""
    with transaction() as session:
        row = banks.get_item(session, item)
        if row is None or row.latest_id is None:
            raise NoSuchItem(f"There is no item {item!r}.")
        job = add_job(session, kind, row.revision_id or row.latest_id, owner=actor)
    queue.enqueue(job)
    return job


def add_job(
    session: Session, kind: JobKind, revision_id: int, *, owner: str, parent: str | None = None
) -> JobRow:
    """Keep a job on a revision, in the transaction of its cause. Enqueue it after the commit."""
    job = jobs.new_job(
        kind,
        str(revision_id),
        job_id=new_id(OPERATION),
        owner=owner,
        parent=parent,
        now=utc_now(),
    )
    return jobs.add_job(session, job)


def enqueue_after_commit(asked: Iterable[JobRow]) -> None:
    """Committed first: a worker may be faster than we are, and must find the row."""
    queue.enqueue_all(list(asked))
