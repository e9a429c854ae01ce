"""Relevance: one segment at a time, graded by one key."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import signed_in
from accounts.models import User
from assess.actions.labels import ReusedKey, StaleLabel
from assess.models import Allocation
from assess.relevance.forms import RelevanceForm
from assess.relevance.kind import RELEVANCE
from assess.relevance.page import Page, address, read_page
from assess.relevance.work import (
    Sheet,
    finish_relevance,
    label_relevance,
    parts_of,
    read_sheet,
    recent_labels,
)
from assess.work.views import own_work
from assess.work.walk import NotInThisWork

PAGE, END = "assess/relevance.html", "assess/relevance_end.html"
RECENT = "assess/relevance_recent.html"


def _page(request: HttpRequest, work: Allocation, segment: UUID) -> Page:
    try:
        return read_page(work, segment, reader=cast(User, request.user))
    except NotInThisWork as error:
        raise Http404 from error


# /work/<allocation>/relevance/
@never_cache
@signed_in
@require_GET
def relevance(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Go on where the assessor stopped; with nothing left, offer to finish."""
    work = own_work(request, allocation, RELEVANCE)
    sheet = read_sheet(work)
    item = sheet.first_open()
    if item:
        return redirect(address(work, item))
    return _end(request, work, sheet)


def _end(
    request: HttpRequest, work: Allocation, sheet: Sheet, *, status: int = 200
) -> HttpResponse:
    return render(request, END, {"work": work, "sheet": sheet}, status=status)


# /work/<allocation>/relevance/<segment>/
@never_cache
@signed_in
@require_GET
def relevance_item(
    request: HttpRequest, allocation: UUID, segment: UUID
) -> HttpResponseBase:
    """Show one segment beside the topic."""
    work = own_work(request, allocation, RELEVANCE)
    return render(request, PAGE, {"page": _page(request, work, segment)})


# /work/<allocation>/relevance/<segment>/label/
@signed_in
@require_POST
def relevance_label(
    request: HttpRequest, allocation: UUID, segment: UUID
) -> HttpResponseBase:
    """Take one grade from a page without script, and go on to the next segment."""
    work = own_work(request, allocation, RELEVANCE)
    form = RelevanceForm(
        request.POST, grades=RELEVANCE.scale(work.track), parts=parts_of(work)
    )
    if not form.is_valid():
        shown = {"page": _page(request, work, segment), "form": form}
        return render(request, PAGE, shown, status=422)
    try:
        kept = label_relevance(
            work,
            segment=segment,
            value=form.cleaned_data["value"],
            said=form.said(),
            act=form.act(),
            now=timezone.now(),
        )
    except NotInThisWork as error:
        raise Http404 from error
    except (StaleLabel, ReusedKey):
        shown = {"page": _page(request, work, segment), "mine": form.chosen()}
        return render(request, PAGE, shown, status=409)
    sheet = read_sheet(work)
    item = sheet.find(segment)
    return redirect(address(work, sheet.next_open(item) if kept.value else item))


# /work/<allocation>/relevance/recent/
@never_cache
@signed_in
@require_GET
def relevance_recent(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """List the last labels with their grades."""
    work = own_work(request, allocation, RELEVANCE)
    shown = {"work": work, "recent": recent_labels(work, read_sheet(work))}
    return render(request, RECENT, shown)


# /work/<allocation>/relevance/finish/
@signed_in
@require_POST
def relevance_finish(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Close the work when every segment has its grade; else say what is left."""
    work = own_work(request, allocation, RELEVANCE)
    progress = finish_relevance(work, now=timezone.now())
    if progress.total and not progress.left:
        return redirect("home")
    return _end(request, work, read_sheet(work), status=409)
