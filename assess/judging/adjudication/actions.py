"""Changes of an adjudication: open it, settle its items, close it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import User
from assess.judging.adjudication.disputes import said_by
from assess.judging.adjudication.exhibits import work_name
from assess.judging.adjudication.work import find_compared
from assess.judging.allocations.actions import Terms
from assess.judging.judges.actions import (
    JudgeExists,
    check_room_for_judge,
    create_panel,
)
from assess.judging.kernel.disputes import Threshold
from assess.judging.kinds import Kind, get_kind
from assess.judging.labels.reader import people_behind
from assess.judging.labels.writer import Act, Outcome
from assess.judging.models import Adjudication, Allocation, Judge, Slot
from assess.judging.queues.actions import add_slots
from assess.judging.screens import get_screen
from assess.judging.work.actions import label_item
from assess.judging.work.target import Target
from runs.models import Topic, Track


class InDispute(ValueError):
    """An adjudicator's own labels are in dispute; the message names these people."""


class TooFewJudges(ValueError):
    """Fewer than two judges: there is nothing to compare."""


ANY = Threshold()


@dataclass(frozen=True)
class AdjudicationPlan:
    """The judges, the disagreements that count, and the people who settle them.

    own_allowed: adjudicators may settle disputes about their own labels. hides_labels:
    they see none of the labels in dispute, as a third, independent judge. of_round: the
    round of the people's labels.
    """

    kind: Kind
    judges: Sequence[Judge]
    adjudicators: Sequence[User]
    topics: Sequence[Topic]
    threshold: Threshold = ANY
    own_allowed: bool = False
    hides_labels: bool = False
    of_round: int = 0


def check_plan(plan: AdjudicationPlan) -> None:
    """Raise TooFewJudges for fewer than two, InDispute for adjudicators in dispute."""
    if len(plan.judges) < 2:
        raise TooFewJudges("Choose at least two judges.")
    people = set().union(*(people_behind(judge) for judge in plan.judges))
    own = sorted(str(person) for person in plan.adjudicators if person.pk in people)
    if own and not plan.own_allowed:
        raise InDispute(f"Labels of {', '.join(own)} are among those in dispute.")


def open_adjudication(
    track: Track, name: str, plan: AdjudicationPlan, *, by: User, now: datetime
) -> Adjudication:
    """Create an adjudication with its judge, and put its topics into a shared queue.

    Raise JudgeExists if the name is taken, and whatever `check_plan` raises.
    """
    check_plan(plan)
    with transaction.atomic():
        adjudication = Adjudication.objects.create(
            track=track,
            judge=_judge(track, name, plan, now=now),
            kind=plan.kind.name,
            own_allowed=plan.own_allowed,
            hides_labels=plan.hides_labels,
            of_round=plan.of_round,
            sort=plan.threshold.sort,
            distance=plan.threshold.distance,
            cut=plan.threshold.cut,
            by=by,
        )
        adjudication.judges.set(plan.judges)
        adjudication.adjudicators.set(plan.adjudicators)
        adjudication.topics.set(plan.topics)
        add_slots(
            track,
            get_screen(work_name(plan.kind)),
            dict.fromkeys(plan.topics, 1),
            by=by,
            terms=Terms(subject=str(adjudication.uuid)),
        )
    return adjudication


def _judge(track: Track, name: str, plan: AdjudicationPlan, *, now: datetime) -> Judge:
    against = ", ".join(judge.name for judge in plan.judges)
    does = (
        "Judges again, without seeing the labels, where they differ:"
        if plan.hides_labels
        else "Settles"
    )
    says = f"{does} {plan.kind.title.lower()} between {against}"
    check_room_for_judge(track)
    judge, made = Judge.objects.get_or_create(
        track=track,
        name=name,
        defaults={
            "kind": Judge.ADJUDICATION,
            "description": says,
            "landed_at": now,
        },
    )
    if not made:
        raise JudgeExists(f"{track} already has a judge named {name!r}")
    return judge


def settle(
    allocation: Allocation,
    *,
    item: UUID,
    value: str,
    note: str,
    act: Act,
    now: datetime,
) -> Outcome:
    """Give, change or take back one adjudicated label; no other label is changed.

    The judges' current labels are stored with it, even if the judges have come to agree
    since the item was shown. Raise NotInThisWork for an item outside the work,
    StaleLabel and NotOnTheScale as `give_label` does.
    """
    adjudication, found = find_compared(allocation, item)
    details: dict[str, Any] = {"note": note} if note else {}
    if value:
        judges = adjudication.judges.all()
        details["votes"] = said_by(judges, dict(found.votes))
    return label_item(
        Target(allocation, judge=adjudication.judge),
        get_kind(adjudication.kind),
        found.item,
        value,
        name=found.name,
        act=replace(act, details=details),
        now=now,
    )


def let_adjudicate(adjudication: Adjudication, people: Iterable[User]) -> None:
    """Add adjudicators; raise InDispute as `check_plan` does."""
    judges = list(adjudication.judges.all())
    chosen = list(people)
    plan = AdjudicationPlan(
        get_kind(adjudication.kind),
        judges,
        chosen,
        (),
        own_allowed=adjudication.own_allowed,
    )
    check_plan(plan)
    adjudication.adjudicators.set(chosen)


def close_adjudication(adjudication: Adjudication, *, now: datetime) -> None:
    """Release the open work and empty the queue; all labels stay."""
    work = {
        "work": work_name(get_kind(adjudication.kind)),
        "subject": str(adjudication.uuid),
    }
    with transaction.atomic():
        Adjudication.objects.filter(pk=adjudication.pk).update(closed_at=now)
        Allocation.objects.unfinished().filter(**work).update(released_at=now)
        Slot.objects.filter(**work, withdrawn_at=None).update(withdrawn_at=now)


def create_settled_panel(adjudication: Adjudication, *, now: datetime) -> Judge:
    """Create the panel of adjudicated labels, then the judges' in order of name.

    Raise JudgeExists if it exists already.
    """
    judges = adjudication.judges.order_by("name")
    members = [adjudication.judge, *judges]
    name = panel_name(adjudication)
    return create_panel(
        adjudication.track, name, rule="first", members=members, now=now
    )


def panel_name(adjudication: Adjudication) -> str:
    """Return the name of an adjudication's panel, with the judges behind it."""
    judges = adjudication.judges.order_by("name")
    return ", else ".join([str(adjudication), *map(str, judges)])[:150]
