"""Parts of a job's page that apps above add."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from jobs.models import Job

Shown = Callable[[Job], object | None]


class Panel(NamedTuple):
    """A template, and what it shows of a job as `panel`; None: nothing."""

    template: str
    shown: Shown


_panels: list[Panel] = []


def add_panel(template: str, shown: Shown) -> None:
    """Register a part of every job's page; a second registration is ignored."""
    if (panel := Panel(template, shown)) not in _panels:
        _panels.append(panel)


def panels_of(job: Job) -> list[tuple[str, object]]:
    """Return the template and the content of each part that a job's page has."""
    found = ((each.template, each.shown(job)) for each in _panels)
    return [(template, shown) for template, shown in found if shown is not None]
