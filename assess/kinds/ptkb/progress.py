"""How far PTKB work is, for many allocations at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.db.models import Count

from assess.judging.models import Allocation
from assess.judging.screens import Progress
from assess.judging.threads.listing import skipped_in
from assess.kinds.ptkb.work import own_labels
from runs.models import PtkbStatement


def ptkb_progress(allocations: Sequence[Allocation]) -> dict[int, Progress]:
    """Return how far each allocation is, by row number."""
    talks = {work.topic.conversation_id for work in allocations}
    counted = PtkbStatement.objects.filter(conversation__in=talks - {None}).order_by()
    sizes = Counter(
        dict(counted.values_list("conversation").annotate(number=Count("pk")))
    )
    done = _done(allocations)
    skipped = skipped_in(allocations)
    return {
        work.pk: Progress(
            done[work.assessor_id, work.topic_id, work.round],
            sizes[work.topic.conversation_id] if work.topic.conversation_id else 0,
            skipped=len(skipped[work.pk]),
        )
        for work in allocations
    }


def _done(allocations: Sequence[Allocation]) -> Counter[tuple[int, int, int]]:
    """Count the labels given by (person, topic, round)."""
    rows = (
        own_labels()
        .filter(
            judge__user__in={work.assessor_id for work in allocations},
            topic__in={work.topic_id for work in allocations},
        )
        .exclude(value="")
        .order_by()
        .values_list("judge__user", "topic", "round")
        .annotate(number=Count("pk"))
    )
    return Counter(
        {(person, topic, turn): number for person, topic, turn, number in rows}
    )
