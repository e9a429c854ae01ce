"""The review of a topic's sub-narratives: the page, its steps, the end."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
)

from accounts.decorators import signed_in
from assess.judging.models import Allocation
from assess.judging.queues.actions import TakenByAnother, reopen
from assess.judging.work.forms import key_of
from assess.judging.work.views import own_work
from assess.kinds.subnarratives.actions import ReviewFinished, finish_review, take_step
from assess.kinds.subnarratives.forms import BOXES, TWIN, SeenForm, StepForm
from assess.kinds.subnarratives.items import (
    KIND,
    Review,
    left_open,
    looked_at,
    read_review,
)
from runs.actions.acts import Act
from runs.actions.review import ListChanged
from runs.kernel.limits import TooMany
from runs.kernel.subnarratives import NotListed, TwinWording

PAGE, FINISH = (
    "assess/kinds/subnarratives/page.html",
    "assess/kinds/subnarratives/finish.html",
)
STALE = "The list changed since you opened it. This is the current list."
FROZEN = "This review is finished. Reopen it to continue."
GONE = "That sub-narrative is no longer on the list. Here is the current list."
TAKEN = "Somebody else reviews this topic now. Ask the organizer."


def _show(
    request: HttpRequest,
    review: Review,
    *,
    on: str = "",
    status: int = 200,
    **more: object,
) -> HttpResponse:
    shown = {"review": review, "chosen": review.part(on), "key": uuid4(), **more}
    shown |= {"work": review.work, "practises": True}
    return render(request, PAGE, shown, status=status)


# /work/<allocation>/subnarratives/
@never_cache
@signed_in
@require_GET
def subnarratives(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Show a topic's list next to its narrative."""
    review = read_review(own_work(request, allocation, KIND))
    box = request.GET.get("box", "")
    on = request.GET.get("on", "")
    return _show(request, review, on=on, box=box if box in BOXES else "")


# /work/<allocation>/subnarratives/step/
@signed_in
@require_POST
def subnarratives_step(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Do one step, or open the box for its words."""
    work = own_work(request, allocation, KIND)
    form = StepForm(request.POST)
    on = form.data.get("on", "")
    if form.opens_a_box and _asks(work, form.box, on):
        return _go_to(work, on=on, box=form.box)
    if not form.is_valid():
        shown = {"form": form, "box": form.box}
        return _show(request, read_review(work), on=on, status=422, **shown)
    try:
        done = take_step(work, form.command(), act=_act(work, form))
    except (TwinWording, TooMany) as error:
        form.add_error("text", TWIN if isinstance(error, TwinWording) else str(error))
        shown = {"form": form, "box": form.box}
        return _show(request, read_review(work), on=on, status=422, **shown)
    except (ListChanged, ReviewFinished, NotListed) as error:
        note = {ListChanged: STALE, ReviewFinished: FROZEN}.get(type(error), GONE)
        review = read_review(own_work(request, allocation, KIND))
        shown = {"form": form, "box": form.box, "note": note}
        return _show(request, review, on=on, status=409, **shown)
    return _go_to(work, on=looked_at(done, on))


def _asks(work: Allocation, box: str, on: str) -> bool:
    """Return whether a step opens a box first: dropping warns only if needed."""
    if box != "drop":
        return True
    part = read_review(work).part(on)
    return bool(part and part.ticked)


def _act(work: Allocation, form: StepForm) -> Act:
    seen = form.cleaned_data["seen"]
    return Act(by=work.assessor, key=key_of(form), seen=seen, now=timezone.now())


def _go_to(work: Allocation, **query: str) -> HttpResponse:
    address = QueryDict(mutable=True)
    address.update({name: value for name, value in query.items() if value})
    page = redirect("assess:subnarratives", work.uuid)
    page["Location"] += f"?{address.urlencode()}" if address else ""
    return page


# /work/<allocation>/subnarratives/finish/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def subnarratives_finish(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """List the open points, then finish the review."""
    work = own_work(request, allocation, KIND)
    if request.method == "GET":
        return _show_end(request, work)
    form = SeenForm(request.POST)
    if not form.is_valid():
        return _show_end(request, work, status=422)
    try:
        finish_review(work, seen=form.cleaned_data["seen"], now=timezone.now())
    except (ListChanged, ReviewFinished):
        return _show_end(request, work, note=STALE, status=409)
    return redirect("assess:subnarratives", allocation)


def _show_end(
    request: HttpRequest, work: Allocation, *, note: str = "", status: int = 200
) -> HttpResponse:
    review = read_review(work)
    shown = {"review": review, "open": left_open(review), "note": note}
    return render(request, FINISH, shown, status=status)


# /work/<allocation>/subnarratives/reopen/
@signed_in
@require_POST
def subnarratives_reopen(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Open a finished review again."""
    work = own_work(request, allocation, KIND)
    try:
        reopen(work, now=timezone.now())
    except TakenByAnother:
        return _show(request, read_review(work), status=409, note=TAKEN)
    return redirect("assess:subnarratives", allocation)
