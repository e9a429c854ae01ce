"""Change a run's particulars other than its content, with a history."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from runs.models import Run, RunEdit

LATEST = 50  # edits on a page
PARTICULARS = ("group", "task", "type", "priority", "control", "category")


class RunChanged(Exception):
    """Somebody else changed the run in the meantime."""


class Change(NamedTuple):
    """One changed column of an edit, in words."""

    name: str
    before: str
    after: str


def tasks_like(task: str) -> tuple[tuple[str, str], ...]:
    """Return the tasks that are possible for the content of such a run."""
    return tuple(each for each in Run.TASKS if (each[0] == Run.R) == (task == Run.R))


def edits_of(run: Run) -> QuerySet[RunEdit]:
    """Return the edits of a run and of those that it replaced, the latest first."""
    edits = RunEdit.objects.filter(run__track=run.track_id, run__name=run.name)
    return edits.select_related("by")


def trail_of(run: Run) -> list[tuple[RunEdit, list[Change]]]:
    """Return the latest changes of a run, the latest first."""
    return [(edit, _changes(edit)) for edit in edits_of(run)[:LATEST]]


def edit_run(
    run: Run,
    wanted: Mapping[str, Any],
    *,
    by: User | None,
    now: datetime,
    seen: int | None = None,
) -> bool:
    """Change a run's particulars; return whether any differs.

    seen: the number of edits that the page showed, None for no check; raise RunChanged
    if there are more.
    """
    with transaction.atomic():
        row = Run.objects.select_for_update().get(pk=run.pk)
        if seen is not None and edits_of(row).count() != seen:
            raise RunChanged("Somebody changed this run since you opened the page.")
        before = {name: getattr(row, name) for name in PARTICULARS}
        if not trace(row, before, wanted, by=by, now=now):
            return False
        Run.objects.filter(pk=row.pk).update(**wanted)
    return True


def trace(
    run: Run,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    *,
    by: User | None,
    now: datetime,
) -> bool:
    """Record which particulars change; return whether any does."""
    names = [name for name in PARTICULARS if name in after]
    changed = [name for name in names if before[name] != after[name]]
    if changed:
        RunEdit.objects.create(
            run=run,
            by=by,
            before={name: before[name] for name in changed},
            after={name: after[name] for name in changed},
            at=now,
        )
    return bool(changed)


def _changes(edit: RunEdit) -> list[Change]:
    return [
        Change(name, _shown(edit.before.get(name)), _shown(value))
        for name, value in edit.after.items()
    ]


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, "") else str(value)
