"""How far relevance work is, for many allocations at once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from django.db.models import Q

from assess.judging.models import Allocation, Judge
from assess.judging.screens import Progress
from assess.judging.threads.listing import skipped_in
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.models import RelevanceLabel
from assess.kinds.relevance.test_items import known_beside
from runs.models import Segment
from runs.pools import judged_pools


def relevance_progress(allocations: Sequence[Allocation]) -> dict[int, Progress]:
    """Return how far each relevance allocation is, by row number."""
    topics = {work.topic_id: work.topic for work in allocations}
    pools = judged_pools(topics.values())
    beside = known_beside(allocations, pools)
    done = _done(allocations, pools, beside)
    held = {
        work.pk: pools.get(work.topic_id, set()) | beside.get(work.pk, set())
        for work in allocations
    }
    skipped = _skipped(allocations, held)
    return {
        pk: Progress(done[pk], len(own), skipped=skipped[pk])
        for pk, own in held.items()
    }


def _skipped(
    allocations: Sequence[Allocation], held: dict[int, set[int]]
) -> Counter[int]:
    """Count the skipped segments that the work still holds, by allocation."""
    names = skipped_in(allocations)
    every = {name for found in names.values() for name in found}
    if not every:
        return Counter()
    rows = Segment.objects.filter(uuid__in=every).values_list("uuid", "pk")
    segments = {str(uuid): pk for uuid, pk in rows}
    return Counter(
        {
            work: sum(segments.get(name) in held[work] for name in own)
            for work, own in names.items()
        }
    )


def _done(
    allocations: Sequence[Allocation],
    pools: dict[int, set[int]],
    beside: dict[int, set[int]],
) -> Counter[int]:
    """Count the segments graded, in the pool and beside it, by allocation."""
    people = Judge.objects.people().filter(
        user__in={work.assessor_id for work in allocations},
        track__in={work.track_id for work in allocations},
    )
    judges = {
        pk: (track, user)
        for pk, track, user in people.values_list("pk", "track", "user")
    }
    topics = {work.topic_id for work in allocations}
    rows = (
        RelevanceLabel.objects.filter(Q(topic__in=topics), judge__in=list(judges))
        .exclude(value="")
        .order_by()
        .values_list("judge", "round", *RELEVANCE.columns)
    )
    pooled: Counter[tuple[int, int, int, int]] = Counter()
    others: dict[tuple[int, int, int, int], set[int]] = defaultdict(set)
    for judge, turn, topic, segment in rows.iterator(chunk_size=20_000):
        if segment in pools.get(topic, ()):
            pooled[(*judges[judge], turn, topic)] += 1
        elif beside:
            others[(*judges[judge], turn, topic)].add(segment)
    keys = {
        work.pk: (work.track_id, work.assessor_id, work.round, work.topic_id)
        for work in allocations
    }
    return Counter(
        {
            pk: pooled[key] + len(others[key] & beside.get(pk, set()))
            for pk, key in keys.items()
        }
    )
