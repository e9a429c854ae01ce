"""The job of making a bank without duplicates by a model."""

from jobs.registry import job_kind
from jobs.run import Running
from matching.duplicates.work import deduplicate_by_model


@job_kind("deduplicate", title="Duplicates")
def deduplicate(running: Running) -> dict[str, object]:
    """Let a model compare gold nuggets, then make a bank without duplicates."""
    return deduplicate_by_model(running)
