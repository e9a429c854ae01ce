"""What an organizer's palette finds: pages, topics, runs and people of a track."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple
from uuid import UUID

from django import forms
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from runs.models import Membership, Run, Track
from runs.places import PLACES
from runs.views.lookup import organized_track

MOST = 12  # of each sort


class Found(NamedTuple):
    """Something to go to: its sort, its words, its URL."""

    sort: str
    words: str
    url: str


Finder = Callable[[str], Iterable[Found]]
_finders: list[tuple[Finder, int]] = []


def add_finder(finder: Finder, *, most: int) -> None:
    """Let the palette also list what a finder yields for the typed letters."""
    _finders.append((finder, most))


class FindForm(forms.Form):
    """The letters that were typed."""

    q = forms.CharField(required=False, max_length=100)


# /tracks/<track>/find/
@signed_in
@require_GET
def find(request: HttpRequest, track: UUID) -> HttpResponse:
    """List what a few letters find, as a part of a page."""
    found = organized_track(request, track)
    form = FindForm(request.GET)
    if not form.is_valid():
        return HttpResponseBadRequest("That cannot be searched for.")
    asked = " ".join(form.cleaned_data["q"].split())
    shown = {"found": list(_found(found, asked)), "asked": asked}
    return render(request, "runs/_found.html", shown)


def _found(track: Track, asked: str) -> Iterator[Found]:
    yield from islice(_pages(track, asked), MOST)
    if asked:
        yield from chain(
            _topics(track, asked), _runs(track, asked), _people(track, asked)
        )
        for finder, most in _finders:
            yield from islice(finder(asked), most)


def _pages(track: Track, asked: str) -> Iterator[Found]:
    for place in PLACES:
        for page in place.pages:
            words = f"{place.title}: {page.title}"
            if place.title == page.title:
                words = page.title
            if asked.lower() in words.lower():
                yield Found("page", words, reverse(page.url, args=[track.uuid]))


def _topics(track: Track, asked: str) -> Iterator[Found]:
    named = Q(name__icontains=asked) | Q(text__icontains=asked)
    for topic in track.topics.filter(named)[:MOST]:
        words = f"{topic.name}  {topic.text[:80]}"
        yield Found(
            "topic", words, reverse("runs:topic", args=[track.uuid, topic.uuid])
        )


def _runs(track: Track, asked: str) -> Iterator[Found]:
    runs = Run.objects.visible().filter(track=track)
    named = runs.filter(Q(name__icontains=asked) | Q(group__icontains=asked))
    for run in named.order_by("name")[:MOST]:
        words = f"{run.name}  {run.group}"
        yield Found("run", words, reverse("runs:run", args=[track.uuid, run.uuid]))


def _people(track: Track, asked: str) -> Iterator[Found]:
    own = track.allocations.filter(assessor=OuterRef("user"))
    people = Membership.objects.filter(track=track).select_related("user")
    people = people.annotate(has_work=Exists(own))
    named = people.filter(
        Q(user__username__icontains=asked)
        | Q(user__first_name__icontains=asked)
        | Q(user__last_name__icontains=asked)
    )
    for each in named.order_by("user__username")[:MOST]:
        url = reverse("runs:people", args=[track.uuid])
        if each.has_work:
            url = reverse("assess:person", args=[track.uuid, each.user.uuid])
        yield Found("person", str(each.user), url)
