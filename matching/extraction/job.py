"""The job of extracting response nuggets."""

from jobs.registry import job_kind
from jobs.run import Running
from matching.extraction.work import extract_all


@job_kind("extract", title="Response nuggets")
def extract(running: Running) -> dict[str, object]:
    """Extract the nuggets of the responses that a judge has not read yet."""
    return extract_all(running)
