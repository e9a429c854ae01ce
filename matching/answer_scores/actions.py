"""Start the scoring of answers by a model."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts.models import User
from assess.judging.machine.readiness import NotReady, check_ready
from assess.judging.models import Judge
from jobs.actions import create_job
from jobs.models import Job
from matching.answer_scores.measures import PROMPTS, Scored
from runs.models import Topic


def start_scoring(
    judge: Judge,
    measure: Scored,
    *,
    topics: Iterable[Topic],
    owner: User | None,
    now: datetime,
) -> Job:
    """Queue the scores that a judge has not given yet; no topics: all.

    The caller rings. Raise NotReady, with a sentence.
    """
    check_scorer(judge, measure)
    return create_job(
        "score_answers",
        scope=judge.track.uuid,
        owner=owner,
        title=f"{measure} by {judge}",
        params={
            "judge": str(judge.uuid),
            "measure": measure,
            "topics": [str(topic.uuid) for topic in topics],
        },
        now=now,
    )


def check_scorer(judge: Judge, measure: Scored) -> None:
    """Raise NotReady unless the judge can score answers now."""
    if judge.kind == Judge.BASELINE:
        raise NotReady(f"{judge} is a baseline: {measure} needs a model.")
    check_ready(judge, prompts=(PROMPTS[measure],), baseline="")
