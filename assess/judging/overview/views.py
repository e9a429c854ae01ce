"""A track's overview, and its part on what waits for the organizers."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.judging.overview.grid import grid_of
from assess.judging.overview.matters import matters_waiting
from assess.judging.overview.table import grid_table
from assess.judging.work.overview import waiting_in
from config.tables.pages import table_page
from jobs.models import Job
from runs.models import Run
from runs.views.lookup import organized_track

LATEST_RUNS, LATEST_JOBS = 5, 3


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
        "waiting": waiting_in([found])[0],
        "nobody": not found.memberships.exists(),
        "runs": runs[:LATEST_RUNS],
        "jobs": jobs[:LATEST_JOBS],
    }
    page = "assess/judging/overview/track.html"
    return table_page(request, page, shown, grid_table(grid), grid.rows)


# /tracks/<track>/waiting/
@signed_in
@require_GET
def waiting(request: HttpRequest, track: UUID) -> HttpResponse:
    """Return the overview's line on what waits for the organizers."""
    found = organized_track(request, track)
    shown = {"track": found, "matters": matters_waiting(found, now=timezone.now())}
    return render(request, "assess/judging/overview/_matters.html", shown)


# /tracks/<track>/topics/<topic>/progress/
@signed_in
@require_GET
def topic_progress(request: HttpRequest, track: UUID, topic: UUID) -> HttpResponse:
    """Return the part of a topic's page on its labels and its work."""
    found = organized_track(request, track)
    one = get_object_or_404(found.topics, uuid=topic)
    grid = grid_of(found, now=timezone.now())
    shown = {"track": found, "cells": grid.begun_on(one)}
    return render(request, "assess/judging/overview/_topic.html", shown)
