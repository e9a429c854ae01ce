"""Home: what each person does next."""

from typing import cast

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from accounts.models import User
from assess.models import Allocation
from assess.reading.overview import piles, waiting_in, work_of
from runs.models import Membership, Track


# /
@never_cache
@signed_in
@require_GET
def home(request: HttpRequest) -> HttpResponseBase:
    """Show an assessor's inbox, an organizer's tracks, a viewer's leaderboards."""
    user = cast(User, request.user)
    work = work_of(Allocation.objects.held_by(user))
    to_do = piles(each for each in work if not each.is_done)
    tracks = Track.objects.order_by("name")
    shown = {
        "piles": to_do,
        "next": to_do[0].work[0] if to_do else None,
        "finished": [each for each in work if each.is_done],
        "assessed": tracks.with_role(user, Membership.ASSESSOR),
        "organized": waiting_in(list(tracks.organized_by(user))),
        "viewed": tracks.with_role(user, Membership.VIEWER),
    }
    return render(request, "assess/home.html", shown)
