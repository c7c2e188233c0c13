"""How far a longer piece of work is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from service.errors import NoSuchOperation
from service.store import jobs
from service.store.clients import ClientRow
from service.store.database import reading, retrying
from service.store.jobs import JobRow


@dataclass(frozen=True, slots=True)
class Operation:
    """A piece of work with its parts. Progress is `done` of `total`: parts if it has any.

    Running while a part is undone; failed if one failed (`errors` say why).
    """

    id: str
    kind: str
    subject: str
    state: Literal["running", "done", "failed"]
    done: int
    total: int
    result: Mapping[str, Any] | None
    errors: Sequence[str]
    parts: Sequence[JobRow]
    created_at: datetime
    finished_at: datetime | None


@retrying
def read_operation(operation_id: str, *, client: ClientRow | None = None) -> Operation:
    """NoSuchOperation, also for another client's (client None: ours, we may see all)."""
    with reading() as session:
        job = jobs.get_job(session, operation_id)
        parts = jobs.parts_of(session, operation_id)
    if job is None or (client is not None and client.id != job.owner):
        raise NoSuchOperation
    return _operation(job, parts)


def _operation(job: JobRow, parts: Sequence[JobRow]) -> Operation:
    every = [job, *parts]
    ended = [one for one in every if one.state in ("done", "failed")]
    is_over = len(ended) == len(every)
    return Operation(
        id=job.id,
        kind=job.kind,
        subject=job.subject,
        state=_state(every),
        done=sum(one.state == "done" for one in parts) if parts else job.done,
        total=len(parts) if parts else job.total,
        result=job.result,
        errors=[f"{one.kind} {one.subject}: {one.error}" for one in every if one.error],
        parts=parts,
        created_at=job.created_at,
        finished_at=max(one.finished_at for one in ended if one.finished_at) if is_over else None,
    )


def _state(every: Sequence[JobRow]) -> Literal["running", "done", "failed"]:
    states = {one.state for one in every}
    if states & {"due", "running"}:
        return "running"
    return "failed" if "failed" in states else "done"
