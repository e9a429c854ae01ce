"""The pool of passages on a bank's page: its preview, and filling it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import signed_in
from exams.banks.views import bank_of
from exams.models import QuestionBank
from exams.passages.forms import PoolForm
from exams.passages.pool import Pool, fill_pool, pool_of, unit_of, without_text
from exams.passages.preview import calls_of
from runs.views.lookup import organized_track


# /tracks/<track>/exams/<questions>/pool/
@signed_in
@require_GET
def pool(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Show what the pool has, what it lacks, and the calls that grading takes."""
    found = bank_of(organized_track(request, track), questions)
    return _show(request, found, PoolForm(request.GET, track=found.track))


def _show(request: HttpRequest, bank: QuestionBank, form: PoolForm) -> HttpResponse:
    valid = form.is_valid()
    shown = {
        "track": bank.track,
        "bank": bank,
        "form": form,
        "pool": _pool(form) if valid else None,
        "textless": without_text(bank.track),
        "calls": calls_of(bank),
    }
    status = 200 if valid else 422
    return render(request, "exams/passages/pool.html", shown, status=status)


def _pool(form: PoolForm) -> Pool:
    said = form.cleaned_data
    return pool_of(
        form.track,
        runs=list(said["runs"]),
        judged=said["judged"],
        segments=said["segments"],
    )


# /tracks/<track>/exams/<questions>/pool/fill/
@signed_in
@require_POST
def fill(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Add what the pool lacks of the choice."""
    found = bank_of(organized_track(request, track), questions)
    form = PoolForm(request.POST, track=found.track)
    if not form.is_valid():
        return _show(request, found, form)
    number = fill_pool(_pool(form), unit=unit_of(found.track))
    s = "" if number == 1 else "s"
    messages.success(request, f"{number:,} passage{s} added to the pool.")
    return redirect("exams:pool", found.track.uuid, found.uuid)
