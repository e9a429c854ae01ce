"""The kinds of work; each app above registers its own in its ready().

    # nuggets/drafting/job.py, imported by NuggetsConfig.ready()
    @job_kind("draft")
    def draft(job: Running) -> dict[str, object] | None: ...

The callable is given the running job and may be called again for the same job after a
crash or a retry, so it does only what is still missing.

What dies is back by itself: a worker, the broker, the database or a connection may end
at any moment. The rule that follows for the work, and what is tested of it, stand in
docs/decisions/0004-jobs-live-in-the-database.md: `job.fence()` first in each
transaction that writes, `job.check()` between two items, `job.step()` for the progress.

A kind whose work leaves something behind where it is not done says how to `undo` that.
It is called by the job's holder when the job fails or is cancelled, be it by another
process than the one that died in the middle; twice does what once does.

A kind says who may start its jobs and retry them: `starter` is the only home of that
rule.
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


class Starter(Enum):
    """Who may start jobs of a kind; superusers may start any."""

    ORGANIZER = "whoever steers the job's scope"
    SUPERUSER = "superusers alone"


@dataclass(frozen=True)
class JobKind:
    """A named kind of work, what people call it, and who may start it."""

    name: str
    title: str
    work: Work
    undo: Undo | None = None
    starter: Starter = Starter.ORGANIZER

    def may_be_started_by(self, user: "User") -> bool:
        """Say whether a person may start it in a scope that is theirs to steer."""
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
    """Register the decorated callable as the work of a kind; raise Taken if taken."""

    def register(work: Work) -> Work:
        said = title or name.replace("_", " ").capitalize()
        JOBS.register(JobKind(name, said, work, undo, starter))
        return work

    return register


def kinds_with_undo() -> list[str]:
    """Return the names of the kinds whose work is undone where it is not done."""
    return [kind.name for kind in JOBS if kind.undo]
