"""The pages of all types of judging: going on, one item, a label, the end."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import signed_in
from accounts.kernel.idempotency import ReusedKey
from accounts.models import User
from assess.judging.labels.writer import StaleLabel
from assess.judging.models import Allocation
from assess.judging.practice.actions import is_due
from assess.judging.screens import get_screen
from assess.judging.threads.listing import as_assessor, threads_of
from assess.judging.work.actions import finish_if_done
from assess.judging.work.desk import Desk, Page
from assess.judging.work.forms import LabelForm
from assess.judging.work.target import Claim, NotHeld, find_work
from assess.judging.work.walk import BadDetail, NotInThisWork

# A header of pages that turn to the next item: they use the sheet and nothing else.
ALONE = "X-Assay-Sheet"


def own_work(request: HttpRequest, allocation: UUID, *works: str) -> Allocation:
    """Return the requesting person's allocation of some kinds, or raise Http404."""
    try:
        return find_work(Claim(cast(User, request.user), allocation), *works)
    except NotHeld as error:
        raise Http404 from error


def _page(
    request: HttpRequest,
    desk: Desk,
    work: Allocation,
    item: UUID,
    *,
    status: int = 200,
    **more: LabelForm,
) -> HttpResponse:
    sheet = desk.read_sheet(work)
    try:
        found = sheet.find(item)
    except NotInThisWork as error:
        raise Http404 from error
    page = Page(work, sheet, found, cast(User, request.user))
    shown = desk.context(page) | {"alone": ALONE in request.headers} | more
    return render(request, f"{desk.template}.html", shown, status=status)


def _end(
    request: HttpRequest, desk: Desk, work: Allocation, *, status: int = 200
) -> HttpResponse:
    skipped = [thread for thread in threads_of(work) if thread.skipped]
    sheet = desk.read_sheet(work)
    shown = {
        "desk": desk,
        "work": work,
        "sheet": sheet,
        "skipped": as_assessor(skipped),
        "listing": desk.recent(work, sheet).listing(sheet),
    }
    template = f"{desk.template}_end.html"
    return render(request, template, shown | desk.end(work), status=status)


# /work/<allocation>/<kind>/
@never_cache
@signed_in
@require_GET
def resume(request: HttpRequest, allocation: UUID, *, desk: Desk) -> HttpResponseBase:
    """Redirect to where the assessor stopped; with nothing left, offer to finish.

    Somebody who never did such work comes to its practice first.
    """
    work = own_work(request, allocation, desk.work)
    if first := _what_comes_first(request, desk, work):
        return first
    if is_due(desk.work, cast(User, request.user)):
        return redirect("assess:practice", work.uuid)
    item = desk.read_sheet(work).first_open()
    if item:
        return redirect(desk.address(work, item))
    return _end(request, desk, work)


def _what_comes_first(
    request: HttpRequest, desk: Desk, work: Allocation
) -> HttpResponse | None:
    """Redirect to the work that has to be finished before, if there is any."""
    waits = get_screen(desk.work).waits
    first = waits(work) if waits else None
    if first is None:
        return None
    messages.info(request, f"Finish topic {first.topic} first: it comes before.")
    return redirect(desk.address(first, None))


# /work/<allocation>/<kind>/<item>/
@never_cache
@signed_in
@require_GET
def item(
    request: HttpRequest, /, allocation: UUID, *, desk: Desk, **named: UUID
) -> HttpResponseBase:
    """Show one item, with all its labels."""
    work = own_work(request, allocation, desk.work)
    if first := _what_comes_first(request, desk, work):
        return first
    return _page(request, desk, work, named[desk.item])


# /work/<allocation>/<kind>/<item>/label/
@signed_in
@require_POST
def label(
    request: HttpRequest, /, allocation: UUID, *, desk: Desk, **named: UUID
) -> HttpResponseBase:
    """Process one label from a page without script, and go on."""
    work = own_work(request, allocation, desk.work)
    form = desk.form(work, request.POST)
    if not form.is_valid():
        return _page(request, desk, work, named[desk.item], status=422, form=form)
    try:
        kept = desk.label(
            work, form.cleaned_data | named, act=form.act(), now=timezone.now()
        )
    except (NotHeld, NotInThisWork) as error:
        raise Http404 from error
    except BadDetail as error:
        form.add_error(error.field, str(error))
        return _page(request, desk, work, named[desk.item], status=422, form=form)
    except (StaleLabel, ReusedKey):
        return _page(request, desk, work, named[desk.item], status=409, stale=form)
    here = desk.address(work, named[desk.item])
    if form.anchor or not kept.value:
        return redirect(f"{here}#{form.anchor}" if form.anchor else here)
    sheet = desk.read_sheet(work)
    return redirect(desk.address(work, sheet.next_open(sheet.find(named[desk.item]))))


# /work/<allocation>/<kind>/recent/
@never_cache
@signed_in
@require_GET
def recent(request: HttpRequest, allocation: UUID, *, desk: Desk) -> HttpResponseBase:
    """List the last labels, all or `?only=` some, as a page or as its panel."""
    work = own_work(request, allocation, desk.work)
    sheet = desk.read_sheet(work)
    found = desk.recent(work, sheet).listing(sheet, request.GET.get("only", ""))
    shown = {"desk": desk, "work": work, "listing": found}
    part = "_recent" if "HX-Request" in request.headers else "recent"
    return render(request, f"assess/judging/work/{part}.html", shown)


# /work/<allocation>/<kind>/finish/
@signed_in
@require_POST
def finish(request: HttpRequest, allocation: UUID, *, desk: Desk) -> HttpResponseBase:
    """Finish the work if nothing is left; else say what is."""
    work = own_work(request, allocation, desk.work)
    unfit = get_screen(desk.work).unfit
    if unfit and (why := unfit(work)):
        messages.warning(request, why)
        return _end(request, desk, work, status=409)
    progress = finish_if_done(work, now=timezone.now())
    if progress.complete:
        return redirect("home")
    return _end(request, desk, work, status=409)
