"""Pages of who has which work: hand it out, release it."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
)

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.allocations import actions
from assess.judging.allocations.blindness import NotBlind
from assess.judging.allocations.choices import work_choices
from assess.judging.allocations.forms import HandOutForm
from assess.judging.allocations.plans import HandOutPlan, hand_out_all
from assess.judging.allocations.table import work_rows, work_table
from assess.judging.allocations.workload import passed_on
from assess.judging.models import Allocation
from assess.judging.queues import actions as slots
from assess.judging.queues.listing import queue_rows
from assess.judging.test_items.results import known_results
from assess.judging.work.overview import as_work, people_of
from config.tables.pages import table_page
from runs.models import Membership, Track
from runs.views.lookup import organized_track
from runs.views.pagination import Lists, turned

PAGE = "assess/judging/allocations/list.html"
ROWS_A_PAGE = 200  # of every list but the work's
AGAINST = (
    actions.NotAnAssessor,
    actions.AlreadyHandedOut,
    actions.KnowsTheAnswers,
    actions.NotTheirs,
    NotBlind,
    slots.QueueChanged,
)


# /tracks/<track>/work/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def allocations(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Show who has which work, its progress and its pace."""
    found = organized_track(request, track)
    work = work_rows(found)
    lists: Lists = {
        "people": (people_of(work), ROWS_A_PAGE),
        "queue": (queue_rows(found), ROWS_A_PAGE),
        "tested": (known_results(found), ROWS_A_PAGE),
    }
    page, parts = turned(request, lists)
    shown: dict[str, Any] = {
        "track": found,
        "tab": "work",
        **parts,
        "page": page,
        "is_empty": not any(rows for rows, _size in lists.values()),
        "now": timezone.now(),
        "lease": slots.lease(),
        "has_assessors": _has_assessors(found),
        "has_work": bool(parts["people"] or work_choices(found)),
    }
    return table_page(request, PAGE, shown, work_table(found), work)


def _has_assessors(track: Track) -> bool:
    assessors = Membership.objects.filter(track=track, role=Membership.ASSESSOR)
    return assessors.exists()


# /tracks/<track>/work/new/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def hand_out(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Show who would get what, and hand it out.

    Only the displayed plan is confirmed: if it has changed, the new plan is shown
    first.
    """
    found = organized_track(request, track)
    form = HandOutForm(
        found,
        request.POST or None,
        work=request.GET.get("kind", ""),
        subject=request.GET.get("subject", ""),
        topics=request.GET.get("topics", ""),
        protocol=request.GET.get("round", ""),
    )
    plan = _plan(form) if form.is_bound and form.is_valid() else None
    if plan and request.POST.get("confirm") == plan.seal and _do(request, form, plan):
        return redirect("assess:allocations", found.uuid)
    return _form_page(request, found, form, plan)


def _plan(form: HandOutForm) -> HandOutPlan:
    """Return the form's plan with its workload; add errors to the form if it fails."""
    plan = form.plan(actions.loads(form.track, form.cleaned_data["people"]))
    try:
        if form.is_to_a_queue:
            slots.check_add(form.track, plan.screen, terms=plan.terms)
            plan.queued = slots.count_slots(form.track, plan.screen, terms=plan.terms)
        else:
            for part in plan.parts:
                actions.check_hand_out(
                    form.track, part.screen, part.pairs, terms=part.terms
                )
    except AGAINST as error:
        form.add_error(None, str(error))
        return plan
    for part in plan.parts:
        part.weigh()
    return plan


def _do(request: HttpRequest, form: HandOutForm, plan: HandOutPlan) -> bool:
    """Hand out the displayed plan; return False if something has changed meanwhile."""
    by = cast(User, request.user)
    try:
        if form.is_to_a_queue:
            given: dict[str, Any] = {"terms": plan.terms, "queued": plan.queued}
            slots.add_slots(form.track, plan.screen, plan.copies, by=by, **given)
        else:
            hand_out_all(plan.parts, by=by)
    except AGAINST as error:
        form.add_error(None, str(error))
        return False
    where = "In the shared queue" if form.is_to_a_queue else "Handed out"
    messages.success(request, f"{where}. {'; '.join(map(str, plan.parts))}.")
    return True


def _form_page(
    request: HttpRequest, track: Track, form: HandOutForm, plan: HandOutPlan | None
) -> HttpResponse:
    shown = {
        "track": track,
        "tab": "work",
        "form": form,
        "plan": None if form.errors else plan,
        "has_assessors": _has_assessors(track),
        "has_work": form.offers_work,
    }
    status = 422 if form.errors else 200
    return render(
        request, "assess/judging/allocations/hand_out.html", shown, status=status
    )


# /tracks/<track>/work/<allocation>/release/
@signed_in
@require_POST
def release(request: HttpRequest, track: UUID, allocation: UUID) -> HttpResponseBase:
    """Release one piece of open work."""
    found = organized_track(request, track)
    work = get_object_or_404(
        Allocation.objects.at_hand().select_related("topic", "assessor"),
        track=found,
        uuid=allocation,
    )
    try:
        actions.release(work, now=timezone.now())
    except actions.NotOpen:
        messages.warning(request, "That work was finished or taken back before.")
    else:
        much = "; ".join(map(str, passed_on(found, as_work([work]), None)))
        messages.success(
            request,
            f"Topic {work.topic} is free again. {much}. {work.assessor}’s labels stay.",
        )
    return redirect("assess:allocations", found.uuid)
