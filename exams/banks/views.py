"""Question banks for organizers: the list, one bank, its release."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.decorators import signed_in
from accounts.models import User
from config.tables.pages import table_page
from exams.banks.actions import release_bank
from exams.banks.listing import list_banks, list_versions
from exams.banks.lists import current_lists
from exams.banks.table import question_banks_table
from exams.models import QuestionBank
from nuggets.models import Bank
from runs.models import Track
from runs.views.lookup import organized_track
from runs.views.visibility import seen_track

VERSIONS_A_PAGE = 100
TOPICS_A_PAGE = 20


def bank_of(track: Track, bank: UUID) -> QuestionBank:
    """Return one of a track's question banks; raise Http404 if there is none."""
    banks = QuestionBank.objects.visible().filter(track=track)
    found = get_object_or_404(banks.select_related("drafted_by"), uuid=bank)
    found.track = track
    return found


# /tracks/<track>/exams/
@signed_in
@require_http_methods(["GET", "POST"])
def banks(request: HttpRequest, track: UUID) -> HttpResponse:
    """List a track's question banks."""
    found = organized_track(request, track)
    table = question_banks_table(found, by=cast(User, request.user))
    sources = Bank.objects.visible().filter(track=found).order_by("name")
    shown = {"track": found, "sources": sources}
    return table_page(request, "exams/banks/list.html", shown, table, list_banks(found))


# /tracks/<track>/exams/<bank>/
@signed_in
@require_GET
def bank(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Show a bank's topics and versions, with the counts of each."""
    found = bank_of(organized_track(request, track), questions)
    page = Paginator(list_versions(found), VERSIONS_A_PAGE)
    shown = {
        "track": found.track,
        "bank": found,
        "page": page.get_page(request.GET.get("page")),
    }
    return render(request, "exams/banks/bank.html", shown)


# /tracks/<track>/exams/<bank>/released/
@signed_in
@require_GET
def released(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Show a bank's active questions as viewers see them, to viewers once released."""
    seen = seen_track(request, track)
    banks = QuestionBank.objects.visible().filter(track=seen.track)
    if not seen.organizes:
        banks = banks.filter(released_at__isnull=False)
    found = get_object_or_404(banks, uuid=questions)
    versions = found.versions.current().filter(topic__deleted_at=None)
    ordered = versions.order_by("topic__position", "topic").values_list(
        "topic", flat=True
    )
    page = Paginator(ordered, TOPICS_A_PAGE).get_page(request.GET.get("page"))
    lists = current_lists(found, list(page.object_list)).values()
    shown = {"track": seen.track, "organizes": seen.organizes, "bank": found}
    shown |= {"page": page, "lists": lists}
    return render(request, "exams/banks/released.html", shown)


# /tracks/<track>/exams/<bank>/release/
@signed_in
@require_POST
def release(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Show a bank's questions to viewers, or hide them again."""
    found = bank_of(organized_track(request, track), questions)
    release_bank(found, shown=request.POST.get("shown") == "1", now=timezone.now())
    said = "Viewers see" if found.released_at else "Viewers do not see"
    messages.success(request, f"{said} the questions of {found}.")
    return redirect("exams:bank", found.track.uuid, found.uuid)
