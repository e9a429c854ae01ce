"""A track's overview, for its organizers."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
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
    """Show how the campaign stands, and the four things to do."""
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
