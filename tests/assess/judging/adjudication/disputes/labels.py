"""Labels in dispute, and their settlement."""

from __future__ import annotations

from uuid import uuid4

from assess.judging.adjudication.actions import settle
from assess.judging.adjudication.work import read_sheet
from assess.judging.labels.writer import Act
from assess.judging.models import Allocation, Judge
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Segment, Topic
from tests.assess.judging.adjudication.dispute_work import put
from tests.make import NOW


def labels(
    judges: list[Judge], topic: Topic, segments: list[Segment], *pairs: str
) -> None:
    """Give each segment the two judges' grades, such as "13"; "-" for none."""
    for segment, pair in zip(segments, pairs, strict=False):
        for judge, value in zip(judges, pair, strict=True):
            if value != "-":
                put(RELEVANCE, judge, topic, segment, value=value)


def settle_all(work: Allocation, value: str) -> None:
    for item in read_sheet(work).items:
        act = Act(key=uuid4(), seen=0)
        settle(work, item=item.uuid, value=value, note="", act=act, now=NOW)
