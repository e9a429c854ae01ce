"""Putting judges away, and the work that depends on what is put away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.db.models import Q, QuerySet

from assess.judging.allocations.exposure import shown_since
from assess.judging.kernel.panels import ASSESSORS
from assess.judging.kinds import kinds_of
from assess.judging.models import Adjudication, Allocation, Judge, Slot
from assess.judging.models.subjects import register_subject
from assess.judging.screens import get_screen
from jobs.models import Job
from runs.models import Import, Topic, Track
from runs.put_away.registration import labels_hanging
from runs.put_away.registry import (
    Counts,
    Restored,
    Thing,
    ThingKind,
    Ties,
    hanging_on_each,
    page_named,
    register,
    tie,
)

Where = Callable[[Thing], Mapping[str, Any]]


def work_on(where: Where) -> Ties:
    """Return the ties between work and the rows that it depends on."""

    def hanging(thing: Thing) -> Counts:
        own = where(thing)
        return {
            "pieces of open work": Allocation.objects.open().filter(**own).count(),
            "places in shared queues": _waiting(own).count(),
        }

    def back(thing: Thing, change: Restored) -> Iterator[str]:
        """Release restored work that is not blind any more: its person saw labels."""
        works = Allocation.objects.open().filter(**where(thing))
        for allocation in shown_since(works, change.since):
            allocation.released_at = change.now
            allocation.save(update_fields=["released_at"])
            title = get_screen(allocation.work).title
            yield (
                f"{title} of topic {allocation.topic} is taken back "
                f"from {allocation.assessor}, who has been shown labels of it since."
            )

    return Ties(hanging=hanging, back=back)


def _waiting(own: Mapping[str, Any]) -> QuerySet[Slot]:
    held = Allocation.objects.filter(released_at=None, slot__isnull=False)
    free = Slot.objects.queued().filter(**own)
    return free.exclude(pk__in=held.filter(finished_at__isnull=False).values("slot"))


def _judges(track: Track) -> QuerySet[Judge]:
    return Judge.everything.visible().filter(track=track)


JUDGE = register(
    ThingKind(
        name="judge",
        title="Judge",
        plural="Judges",
        model=Judge,
        rows=_judges,
        effect="It is not offered any more, and its labels count in no total. They are "
        "kept, and count again once it is restored. Work that is checked against its "
        "labels, or shows them, continues.",
        page=page_named("assess:judge"),
        pages="assess:judges",
    )
)


def _on_judge(judge: Judge) -> Counts:
    labels = {
        kind.name: kind.model.objects.by(judge).given().count()
        for kind in kinds_of(judge.track)
    }
    with_it = Allocation.objects.open().filter(Q(known=judge) | Q(shown=judge))
    return labels_hanging(labels) | {"pieces of open work with it": with_it.count()}


def _panels_over(judge: Judge) -> Iterator[tuple[ThingKind, Thing]]:
    for panel in judge.panels.all():
        yield JUDGE, panel


def _refusal(judge: Judge) -> str:
    if judge.kind == Judge.PERSON or judge.rule == ASSESSORS:
        return (
            "People’s labels are not put away. To leave some out of a result, make a "
            "panel of the others."
        )
    jobs = Job.objects.unfinished().filter(scope=judge.track.uuid)
    if jobs.filter(params__judge=str(judge.uuid)).exists():
        return "It is at work. Cancel its job, or wait."
    settling = Judge.objects.filter(pk=judge.pk, adjudication__closed_at=None)
    if judge.kind == Judge.ADJUDICATION and settling.exists():
        return "The adjudication is open. Close it first."
    return ""


def _lack(judge: Judge) -> str:
    away = Judge.everything.put_away().filter(panels=judge)
    names = ", ".join(away.values_list("name", flat=True))
    return f"It is a panel over {names}. Restore that first." if names else ""


def _made_by(row: Import) -> Iterator[tuple[ThingKind, Thing]]:
    if row.state == Import.LANDED:
        own = Judge.objects.visible().filter(track=row.track_id, kind=Judge.IMPORT)
        for judge in own.filter(sha256=row.sha256):
            yield JUDGE, judge


def _on_import(row: Import) -> Counts:
    return hanging_on_each(_made_by(row))


def _on_one_topic(topic: Topic) -> Mapping[str, Any]:
    return {"topic": topic.pk}


tie(
    "judge",
    Ties(hanging=_on_judge, resting=_panels_over, refusal=_refusal, lack=_lack),
)


def _adjudications_away() -> QuerySet[Adjudication]:
    return Adjudication.everything.exclude(judge__deleted_at=None)


tie("import", Ties(hanging=_on_import, resting=_made_by))
tie("topic", work_on(_on_one_topic))
register_subject(_adjudications_away, every=Adjudication.everything.all)
