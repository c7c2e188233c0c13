"""A message of the queue, taken only if it is one of ours.

Whoever can write to Redis can queue anything: here a message may name a function of
service.queue.FUNCTIONS and the id of a job's row, and nothing else.
"""

from __future__ import annotations

from typing import Any

import structlog
from rq.exceptions import DeserializationError, NoSuchJobError
from rq.job import Job

from service.ids import OPERATION, is_id
from service.queue import FUNCTIONS

_ALLOWED = {function for _, function in FUNCTIONS.values()}
_CALLS = ("success_callback_name", "failure_callback_name", "stopped_callback_name", "webhooks")
# What reading a message of a wrong form raises: in RQ it would end the worker.
_MALFORMED = (AttributeError, DeserializationError, LookupError, TypeError, ValueError)

log = structlog.get_logger()


class Message(Job):
    """An RQ job that is refused, as if it were not there, when it asks for anything else."""

    def restore(self, raw_data: Any) -> Any:
        try:
            restored = super().restore(raw_data)
            is_ours = self._names_a_job() and not _calls_back(raw_data)
        except _MALFORMED:
            is_ours = False
        if not is_ours:
            log.warning("message_refused", message=self.id)
            raise NoSuchJobError(f"{self.id} is not a message of ours")
        return restored

    def _names_a_job(self) -> bool:
        if self.func_name not in _ALLOWED or self.instance is not None or self.kwargs:
            return False
        match self.args:
            case [str(job_id)]:
                return is_id(job_id, OPERATION)
        return False


def _calls_back(raw_data: Any) -> bool:
    """Whether it wants something else called at its end."""
    return any(raw_data.get(name.encode()) for name in _CALLS)
