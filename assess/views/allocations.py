"""Who has which work: hand it out, take it back."""

from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import signed_in
from accounts.models import User
from assess.actions import allocations as actions
from assess.forms.allocations import HandOutForm
from assess.models import Allocation
from assess.reading.overview import people_of, work_of
from runs.models import Membership, Track
from runs.views.found import organized_track

PAGE = "assess/allocations.html"
WORK_A_PAGE = 50


# /tracks/<track>/work/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def allocations(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """List the work of a track's assessors; hand out more."""
    found = organized_track(request, track)
    form = HandOutForm(
        found,
        request.POST or None,
        kind=request.GET.get("kind", ""),
        subject=request.GET.get("subject", ""),
    )
    if request.method == "POST" and form.is_valid() and _hand_out(request, form):
        return redirect("assess:allocations", found.uuid)
    return _page(request, found, form, status=422 if form.is_bound else 200)


def _hand_out(request: HttpRequest, form: HandOutForm) -> bool:
    """Hand out what the form asks for; put what stands against it on the form."""
    screen, subject = form.cleaned_data["work"]
    pairs = form.pairs(actions.loads(form.track, form.cleaned_data["people"]))
    by = cast(User, request.user)
    try:
        number = actions.hand_out(form.track, screen, pairs, by=by, subject=subject)
    except (actions.NotAnAssessor, actions.AlreadyHandedOut) as error:
        form.add_error(None, str(error))
        return False
    messages.success(request, f"Handed out: {screen.title.lower()} of {number} topics.")
    return True


def _page(
    request: HttpRequest, track: Track, form: HandOutForm, *, status: int = 200
) -> HttpResponse:
    work = work_of(Allocation.objects.filter(track=track, released_at=None))
    page = Paginator(work, WORK_A_PAGE).get_page(request.GET.get("page"))
    assessors = Membership.objects.filter(track=track, role=Membership.ASSESSOR)
    shown: dict[str, Any] = {
        "track": track,
        "tab": "work",
        "form": form,
        "people": people_of(work),
        "page": page,
        "has_assessors": assessors.exists(),
        "has_work": bool(form["work"].field.choices),  # type: ignore[attr-defined]
    }
    return render(request, PAGE, shown, status=status)


# /tracks/<track>/work/<allocation>/release/
@signed_in
@require_POST
def release(request: HttpRequest, track: UUID, allocation: UUID) -> HttpResponseBase:
    """Take one piece of open work back."""
    found = organized_track(request, track)
    work = get_object_or_404(
        Allocation.objects.select_related("topic", "assessor"),
        track=found,
        uuid=allocation,
    )
    try:
        actions.release(work, now=timezone.now())
    except actions.NotOpen:
        messages.warning(request, "That work was finished or taken back before.")
    else:
        messages.success(
            request, f"Topic {work.topic} is free again. {work.assessor}’s labels stay."
        )
    return redirect("assess:allocations", found.uuid)


# /tracks/<track>/work/people/<person>/release/
@signed_in
@require_POST
def release_person(request: HttpRequest, track: UUID, person: UUID) -> HttpResponseBase:
    """Take all of a person's open work back."""
    found = organized_track(request, track)
    held = User.objects.filter(allocations__track=found).distinct()
    user = get_object_or_404(held, uuid=person)
    number = actions.release_all(found, user, now=timezone.now())
    messages.success(
        request, f"{number} topics are free again. All labels of {user} stay."
    )
    return redirect("assess:allocations", found.uuid)
