"""The job of drafting questions."""

from exams.drafting.work import Drafting
from jobs.registry import job_kind
from jobs.run import Running


@job_kind("exam_draft", title="Draft questions")
def draft(running: Running) -> dict[str, object]:
    """Write the questions that a bank still lacks."""
    return Drafting(running).write_all()
