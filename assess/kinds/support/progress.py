"""How far support work is, for many allocations at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.db.models import Count, QuerySet

from assess.judging.models import Allocation, Judge
from assess.judging.screens import Progress
from assess.judging.threads.listing import skipped_in
from assess.kinds.support.citations import judged_citations
from assess.kinds.support.work import own_labels, public_name
from runs.models import Citation


def support_progress(allocations: Sequence[Allocation]) -> dict[int, Progress]:
    """Return how far each support allocation is, by row number."""
    tracks = {work.track_id: work.track for work in allocations}
    asked = judged_citations(tracks.values()).filter(
        sentence__response__topic__in={work.topic_id for work in allocations}
    )
    asked = asked.exclude(segment__text="")
    counted = asked.order_by().values_list("sentence__response__topic")
    totals = Counter(dict(counted.annotate(number=Count("pk"))))
    done = _done(allocations, asked)
    skipped = _skipped(allocations, asked)
    return {
        work.pk: Progress(
            done[work.assessor_id, work.topic_id, work.round],
            totals[work.topic_id],
            skipped=skipped[work.pk],
        )
        for work in allocations
    }


def _skipped(
    allocations: Sequence[Allocation], asked: QuerySet[Citation]
) -> Counter[int]:
    """Count the skipped citations that are still asked about, by allocation."""
    names = skipped_in(allocations)
    every = {
        name.removeprefix("support:") for found in names.values() for name in found
    }
    if not every:
        return Counter()
    found = asked.filter(uuid__in=every).values_list("uuid", flat=True)
    there = {public_name(uuid) for uuid in found}
    return Counter({work: len(own & there) for work, own in names.items()})


def _done(
    allocations: Sequence[Allocation], asked: QuerySet[Citation]
) -> Counter[tuple[int, int, int]]:
    """Count the labels given by (person, topic, round)."""
    judges = Judge.objects.people().filter(
        user__in={work.assessor_id for work in allocations},
        track__in={work.track_id for work in allocations},
    )
    rows = (
        own_labels()
        .filter(judge__in=list(judges), citation__in=asked.values("pk"))
        .exclude(value="")
        .order_by()
        .values_list("judge__user", "citation__sentence__response__topic", "round")
        .annotate(number=Count("pk"))
    )
    return Counter(
        {(person, topic, turn): number for person, topic, turn, number in rows}
    )
