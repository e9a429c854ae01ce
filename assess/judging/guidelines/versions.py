"""Guidelines as organizers and assessors see them."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.safestring import SafeString

from accounts.models import User
from assess.judging.kernel.differences import LineChange, line_changes
from assess.judging.models import Allocation, Guideline
from assess.judging.screens import Screen, all_screens
from runs.markdown import render_markdown
from runs.models import Track

OURS = Path(__file__).resolve().parent / "texts"


class GuidelineRow(NamedTuple):
    """Some work with the current version of its guidelines, if any."""

    screen: Screen
    latest: Guideline | None
    readers: int


class GuidelineView(NamedTuple):
    """The guidelines of some work for its assessor.

    is_read: this version; was_read: an earlier one.
    """

    guideline: Guideline
    html: SafeString
    is_read: bool
    was_read: bool


@cache
def our_text(work: str) -> str:
    """Return the text that we suggest as a start, "" for work without one."""
    path = OURS / f"{work}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def guideline_rows(track: Track) -> list[GuidelineRow]:
    """Return the types of work that a track uses, with their guidelines."""
    rows = Guideline.objects.filter(track=track).annotate(number_read=Count("readers"))
    latest: dict[str, Guideline] = {}
    for row in rows.select_related("by").order_by("number"):
        latest[row.work] = row
    return [
        GuidelineRow(screen, found, found.number_read if found else 0)  # type: ignore[attr-defined]
        for screen in all_screens()
        if screen.name in latest or screen.fits(track)
        for found in [latest.get(screen.name)]
    ]


def versions_of(track: Track, work: str) -> QuerySet[Guideline]:
    """Return the versions of some work's guidelines, the latest first."""
    found = Guideline.objects.filter(track=track, work=work)
    return found.select_related("by").order_by("-number")


def told_to(person: User, allocation: Allocation) -> GuidelineView | None:
    """Return the current guidelines of a person's work, in one query."""
    same = Guideline.objects.filter(track=allocation.track_id, work=allocation.work)
    any_read = same.filter(readers=person)
    own = Guideline.objects.filter(pk=OuterRef("pk"), readers=person)
    found = same.annotate(is_read=Exists(own), was_read=Exists(any_read))
    latest = found.order_by("-number").first()
    if latest is None:
        return None
    return GuidelineView(latest, as_html(latest.text), latest.is_read, latest.was_read)


@lru_cache(maxsize=200)
def as_html(text: str) -> SafeString:
    """Return guidelines as HTML; the result is cached by text."""
    return render_markdown(text)


def changes_since(guideline: Guideline) -> list[LineChange]:
    """Return what a version changed; in the first version, every line is new."""
    before = Guideline.objects.filter(
        track=guideline.track_id, work=guideline.work, number__lt=guideline.number
    )
    last = before.order_by("-number").first()
    return list(line_changes(last.text if last else "", guideline.text))
