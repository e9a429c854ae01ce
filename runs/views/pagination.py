"""Several lists on one page that share its page number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

Lists = Mapping[str, tuple[Sequence[Any], int]]  # rows, and the number per page


class Turned(NamedTuple):
    """The current page, and the part of each list that is on it."""

    page: Page[int]
    parts: dict[str, Sequence[Any]]


def turned(request: HttpRequest, lists: Lists) -> Turned:
    """Return the parts of lists on the page that a request names.

    There are as many pages as the longest list needs; the others end earlier. A list
    that fits on one page is on each of them.
    """
    pages = max((-(-len(rows) // size) for rows, size in lists.values()), default=0)
    page = Paginator(range(pages), 1).get_page(request.GET.get("page"))
    parts = {
        name: rows
        if len(rows) <= size
        else rows[(page.number - 1) * size : page.number * size]
        for name, (rows, size) in lists.items()
    }
    return Turned(page, parts)
