"""The authors of links between nuggets, read from the history of lists."""

from __future__ import annotations

from collections.abc import Collection

from nuggets.kernel.listing import Link, Rows, link_in, read
from nuggets.models import Edit


def link_authors(topics: Collection[int]) -> dict[tuple[int, Link], int | None]:
    """Return who said each link last, by (nugget, link), all by row number.

    Every version of every list of these topics counts: a list that is opened again
    keeps the links of the version before, and its edits stay with that version.
    """
    edits = Edit.objects.filter(version__topic__in=topics, action="link")
    columns = edits.order_by("pk").values_list("before", "after", "by")
    authors: dict[tuple[int, Link], int | None] = {}
    for before, after, by in columns.iterator():
        old = _links(read(before))
        new = _links(read(after)).items()
        authors |= {said: by for said in new if old.get(said[0]) != said[1]}
    return authors


def _links(rows: Rows) -> dict[int, Link]:
    found = {row.nugget: link_in(row.details) for row in rows}
    return {nugget: link for nugget, link in found.items() if link is not None}
