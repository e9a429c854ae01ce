"""Several lists of one page, which its page number turns together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

Lists = Mapping[str, tuple[Sequence[Any], int]]  # rows, and how many a page holds


class Turned(NamedTuple):
    """The page of what was turned, and the part of each list that is on it."""

    page: Page[int]
    parts: dict[str, Sequence[Any]]


def turned(request: HttpRequest, lists: Lists) -> Turned:
    """Turn lists to the page that a request names.

    There are as many pages as the longest takes; the others end before. A list that
    fits on one page is on each of them.
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
