"""The responses behind a run's scores."""

from __future__ import annotations

from uuid import UUID

from runs.models import Response, Run


def responses_of(run: Run) -> dict[int, UUID]:
    """Return the public id of a run's response to each topic, by row number."""
    rows = Response.objects.visible().filter(run=run)
    return dict(rows.values_list("topic", "uuid"))
