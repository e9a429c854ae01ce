"""Start the extraction of response nuggets."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts.models import User
from assess.judging.machine.readiness import check_ready
from assess.judging.models import Judge
from jobs.actions import create_job
from jobs.models import Job
from matching.extraction.baseline import SENTENCES
from matching.extraction.model import PROMPTS
from runs.models import Topic


def start_extraction(
    judge: Judge, *, topics: Iterable[Topic], owner: User | None, now: datetime
) -> Job:
    """Queue the extraction from the responses that the judge has not read yet.

    No topics: all. The caller rings. Raise NotReady, with a sentence.
    """
    check_extractor(judge)
    return create_job(
        "extract",
        scope=judge.track.uuid,
        owner=owner,
        title=f"Response nuggets by {judge}",
        params={
            "judge": str(judge.uuid),
            "topics": [str(topic.uuid) for topic in topics],
        },
        now=now,
    )


def check_extractor(judge: Judge) -> None:
    """Raise NotReady unless the judge can extract now."""
    check_ready(judge, prompts=PROMPTS, baseline=SENTENCES.name)
