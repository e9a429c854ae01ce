"""The pool of passages on a bank's page: its preview, and filling it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import signed_in
from exams.banks.views import bank_of
from exams.passages.pool import fill_pool, pool_of, unit_of, without_text
from exams.passages.preview import calls_of
from runs.views.lookup import organized_track


# /tracks/<track>/exams/<questions>/pool/
@signed_in
@require_GET
def pool(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Show what the pool has, what it lacks, and the calls that grading takes."""
    found = bank_of(organized_track(request, track), questions)
    shown = {
        "track": found.track,
        "bank": found,
        "pool": pool_of(found.track),
        "textless": without_text(found.track),
        "calls": calls_of(found),
    }
    return render(request, "exams/passages/pool.html", shown)


# /tracks/<track>/exams/<questions>/pool/fill/
@signed_in
@require_POST
def fill(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Add what the pool lacks."""
    found = bank_of(organized_track(request, track), questions)
    number = fill_pool(pool_of(found.track), unit=unit_of(found.track))
    s = "" if number == 1 else "s"
    messages.success(request, f"{number:,} passage{s} added to the pool.")
    return redirect("exams:pool", found.track.uuid, found.uuid)
