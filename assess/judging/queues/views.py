"""Shared queues: assessors take and put back, organizers withdraw."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.allocations.actions import NotOpen
from assess.judging.allocations.workload import passed_on, queued
from assess.judging.models import Allocation
from assess.judging.queues import actions
from assess.judging.queues.forms import WithdrawForm
from assess.judging.work.overview import as_work
from config.clock import database_now
from runs.models import Membership, Track
from runs.views.lookup import organized_track


# /work/take/<track>/<work>/
@signed_in
@require_POST
def take(request: HttpRequest, track: UUID, work: str) -> HttpResponseBase:
    """Take the next topic of a shared queue, and redirect to it."""
    person = cast(User, request.user)
    mine = Track.objects.with_role(person, Membership.ASSESSOR)
    found = get_object_or_404(mine, uuid=track)
    try:
        taken = actions.take_next(found, work, person, now=database_now())
    except actions.NothingFree:
        messages.warning(request, "Nothing is left there: others were faster.")
        return redirect("home")
    return redirect("assess:work", taken.uuid)


# /work/<allocation>/put-back/
@signed_in
@require_POST
def put_back(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Put taken work back into its queue."""
    held = Allocation.objects.held_by(cast(User, request.user))
    work = get_object_or_404(held, uuid=allocation, slot__isnull=False)
    try:
        actions.put_back(work, now=timezone.now())
    except NotOpen:
        messages.warning(request, "That work was finished or taken back before.")
    else:
        messages.success(
            request, f"Topic {work.topic} is back in the queue. Your labels stay."
        )
    return redirect("home")


# /tracks/<track>/work/<allocation>/again/
@signed_in
@require_POST
def again(request: HttpRequest, track: UUID, allocation: UUID) -> HttpResponseBase:
    """Hand out again work that failed its test items."""
    found = organized_track(request, track)
    finished = Allocation.objects.at_hand().filter(
        track=found, finished_at__isnull=False, known__isnull=False
    )
    work = get_object_or_404(finished.select_related("topic"), uuid=allocation)
    try:
        actions.hand_out_again(work, by=cast(User, request.user))
    except actions.QueuedBefore:
        messages.warning(request, "That work was handed out again before.")
    else:
        much = "; ".join(map(str, passed_on(found, as_work([work]), None)))
        messages.success(request, f"In the shared queue again. {much}.")
    return redirect("assess:allocations", found.uuid)


# /tracks/<track>/work/queue/withdraw/
@signed_in
@require_POST
def withdraw(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Withdraw free slots from a track's queue."""
    found = organized_track(request, track)
    form = WithdrawForm(found, request.POST)
    done = []
    for slot in form.cleaned_data["slot"] if form.is_valid() else ():
        try:
            actions.withdraw(slot, now=timezone.now())
        except actions.Taken:
            messages.warning(request, f"Somebody has taken topic {slot.topic}.")
        else:
            done.append(slot)
    if done:
        out = "; ".join(map(str, queued(found, done)))
        messages.success(request, f"Taken out of the queue. {out}.")
    return redirect("assess:allocations", found.uuid)
