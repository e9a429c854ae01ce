"""The entrance to work: one URL for any work, and where it went."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET
from django.views.defaults import page_not_found

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.allocations.former_work import find_lost
from assess.judging.models import Allocation
from assess.judging.practice.actions import is_due
from assess.judging.practice.lessons import EDITING
from assess.judging.screens import UnknownScreen, get_screen


# /work/<allocation>/
@signed_in
@require_GET
def work(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Redirect to the page where a person does their work.

    Somebody who never edited such a list comes to its practice first.
    """
    held = Allocation.objects.held_by(cast(User, request.user))
    found = get_object_or_404(held, uuid=allocation)
    if found.work in EDITING and is_due(found.work, cast(User, request.user)):
        return redirect("assess:practice", found.uuid)
    try:
        return redirect(get_screen(found.work).url_name, found.uuid)
    except UnknownScreen as error:
        raise Http404 from error


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return 404, or a page that says that the person's work went back to a queue."""
    match = request.resolver_match
    allocation = match.kwargs.get("allocation") if match else None
    if allocation and request.user.is_authenticated:
        lost = find_lost(request.user, allocation)
        if lost:
            return render(
                request,
                "assess/judging/allocations/lost.html",
                {"lost": lost},
                status=404,
            )
    return page_not_found(request, exception)
