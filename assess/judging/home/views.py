"""The home page."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from django.db.models import F
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.home.inbox import campaigns, found_in, in_order
from assess.judging.models import Allocation
from assess.judging.queues.listing import queues_for
from assess.judging.screens import all_screens
from assess.judging.threads.listing import answers_for
from assess.judging.work.overview import Work, waiting_in, work_of
from assess.judging.work.pace import last_acts
from assess.judging.work.steps import active_since, midnight
from runs.models import Membership, Track
from runs.views.pagination import Lists, turned

WORK_A_PAGE = TRACKS_A_PAGE = 100
MANY = 10  # pieces of work: with more, the list can be searched


# /
@never_cache
@signed_in
@require_GET
def home(request: HttpRequest) -> HttpResponseBase:
    """Show an assessor's inbox, an organizer's tracks, a viewer's leaderboards."""
    user = cast(User, request.user)
    now = timezone.now()
    work = work_of(Allocation.objects.held_by(user))
    last = last_acts([each.allocation for each in work])
    to_do = in_order((each for each in work if not each.is_done), last)
    every = [*to_do, *(each for each in work if each.is_done)]
    words = request.GET.get("q", "")
    tracks = _tracks_by_role(user)
    found = turned(request, _lists(user, found_in(every, words), tracks))
    parts = found.parts
    open_work = [each for each in parts["work"] if not each.is_done]
    shown = {
        "page": found.page,
        "campaigns": campaigns(open_work, to_do, person=user),
        "words": words,
        "searched": words or len(work) > MANY,
        "next": to_do[0] if to_do else None,
        "queues": queues_for(user, now=now),
        "notices": _notices(user, tracks[Membership.ASSESSOR]),
        "answers": sum(answers_for(user).values()),
        "today": active_since(user, midnight(now)),
        "now": now,
        "finished": [each for each in parts["work"] if each.is_done],
        "assessed": tracks[Membership.ASSESSOR],
        "organized": waiting_in(parts["organized"]),
        "away": parts["away"],
        "viewed": parts["viewed"],
    }
    return render(request, "assess/judging/home/home.html", shown)


def _notices(user: User, tracks: Sequence[Track]) -> list[str]:
    """Return the notices of the screens of a person's tracks."""
    return [
        notice
        for screen in all_screens()
        if screen.notices and any(screen.fits(track) for track in tracks)
        for notice in screen.notices(user)
    ]


def _tracks_by_role(user: User) -> dict[str, list[Track]]:
    """Return the tracks in which a person has a role, by name, in one statement."""
    own = Track.objects.filter(memberships__user=user).order_by("name")
    found: dict[str, list[Track]] = defaultdict(list)
    rows: Iterable[Any] = own.annotate(own_role=F("memberships__role"))
    for track in rows:
        found[track.own_role].append(track)
    return found


def _lists(
    user: User,
    work: Sequence[Work],
    tracks: Mapping[str, Sequence[Track]],
) -> Lists:
    """Return the paged lists, and the number of rows per page."""
    organized: Iterable[Track] = tracks[Membership.ORGANIZER]
    if user.is_superuser:
        organized = Track.objects.order_by("name")
    away = Track.everything.put_away().organized_by(user)
    return {
        "work": (work, WORK_A_PAGE),
        "organized": (list(organized), TRACKS_A_PAGE),
        "away": (list(away), TRACKS_A_PAGE),
        "viewed": (list(tracks[Membership.VIEWER]), TRACKS_A_PAGE),
    }
