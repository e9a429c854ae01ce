"""How far post-editing is, for many allocations at once."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count, Q

from assess.models import Allocation
from assess.screens import Progress
from nuggets.models import BankVersion


def editing_progress(allocations: Sequence[Allocation]) -> dict[int, Progress]:
    """Return each allocation's nuggets with importance, of those on its newest list.

    A finished list is all done, whatever was left open on it.
    """
    found = (
        BankVersion.objects.filter(
            bank__uuid__in={work.subject for work in allocations if work.subject},
            topic__in={work.topic_id for work in allocations},
        )
        .annotate(
            total=Count("listings"),
            ranked=Count("listings", filter=~Q(listings__importance="")),
        )
        .order_by("number")
        .values_list("bank__uuid", "topic", "ranked", "total")
    )
    newest = {(str(bank), topic): counts for bank, topic, *counts in found}
    return {work.pk: _progress(work, newest) for work in allocations}


def _progress(work: Allocation, newest: dict[tuple[str, int], list[int]]) -> Progress:
    ranked, total = newest.get((work.subject, work.topic_id), [0, 0])
    done = total if work.finished_at else ranked
    return Progress(done, total, "nuggets")
