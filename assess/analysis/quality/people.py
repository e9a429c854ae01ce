"""One person's work: its quality, and what to do with the open part."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.analysis.quality.page import charts_at, parts_of
from assess.analysis.quality.records import people_who_labelled
from assess.judging.allocations import actions
from assess.judging.allocations.blindness import NotBlind
from assess.judging.allocations.workload import passed_on
from assess.judging.queues.actions import queue_all
from assess.judging.queues.forms import QUEUE, PassOnForm
from assess.judging.screens import Pause, all_screens
from assess.judging.work.overview import Work, work_of
from runs.models import Track
from runs.views.lookup import organized_track

AGAINST = (
    actions.AlreadyHandedOut,
    actions.KnowsTheAnswers,
    actions.NotTheirs,
    NotBlind,
)


# /tracks/<track>/work/people/<person>/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def person(request: HttpRequest, track: UUID, person: UUID) -> HttpResponseBase:
    """Show a person's work and its quality; release the open part or pass it on."""
    found = organized_track(request, track)
    held = Q(allocations__track=found) | Q(pk__in=people_who_labelled(found))
    user = get_object_or_404(User.objects.filter(held).distinct(), uuid=person)
    form = PassOnForm(found, user, request.POST or None)
    if form.is_valid() and _pass_on(request, form, found, user):
        return redirect("assess:allocations", found.uuid)
    return _page(request, form, found, user)


def _page(
    request: HttpRequest, form: PassOnForm, track: Track, user: User
) -> HttpResponse:
    works = open_works(track, user)
    shown = {
        "track": track,
        "tab": "work",
        "person": user,
        "heaps": passed_on(track, works, None),
        "given": sum(work.progress.done for work in works if not work.progress.note),
        "form": form,
        "pauses": pauses_of(track, user),
        "parts": parts_of(track, user),
        "charts_at": charts_at(track, user),
    }
    status = 422 if form.errors else 200
    return render(request, "assess/analysis/quality/person.html", shown, status=status)


def pauses_of(track: Track, user: User) -> list[Pause]:
    """Return why a person gets no more of some work."""
    asked = [each.pause for each in all_screens() if each.pause and each.fits(track)]
    return [pause for ask in asked if (pause := ask(track, user))]


def open_works(track: Track, user: User) -> list[Work]:
    """Return a person's unfinished work."""
    return work_of(actions.open_work(track, user))


def _pass_on(request: HttpRequest, form: PassOnForm, track: Track, user: User) -> bool:
    """Do what the form requests; add an error to the form if that is not possible."""
    to, now, by = form.cleaned_data["to"], timezone.now(), cast(User, request.user)
    other = form.people.get(to)
    moved = "; ".join(map(str, passed_on(track, open_works(track, user), other)))
    try:
        if to == QUEUE:
            queue_all(track, user, by=by, now=now)
            done = "In the shared queue"
        elif other:
            actions.pass_on(track, user, other, by=by, now=now)
            done = f"Passed on to {other}"
        else:
            actions.release_all(track, user, now=now)
            done = "Taken back"
    except AGAINST as error:
        form.add_error("to", str(error))
        return False
    messages.success(
        request, f"{done}. {moved or 'No topic'}. All labels of {user} stay."
    )
    return True
