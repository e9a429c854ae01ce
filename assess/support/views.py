"""Support: one answer at a time, every cited passage by one key."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import signed_in
from assess.actions.labels import ReusedKey, StaleLabel
from assess.models import Allocation
from assess.support.actions import finish_support, label_support
from assess.support.forms import SupportForm
from assess.support.kind import SUPPORT
from assess.support.pairs import read_lines
from assess.support.work import Sheet, read_sheet
from assess.work.views import STALE, own_work
from assess.work.walk import NotInThisWork
from runs.models import Response

PAGE, END = "assess/support.html", "assess/support_end.html"


def _on_sheet(request: HttpRequest, work: Allocation, uuid: UUID) -> dict[str, Any]:
    """Return what the page of one response shows."""
    sheet = read_sheet(work)
    try:
        response = sheet.find(uuid)
    except NotInThisWork as error:
        raise Http404 from error
    return {
        "work": work,
        "sheet": sheet,
        "response": response,
        "lines": read_lines(work, sheet, response),
        "place": sheet.place(response),
        "previous": sheet.beside(response, -1),
        "following": sheet.beside(response, 1),
        "then": _address(work, sheet.next_open(response)),
        "grades": tuple(reversed(SUPPORT.scale(work.track))),
    }


def _address(work: Allocation, response: Response | None) -> str:
    if response is None:
        return reverse("assess:support", args=[work.uuid])
    return reverse("assess:support_response", args=[work.uuid, response.uuid])


# /work/<allocation>/support/
@never_cache
@signed_in
@require_GET
def support(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Go on where the assessor stopped; with nothing left, offer to finish."""
    work = own_work(request, allocation, SUPPORT)
    sheet = read_sheet(work)
    response = sheet.first_open()
    if response:
        return redirect(_address(work, response))
    return _end(request, work, sheet)


def _end(
    request: HttpRequest, work: Allocation, sheet: Sheet, *, status: int = 200
) -> HttpResponse:
    return render(request, END, {"work": work, "sheet": sheet}, status=status)


# /work/<allocation>/support/<response>/
@never_cache
@signed_in
@require_GET
def support_response(
    request: HttpRequest, allocation: UUID, response: UUID
) -> HttpResponseBase:
    """Show one response with every passage that is to be judged."""
    work = own_work(request, allocation, SUPPORT)
    return render(request, PAGE, _on_sheet(request, work, response))


# /work/<allocation>/support/<response>/label/
@signed_in
@require_POST
def support_label(
    request: HttpRequest, allocation: UUID, response: UUID
) -> HttpResponseBase:
    """Take one label from a page without script."""
    work = own_work(request, allocation, SUPPORT)
    form = SupportForm(request.POST)
    if not form.is_valid():
        shown = _on_sheet(request, work, response) | {"form": form}
        return render(request, PAGE, shown, status=422)
    citation, value = form.cleaned_data["citation"], form.cleaned_data["value"]
    try:
        label_support(
            work, citation=citation, value=value, act=form.act(), now=timezone.now()
        )
    except NotInThisWork as error:
        raise Http404 from error
    except (StaleLabel, ReusedKey):
        shown = _on_sheet(request, work, response) | {"problem": STALE}
        return render(request, PAGE, shown, status=409)
    address = reverse("assess:support_response", args=[work.uuid, response])
    return redirect(f"{address}#pair-{citation}")


# /work/<allocation>/support/finish/
@signed_in
@require_POST
def support_finish(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Close the work when every label is given; else say what is left."""
    work = own_work(request, allocation, SUPPORT)
    progress = finish_support(work, now=timezone.now())
    if progress.total and not progress.left:
        return redirect("home")
    return _end(request, work, read_sheet(work), status=409)
