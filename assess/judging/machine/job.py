"""The job of judging by machine."""

from assess.judging.machine.judging import judge_all
from jobs.registry import job_kind
from jobs.run import Running


@job_kind("judge", title="Automatic judging")
def judge(running: Running) -> dict[str, object]:
    """Give the labels that a machine judge's scope still lacks."""
    return judge_all(running)
