"""Disagreements: those that Ada settles, of hidden judges, and others about her."""

from __future__ import annotations

from django.db.models import Model

from accounts.models import User
from assess.judging.adjudication.actions import AdjudicationPlan, open_adjudication
from assess.judging.kinds import Kind
from assess.judging.models import Allocation, Judge
from assess.kinds.ptkb.kind import PTKB
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.support.kind import SUPPORT
from exams.grading.kind import EXAM
from exams.models import ExamPassage, Question
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import Nugget
from runs.models import Citation, PtkbStatement, Response, Segment
from tests.assess.judging.adjudication.dispute_work import hand, put
from tests.blindness.names import named, same
from tests.blindness.visits.adjudication import VALUES
from tests.make import NOW, make_judge, make_label, make_person

Works = dict[str, Allocation]
People = dict[str, User]
# A program or an import in one world is a person or a model in the other.
SIDES = (
    (Judge.BASELINE, Judge.IMPORT),
    (Judge.MODEL, Judge.BASELINE),
)


def _items(works: Works) -> dict[Kind, tuple[Model, ...]]:
    topic, turn = works["relevance"].topic, works["ptkb"].topic
    return {
        RELEVANCE: (topic, Segment.objects.get(uuid=named("passage"))),
        SUPPORT: (Citation.objects.get(uuid=named("citation 0 0")),),
        PTKB: (turn, PtkbStatement.objects.get(text="I sail.")),
        ASSIGNMENT: (
            Nugget.objects.get(uuid=named("fresh water floats")),
            Response.objects.get(uuid=named("response 0")),
        ),
        EXAM: (
            Question.objects.get(uuid=named("question 0")),
            ExamPassage.objects.get(uuid=named("exam passage")),
        ),
    }


def to_settle(works: Works, people: People, world: int) -> Works:
    """Let Ada settle the disagreements of two judges with other names and kinds."""
    made = {}
    for kind, rows in _items(works).items():
        work = works[kind.name]
        judges = _judges(work, kind, world)
        for judge, value in zip(judges, VALUES[kind.name], strict=True):
            put(kind, judge, *rows, value=value, details={"note": f"Side {value}"})
        plan = AdjudicationPlan(kind, judges, [people["ada"]], [work.topic])
        name = f"sentineladjudication-{kind.name}-{world}"
        found = open_adjudication(work.track, name, plan, by=people["omar"], now=NOW)
        if kind is RELEVANCE:
            found = same(found, "adjudication")
        handed = hand(found, work.topic, people["ada"])
        made[handed.work] = same(handed, f"work {handed.work}")
    return made


def _judges(work: Allocation, kind: Kind, world: int) -> list[Judge]:
    return [
        same(
            make_judge(
                work.track,
                f"sentineljudge-{kind.name}-{side}-{world}",
                kind=SIDES[world][side],
            ),
            f"judge {kind.name} {side}",
        )
        for side in range(2)
    ]


def settled_by_another(works: Works, people: People) -> None:
    """Let Ada's own label be in dispute, and Cleo settle it."""
    ada, cleo = people["ada"], people["cleo"]
    for kind, rows in _items(works).items():
        work = works[kind.name]
        own = make_person(ada, work.track)
        machine = make_judge(work.track, f"sentineljudge-against-{kind.name}")
        put(kind, machine, *rows, value=VALUES[kind.name][1])
        plan = AdjudicationPlan(kind, [own, machine], [cleo], [work.topic])
        name = f"sentineladjudication-{kind.name}-of-hers"
        found = open_adjudication(work.track, name, plan, by=people["omar"], now=NOW)
        make_label(kind, found.judge, *rows, value=VALUES[kind.name][1])
