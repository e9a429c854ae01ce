"""The guides' parts among what an organizer's palette finds."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from manual.kernel.lookup import look_up
from manual.library import all_guides
from runs.views.palette import Found, add_finder

MOST = 6


def find_parts(asked: str) -> Iterator[Found]:
    """Yield the parts of guides that have the words in their titles."""
    for hit in look_up(all_guides().values(), asked):
        title = hit.section.title or hit.guide.title
        if all(word in title.lower() for word in asked.lower().split()):
            url = reverse("manual:guide", args=[hit.guide.name])
            words = f"{hit.guide.title}: {title}"
            yield Found("help", words, f"{url}#{hit.section.anchor}")


add_finder(find_parts, most=MOST)
