"""The long work of judging."""

from assess.judging.machine.judging import judge_all
from jobs.registry import job_kind
from jobs.run import Running


@job_kind("judge", title="Automatic judging")
def judge(running: Running) -> dict[str, object]:
    """Give the labels that a machine judge's scope still misses."""
    return judge_all(running)
