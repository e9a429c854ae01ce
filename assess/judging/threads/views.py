"""Threads: an assessor's own, and all of a track for its organizers."""

from __future__ import annotations

from typing import cast
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
)

from accounts.decorators import signed_in
from accounts.kernel.idempotency import ReusedKey
from accounts.models import User
from assess.judging.models import Allocation, Remark, Thread
from assess.judging.threads import listing as reading
from assess.judging.threads.actions import answer, mark_read, say
from assess.judging.threads.forms import AnswerForm, SayForm
from assess.judging.threads.spots import Spot, Spots, spots_of, uuid_in
from assess.judging.threads.table import threads_table
from assess.judging.work.walk import NotInThisWork
from config.tables.pages import table_page
from runs.views.lookup import organized_track

A_PAGE = 20


def _person(request: HttpRequest) -> User:
    return cast(User, request.user)


# /work/threads/
@never_cache
@signed_in
@require_GET
def own_threads(request: HttpRequest) -> HttpResponseBase:
    """List what a person flagged, skipped and commented, with the replies."""
    found = reading.threads_for(_person(request))
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    shown = {"page": page, "seen": reading.as_assessor(page)}
    return render(request, "assess/judging/threads/own.html", shown)


def _asked(request: HttpRequest, work: Allocation, spots: Spots) -> list[Spot]:
    """Return the items of a request: the named item, or the items of a page."""
    try:
        if "item" in request.GET:
            return [spots.find(work, request.GET["item"])]
        found = spots.on_page(work, uuid_in(request.GET.get("on", "")))
    except NotInThisWork as error:
        raise Http404 from error
    if not found:
        raise Http404
    return found


# /work/<allocation>/threads/new/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def thread_new(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Comment on, flag or skip an item, from a page without script."""
    rows = Allocation.objects.held_by(_person(request))
    held = get_object_or_404(
        rows.select_related("track", "topic", "assessor"), uuid=allocation
    )
    try:
        spots = spots_of(held.work)
    except NotInThisWork as error:
        raise Http404 from error
    offered = _asked(request, held, spots)
    form = SayForm(
        request.POST or None,
        spots=offered,
        can_skip=spots.can_skip,
        initial={"kind": request.GET.get("kind", Remark.FLAG), "key": uuid4()},
    )
    if request.method == "POST" and form.is_valid():
        spot = dict(offered)[form.cleaned_data["item"]]
        return _say(request, held, spots, Spot(form.cleaned_data["item"], spot), form)
    status = 422 if form.is_bound else 200
    shown = {"work": held, "form": form, "can_skip": spots.can_skip}
    return render(request, "assess/judging/threads/new.html", shown, status=status)


def _say(
    request: HttpRequest, work: Allocation, spots: Spots, spot: Spot, form: SayForm
) -> HttpResponseBase:
    words = form.words()
    try:
        say(work, spot, words, author=_person(request), now=timezone.now())
    except ReusedKey as error:
        raise Http404 from error
    if words.kind == Remark.SKIP:
        return redirect("assess:work", work.uuid)
    return redirect(spots.address(work, spot.item))


# /work/threads/<thread>/read/
@signed_in
@require_POST
def thread_read(request: HttpRequest, thread: UUID) -> HttpResponseBase:
    """Record that the person has read a reply."""
    held = Thread.objects.held_by(_person(request))
    found = get_object_or_404(held.select_related("allocation__topic"), uuid=thread)
    mark_read(found, now=timezone.now())
    if "back" not in request.POST:
        return redirect("assess:own_threads")
    (seen,) = reading.as_assessor([found])  # its item may have left the work
    return redirect(seen.address or "assess:own_threads")


# /tracks/<track>/threads/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def threads(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """List what the assessors of a track flagged, skipped and commented."""
    found = organized_track(request, track)
    shown = {"track": found, "tab": "threads"}
    return table_page(
        request,
        "assess/judging/threads/list.html",
        shown,
        threads_table(found, by=_person(request)),
        reading.threads_in(found),
    )


# /tracks/<track>/threads/<thread>/answer/
@signed_in
@require_POST
def thread_answer(request: HttpRequest, track: UUID, thread: UUID) -> HttpResponseBase:
    """Reply in a thread, settle it, or ask for its item again."""
    found = organized_track(request, track)
    row = get_object_or_404(Thread, uuid=thread, allocation__track=found)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        for problem in form.errors.values():
            messages.error(request, str(problem.as_text()))
        return redirect("assess:threads", found.uuid)
    then = form.cleaned_data["then"]
    try:
        answer(
            row,
            form.words(),
            author=_person(request),
            now=timezone.now(),
            settle=then == "settle",
            ask_again=then == "again",
        )
    except ReusedKey as error:
        messages.error(request, str(error))
    else:
        done = {
            "answer": "Reply sent",
            "settle": "Resolved",
            "again": "Requested again",
        }
        messages.success(request, f"{done[then]}: {row.about}")
        # The page deletes its draft of the text that came with this key.
        listed = reverse("assess:threads", args=(found.uuid,))
        return redirect(f"{listed}?answered={form.cleaned_data['key']}")
    return redirect("assess:threads", found.uuid)
