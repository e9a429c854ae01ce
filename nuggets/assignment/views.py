"""Assignment: one response at a time, every nugget by one key."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import signed_in
from assess.actions.labels import ReusedKey, StaleLabel
from assess.models import Allocation
from assess.work.views import STALE, own_work
from assess.work.walk import NotInThisWork
from nuggets.assignment.actions import (
    Sheet,
    finish_assignment,
    label_assignment,
    read_sheet,
)
from nuggets.assignment.forms import AssignmentForm
from nuggets.assignment.kind import ASSIGNMENT
from nuggets.models import BankVersion
from runs.models import Response

PAGE, END = "nuggets/assign.html", "nuggets/assign_end.html"


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
        "sentences": response.sentences.all(),
        "rows": [(row, uuid4()) for row in sheet.rows(response)],
        "place": sheet.place(response),
        "previous": sheet.beside(response, -1),
        "following": sheet.beside(response, 1),
        "then": _address(work, sheet.next_open(response)),
        "grades": tuple(reversed(ASSIGNMENT.scale(work.track))),
    }


def _address(work: Allocation, response: Response | None) -> str:
    if response is None:
        return reverse("nuggets:assign", args=[work.uuid])
    return reverse("nuggets:assign_response", args=[work.uuid, response.uuid])


# /work/<allocation>/assign/
@never_cache
@signed_in
@require_GET
def assign(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Go on where the assessor stopped; with nothing left, offer to finish."""
    work = own_work(request, allocation, ASSIGNMENT)
    sheet = read_sheet(work)
    response = sheet.first_open()
    if response:
        return redirect(_address(work, response))
    return _end(request, work, sheet)


def _end(
    request: HttpRequest, work: Allocation, sheet: Sheet, *, status: int = 200
) -> HttpResponse:
    being_edited = BankVersion.objects.filter(
        bank__uuid=work.subject, topic=work.topic, state=BankVersion.OPEN
    ).exists()
    shown = {"work": work, "sheet": sheet, "being_edited": being_edited}
    return render(request, END, shown, status=status)


# /work/<allocation>/assign/<response>/
@never_cache
@signed_in
@require_GET
def assign_response(
    request: HttpRequest, allocation: UUID, response: UUID
) -> HttpResponseBase:
    """Show one response with every nugget."""
    work = own_work(request, allocation, ASSIGNMENT)
    return render(request, PAGE, _on_sheet(request, work, response))


# /work/<allocation>/assign/<response>/label/
@signed_in
@require_POST
def assign_label(
    request: HttpRequest, allocation: UUID, response: UUID
) -> HttpResponseBase:
    """Take one label from a page without script."""
    work = own_work(request, allocation, ASSIGNMENT)
    form = AssignmentForm(request.POST)
    if not form.is_valid():
        shown = _on_sheet(request, work, response) | {"form": form}
        return render(request, PAGE, shown, status=422)
    try:
        label_assignment(
            work,
            response=response,
            nugget=form.cleaned_data["nugget"],
            value=form.cleaned_data["value"],
            act=form.act(),
            now=timezone.now(),
        )
    except NotInThisWork as error:
        raise Http404 from error
    except (StaleLabel, ReusedKey):
        shown = _on_sheet(request, work, response) | {"problem": STALE}
        return render(request, PAGE, shown, status=409)
    address = reverse("nuggets:assign_response", args=[work.uuid, response])
    return redirect(f"{address}#nugget-{form.cleaned_data['nugget']}")


# /work/<allocation>/assign/finish/
@signed_in
@require_POST
def assign_finish(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Close the work when every label is given; else say what is left."""
    work = own_work(request, allocation, ASSIGNMENT)
    progress = finish_assignment(work, now=timezone.now())
    if progress.total and not progress.left:
        return redirect("home")
    return _end(request, work, read_sheet(work), status=409)
