"""Entry pages of work: a track's overview, and one URL for any work."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from django.views.defaults import page_not_found

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.allocations.former_work import find_lost
from assess.judging.models import Allocation
from assess.judging.screens import UnknownScreen, get_screen
from assess.judging.work.matters import matters_waiting
from assess.judging.work.overview import grid_of, waiting_in
from jobs.models import Job
from runs.models import Run
from runs.views.lookup import organized_track

LATEST_RUNS, LATEST_JOBS = 5, 3
TOPICS_A_PAGE = 200


# /tracks/<track>/
@never_cache
@signed_in
@require_GET
def overview(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Show the state of the campaign, and the four things to do."""
    found = organized_track(request, track)
    runs = Run.objects.visible().filter(track=found).order_by("-landed_at", "-pk")
    jobs = Job.objects.for_scope(found.uuid).with_failure_count()
    grid = grid_of(found, now=timezone.now())
    shown = {
        "track": found,
        "tab": "overview",
        "grid": grid,
        "page": Paginator(grid.rows, TOPICS_A_PAGE).get_page(request.GET.get("page")),
        "waiting": waiting_in([found])[0],
        "nobody": not found.memberships.exists(),
        "runs": runs[:LATEST_RUNS],
        "jobs": jobs[:LATEST_JOBS],
    }
    return render(request, "assess/judging/work/track.html", shown)


# /tracks/<track>/waiting/
@signed_in
@require_GET
def waiting(request: HttpRequest, track: UUID) -> HttpResponse:
    """Return the overview's line on what waits for the organizers."""
    found = organized_track(request, track)
    shown = {"track": found, "matters": matters_waiting(found, now=timezone.now())}
    return render(request, "assess/judging/work/_matters.html", shown)


# /work/<allocation>/
@signed_in
@require_GET
def work(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Redirect to the page where a person does their work."""
    held = Allocation.objects.held_by(cast(User, request.user))
    found = get_object_or_404(held, uuid=allocation)
    try:
        return redirect(get_screen(found.work).url_name, found.uuid)
    except UnknownScreen as error:
        raise Http404 from error


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return 404, or a page that says that the person's work went back to a queue."""
    match = request.resolver_match
    allocation = match.kwargs.get("allocation") if match else None
    if allocation and request.user.is_authenticated:
        lost = find_lost(request.user, allocation)
        if lost:
            return render(
                request,
                "assess/judging/allocations/lost.html",
                {"lost": lost},
                status=404,
            )
    return page_not_found(request, exception)
