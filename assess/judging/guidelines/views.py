"""Guidelines: written by organizers, read next to the work."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.guidelines.actions import StaleGuideline, mark_read, write_guideline
from assess.judging.guidelines.forms import GuidelineForm
from assess.judging.guidelines.versions import (
    as_html,
    changes_since,
    guideline_rows,
    our_text,
    told_to,
    versions_of,
)
from assess.judging.models import Allocation
from assess.judging.screens import Screen, UnknownScreen, get_screen
from runs.models import Track
from runs.views.lookup import organized_track

VERSIONS_A_PAGE = 100
STALE = "Somebody wrote a version since you began. It is above; yours is below."


def _screen(work: str) -> Screen:
    try:
        return get_screen(work)
    except UnknownScreen as error:
        raise Http404 from error


# /tracks/<track>/guidelines/
@never_cache
@signed_in
@require_GET
def guidelines(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """List the types of work with their current guidelines."""
    found = organized_track(request, track)
    shown = {"track": found, "tab": "work", "rows": guideline_rows(found)}
    return render(request, "assess/judging/guidelines/list.html", shown)


# /tracks/<track>/guidelines/<work>/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def guideline(request: HttpRequest, track: UUID, work: str) -> HttpResponseBase:
    """Show the guidelines of some work, and their versions; save the next one."""
    found, screen = organized_track(request, track), _screen(work)
    form = GuidelineForm(request.POST or None)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return _write_page(request, found, screen, form, status=status)
    data, by = form.cleaned_data, cast(User, request.user)
    try:
        written = write_guideline(
            found, work, data["text"], seen=data["seen"], by=by, now=timezone.now()
        )
    except StaleGuideline:
        form.add_error(None, STALE)
        return _write_page(request, found, screen, form, status=409)
    messages.success(request, f"Version {written.number} applies from now on.")
    return redirect("assess:guideline", found.uuid, work)


def _write_page(
    request: HttpRequest,
    track: Track,
    screen: Screen,
    form: GuidelineForm,
    *,
    status: int,
) -> HttpResponse:
    versions = versions_of(track, screen.name)
    latest = versions.first()
    text, seen = (latest.text, latest.number) if latest else (our_text(screen.name), 0)
    if not form.is_bound:
        form = GuidelineForm(initial={"text": text})
    shown = {
        "track": track,
        "tab": "work",
        "screen": screen,
        "page": Paginator(versions, VERSIONS_A_PAGE).get_page(request.GET.get("page")),
        "latest": latest,
        "html": as_html(latest.text) if latest else None,
        "form": form,
        "seen": seen,  # the newest version was in view when the next is sent
    }
    return render(
        request, "assess/judging/guidelines/guideline.html", shown, status=status
    )


# /tracks/<track>/guidelines/<work>/<number>/
@never_cache
@signed_in
@require_GET
def version(
    request: HttpRequest, track: UUID, work: str, number: int
) -> HttpResponseBase:
    """Show one version, and its differences to the one before."""
    found, screen = organized_track(request, track), _screen(work)
    written = get_object_or_404(versions_of(found, work), number=number)
    shown = {
        "track": found,
        "tab": "work",
        "screen": screen,
        "version": written,
        "html": as_html(written.text),
        "lines": changes_since(written),
    }
    return render(request, "assess/judging/guidelines/version.html", shown)


# /work/<allocation>/guidelines/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def read(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Show the guidelines of the person's work; record that they have read them."""
    person = cast(User, request.user)
    rows = Allocation.objects.held_by(person).select_related("track", "topic")
    held = get_object_or_404(rows, uuid=allocation)
    screen, told = _screen(held.work), told_to(person, held)
    shown = {"work": held, "screen": screen, "told": told}
    if request.method == "GET" or told is None:
        return render(request, "assess/judging/work/guidelines.html", shown)
    mark_read(told.guideline, person)
    if "HX-Request" in request.headers:
        shown["told"] = told._replace(is_read=True, was_read=True)
        return render(request, "assess/judging/work/_guidelines.html", shown)
    return redirect("assess:guidelines_read", held.uuid)
