"""The skipped items of work."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from assess.judging.models import Allocation, Thread

Names = dict[int, set[str]]  # names of skipped items, by an allocation's row number


def skips_in(allocations: Sequence[Allocation]) -> QuerySet[Thread, Any]:
    """Return the rows of the skipped items of some work, for `names_in`."""
    own = {work.pk for work in allocations}
    rows = Thread.objects.filter(allocation__in=own, skipped=True).order_by()
    return rows.values_list("allocation", "item")


def names_in(skips: Iterable[tuple[int, str]]) -> Names:
    """Return the public names of the skipped items, by an allocation's row number."""
    found: Names = defaultdict(set)
    for work, item in skips:
        found[work].add(item)
    return found
