"""How far assignment work is, for many allocations at once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from django.db.models import Count, QuerySet

from assess.judging.models import Allocation, Judge
from assess.judging.screens import Progress
from assess.judging.threads.listing import skipped_in
from nuggets.assignment.work import own_labels, versions_of
from nuggets.models import Listing, Nugget
from runs.models import Response


def assignment_progress(allocations: Sequence[Allocation]) -> dict[int, Progress]:
    """Return how far each assignment allocation is, by row number."""
    versions = versions_of(allocations)
    nuggets: dict[int, list[int]] = defaultdict(list)
    listed = Listing.objects.filter(version__in=list(versions.values()))
    for version, nugget in listed.values_list("version", "nugget"):
        nuggets[version].append(nugget)
    topics = {work.topic_id for work in allocations}
    responses = _counts(Response.objects.visible().filter(topic__in=topics), "topic")
    done = _done(allocations, topics)
    skipped = _skipped(allocations, topics, nuggets)
    found = {}
    for work in allocations:
        at = versions.get((work.subject, work.topic_id))
        if at:
            own = (work.track_id, work.assessor_id, work.round)
            given = sum(done[(*own, nugget)] for nugget in nuggets[at.pk])
            total = len(nuggets[at.pk]) * responses[work.topic_id]
            number = skipped[work.pk, at.pk]
            found[work.pk] = Progress(given, total, skipped=number)
    return found


def _skipped(
    allocations: Sequence[Allocation],
    topics: set[int],
    nuggets: dict[int, list[int]],
) -> Counter[tuple[int, int]]:
    """Count the skipped labels that are still asked for, by (allocation, version)."""
    names = skipped_in(allocations)
    pairs = {
        work: [tuple(name.split(":")) for name in found]
        for work, found in names.items()
    }
    every = {uuid for found in pairs.values() for pair in found for uuid in pair}
    if not every:
        return Counter()
    answers = Response.objects.visible().filter(topic__in=topics, uuid__in=every)
    visible = {str(uuid) for uuid in answers.values_list("uuid", flat=True)}
    rows = Nugget.objects.filter(uuid__in=every).values_list("uuid", "pk")
    numbers = {str(uuid): pk for uuid, pk in rows}
    return Counter(
        {
            (work, version): sum(
                response in visible and numbers.get(nugget) in listed
                for response, nugget in found
            )
            for work, found in pairs.items()
            for version, listed in nuggets.items()
        }
    )


def _counts(rows: QuerySet[Any], by: str) -> Counter[int]:
    counted = rows.order_by().values_list(by).annotate(number=Count("pk"))
    return Counter(dict(counted))


def _done(
    allocations: Sequence[Allocation], topics: set[int]
) -> Counter[tuple[int, int, int, int]]:
    """Count the labels given by (track, person, round, nugget).

    Counted nugget by nugget, in the order of the labels' index: joining the bank
    versions to every label takes ten times as long.
    """
    people = Judge.objects.people().filter(
        user__in={work.assessor_id for work in allocations},
        track__in={work.track_id for work in allocations},
    )
    judges = {
        pk: (track, user)
        for pk, track, user in people.values_list("pk", "track", "user")
    }
    hidden = Response.objects.filter(topic__in=topics).exclude(
        pk__in=Response.objects.visible().filter(topic__in=topics).values("pk")
    )
    rows = (
        own_labels()
        .filter(judge__in=list(judges))
        .exclude(value="")
        .exclude(response__in=list(hidden.values_list("pk", flat=True)))
        .order_by()
        .values_list("judge", "nugget", "round")
        .annotate(number=Count("pk"))
    )
    return Counter(
        {(*judges[judge], turn, nugget): number for judge, nugget, turn, number in rows}
    )
