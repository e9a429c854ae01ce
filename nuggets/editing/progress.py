"""How far post-editing is, for many allocations at once."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count, Q

from assess.judging.models import Allocation
from assess.judging.screens import Progress, Steps
from nuggets.models import BankVersion, Edit

EDITS = Steps(
    rows=Edit.objects.all,
    by="by",
    topic="version__topic",
    subject="version__bank__uuid",
)


def editing_progress(allocations: Sequence[Allocation]) -> dict[int, Progress]:
    """Return for each allocation whether its list is finished, and what it holds.

    A list is done when its editor says so: a draft may come with every importance
    filled in, so no count of nuggets tells how far the work is.
    """
    found = (
        BankVersion.objects.filter(
            bank__uuid__in={work.subject for work in allocations if work.subject},
            topic__in={work.topic_id for work in allocations},
        )
        .annotate(
            total=Count("listings"),
            unset=Count("listings", filter=Q(listings__importance="")),
        )
        .order_by("number")
        .values_list("bank__uuid", "topic", "number", "revision", "unset", "total")
    )
    newest = {(str(bank), topic): counts for bank, topic, *counts in found}
    return {
        work.pk: _progress(work, newest.get((work.subject, work.topic_id)))
        for work in allocations
    }


def _progress(work: Allocation, counts: list[int] | None) -> Progress:
    if counts is None:
        return Progress(0, 1, "finished", "not begun yet")
    number, revision, unset, total = counts
    held = f"{total} nugget{'' if total == 1 else 's'}"
    if work.finished_at:
        return Progress(1, 1, "finished", held, opened=True)
    open_ones = f", {unset} without importance" if unset else ""
    touched = number > 1 or revision > 0
    how = "not finished yet" if touched else "not begun yet"
    return Progress(0, 1, "finished", f"{how}: {held}{open_ones}", opened=touched)
