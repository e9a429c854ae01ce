"""The runs of an import, for its report."""

from __future__ import annotations

from django.db.models import QuerySet

from runs.models import Import, Run

SHOWN = 50


def imported_runs(row: Import) -> QuerySet[Run]:
    """Return the first available runs of an import, by name."""
    if row.state != Import.LANDED:
        return Run.objects.none()
    return Run.objects.visible().filter(source=row)[:SHOWN]


def particulars(run: Run) -> str:
    """Return a run's particulars in one line."""
    said = [
        run.get_task_display(),
        f"group {run.group}" if run.group else "no group",
        run.get_type_display().lower(),
    ]
    said += [f"priority {run.priority}"] if run.priority else []
    return ", ".join(said + (["control run"] if run.control else []))
