"""Start a machine's judging."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts.models import User
from assess.judging.machine.readiness import check_ready
from assess.judging.machine.registry import Machine
from assess.judging.models import Judge
from assess.judging.screens import Subject
from jobs.actions import create_job
from jobs.models import Job
from runs.models import Topic


def start_judging(
    judge: Judge,
    machine: Machine,
    *,
    subject: Subject | None,
    topics: Iterable[Topic],
    owner: User | None,
    now: datetime,
) -> Job:
    """Queue a judge's work on one kind of label; no topics: all. The caller rings.

    Raise NotReady, with a sentence, if the judge cannot do it.
    """
    check_ready(
        judge,
        prompts=machine.prompts_of(judge),
        baseline=machine.baseline,
        takes_pairs=machine.takes_pairs,
    )
    over = f" over {subject.name}" if subject else ""
    return create_job(
        "judge",
        scope=judge.track.uuid,
        owner=owner,
        title=f"{machine.kind.title}{over} by {judge}",
        params={
            "label": machine.kind.name,
            "judge": str(judge.uuid),
            "subject": subject.uuid if subject else "",
            "topics": [str(topic.uuid) for topic in topics],
        },
        now=now,
    )
