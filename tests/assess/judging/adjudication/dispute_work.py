"""Work on disagreements: every label of another kind's world is in dispute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Model, QuerySet

from accounts.models import User
from assess.judging.adjudication.actions import AdjudicationPlan, open_adjudication
from assess.judging.adjudication.disputes import Dispute
from assess.judging.adjudication.exhibits import work_name
from assess.judging.adjudication.work import read_sheet
from assess.judging.kernel.disputes import Threshold
from assess.judging.kinds import Kind
from assess.judging.models import Adjudication, Allocation, Judge
from assess.judging.work.desk import DESKS
from runs.models import Topic
from tests.assess.judging.work.world import Spot, World
from tests.make import NOW, make_allocation, make_judge, make_topic


@dataclass(frozen=True, kw_only=True)
class Settling(World):
    """Ada's work, and its adjudication."""

    adjudication: Adjudication

    def judge_of(self, person: User) -> Judge:
        """Return the judge of the adjudication."""
        return self.adjudication.judge

    def labels(self) -> QuerySet[Any]:
        """Return only the adjudicated labels."""
        return super().labels().exclude(judge__name__startswith="judge ")

    def make_bare(self, ada: User) -> Allocation:
        """Hand out a topic without disputes."""
        return hand(self.adjudication, make_topic(self.track, "15"), ada)


def make_settling(base: World, ada: User) -> Settling:
    """Let two judges disagree on every label of a world, and Ada settle it."""
    kind, topic = base.desk.kind, base.work.topic
    judges = [make_judge(base.track, f"judge {name}") for name in ("one", "two")]
    for judge, value in zip(judges, base.values, strict=True):
        for spot in base.spots:
            put(kind, judge, *spot.rows, value=value)
    base.work.delete()
    adjudication = open_for(ada, kind, judges, topics=[topic])
    work = hand(adjudication, topic, ada)
    by_item = {tuple(row.pk for row in spot.rows): spot.rows for spot in base.spots}
    desk = DESKS.get(work_name(kind))
    spots = [_spot(each, by_item[each.item]) for each in read_sheet(work).items]
    return Settling(
        desk=desk,
        below=desk.name,
        work=work,
        spots=spots,
        values=base.values,
        left=f"{len(spots)} disagreements left",
        complete="Every disagreement is settled",
        position="{page} of {pages} · {done} settled",
        beside={"note": ""},
        adjudication=adjudication,
    )


def _spot(dispute: Dispute, rows: tuple[Model, ...]) -> Spot:
    return Spot(page=dispute.uuid, rows=rows, script={"item": str(dispute.uuid)})


def put(
    kind: Kind,
    judge: Judge,
    *rows: Model,
    value: str,
    details: Mapping[str, object] | None = None,
) -> None:
    """Write a label without changes."""
    item = dict(zip(kind.item, rows, strict=True))
    said = {"value": value, "details": dict(details or {}), "at": NOW}
    kind.model.objects.create(judge=judge, **item, **said)


def open_for(
    ada: User,
    kind: Kind,
    judges: list[Judge],
    *,
    topics: list[Topic],
    threshold: Threshold | None = None,
    name: str = "settled",
    hides_labels: bool = False,
) -> Adjudication:
    """Open an adjudication with Ada as its one adjudicator."""
    plan = AdjudicationPlan(kind, judges, [ada], topics, hides_labels=hides_labels)
    return open_adjudication(
        judges[0].track,
        name,
        replace(plan, threshold=threshold) if threshold else plan,
        by=ada,
        now=NOW,
    )


def hand(adjudication: Adjudication, topic: Topic, ada: User) -> Allocation:
    """Hand a topic's disagreements to a person."""
    work = make_allocation(topic, ada, work=f"disputed_{adjudication.kind}")
    work.subject = str(adjudication.uuid)
    work.save(update_fields=["subject"])
    return work
