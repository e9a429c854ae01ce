"""The job of drafting."""

from jobs.registry import job_kind
from jobs.run import Running
from nuggets.drafting.work import draft_all


@job_kind("draft", title="Draft nuggets")
def draft(running: Running) -> dict[str, object]:
    """Draft the topics that a bank still lacks."""
    return draft_all(running)
