"""Home: what each person does next."""

from typing import cast

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from accounts.models import User
from assess.models import Allocation
from assess.reading.overview import piles, waiting_in, work_of
from assess.reading.pace import last_acts
from assess.reading.queues import queues_for
from assess.reading.steps import active_since, midnight
from assess.threads.reading import answers_for
from runs.models import Membership, Track


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
    to_do = piles((each for each in work if not each.is_done), last)
    tracks = Track.objects.order_by("name")
    shown = {
        "piles": to_do,
        "next": to_do[0].work[0] if to_do else None,
        "queues": queues_for(user, now=now),
        "answers": sum(answers_for(user).values()),
        "today": active_since(user, midnight(now)),
        "now": now,
        "finished": [each for each in work if each.is_done],
        "assessed": tracks.with_role(user, Membership.ASSESSOR),
        "organized": waiting_in(list(tracks.organized_by(user))),
        "away": Track.everything.put_away().organized_by(user),
        "viewed": tracks.with_role(user, Membership.VIEWER),
    }
    return render(request, "assess/home.html", shown)
