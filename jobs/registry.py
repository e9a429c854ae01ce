"""The types of work; each app above registers its own in its ready().

    # nuggets/drafting/job.py, imported by NuggetsConfig.ready()
    @job_kind("draft")
    def draft(job: Running) -> dict[str, object] | None: ...

The callable gets the running job. It may be called again for the same job after a crash
or a retry, so it does only what is still missing.

A worker, the broker, the database or a connection may end at any moment, and all of
them recover by themselves. The resulting rules for the work, and their tests, are in
docs/decisions/0004-jobs-live-in-the-database.md: `job.fence()` first in each
transaction that writes, `job.check()` between two items, `job.step()` for the progress.

A kind whose unfinished work leaves rows or files has an `undo`. The job's holder
calls it when the job fails or is cancelled, possibly in another process than the one
that died. A second call changes nothing.

A kind also decides who may start and retry its jobs: `starter` is the only place of
that rule.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from config.registry import Registry

if TYPE_CHECKING:
    from accounts.models import User
    from jobs.run import Running

Work = Callable[["Running"], Mapping[str, object] | None]
Undo = Callable[["Running"], None]


class UnknownKind(LookupError):
    """No work is registered under this name."""


class JobError(Exception):
    """A failure of the whole job whose message is a sentence for the page."""

    ends_as = "failed"  # the job's state


class OutOfBudget(JobError):
    """The job's budget is spent; it goes on where it stopped once it is raised."""

    ends_as = "stopped"


class Starter(Enum):
    """Who may start jobs of a type; superusers may start any."""

    ORGANIZER = "people who manage the job's scope"
    SUPERUSER = "superusers alone"


@dataclass(frozen=True)
class JobKind:
    """A named type of work, its title on pages, and who may start it."""

    name: str
    title: str
    work: Work
    undo: Undo | None = None
    starter: Starter = Starter.ORGANIZER

    def may_be_started_by(self, user: "User") -> bool:
        """Return whether a person may start it in a scope that they control."""
        return user.is_superuser or self.starter is Starter.ORGANIZER


JOBS: Registry[JobKind] = Registry("job kind", unknown=UnknownKind)
kind_named, all_kinds = JOBS.get, JOBS.all


def job_kind(
    name: str,
    *,
    title: str = "",
    undo: Undo | None = None,
    starter: Starter = Starter.ORGANIZER,
) -> Callable[[Work], Work]:
    """Register the decorated callable as the work of a type; raise Taken if taken."""

    def register(work: Work) -> Work:
        said = title or name.replace("_", " ").capitalize()
        JOBS.register(JobKind(name, said, work, undo, starter))
        return work

    return register


def kinds_with_undo() -> list[str]:
    """Return the names of the kinds that have an `undo`."""
    return [kind.name for kind in JOBS if kind.undo]
