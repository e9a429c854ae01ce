"""What can happen to a run once it is in."""

from datetime import datetime

from runs.models import Run


def delete_run(run: Run, *, now: datetime) -> None:
    """Put a run away; its responses and their labels stay in the database."""
    Run.objects.filter(pk=run.pk, deleted_at=None).update(deleted_at=now)
