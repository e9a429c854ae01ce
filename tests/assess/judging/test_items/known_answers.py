"""Work that holds known answers, and its grades."""

from __future__ import annotations

from uuid import uuid4

from accounts.models import User
from assess.judging.labels.writer import Act
from assess.judging.models import Allocation, Judge
from runs.models import Segment, Topic
from tests.assess.kinds.relevance.relevance_work import Said, label_relevance
from tests.make import NOW, make_allocation


def work_with_known(topic: Topic, person: User, known: Judge, kind: str) -> Allocation:
    work = make_allocation(topic, person, work=kind)
    work.known = known
    work.save(update_fields=["known"])
    return work


def grade(work: Allocation, segment: Segment, value: str) -> None:
    act = Act(uuid4(), 0)
    label_relevance(
        work, segment=segment.uuid, value=value, said=Said(), act=act, now=NOW
    )
