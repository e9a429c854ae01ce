"""Gold answers: the page, its plain form, the passages, the end."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
)

from accounts.decorators import signed_in
from assess.judging.models import Allocation
from assess.judging.queues.actions import reopen
from assess.judging.work.views import own_work
from nuggets.answers.actions import (
    AnswerShut,
    NotAPart,
    NothingWritten,
    StaleAnswer,
    finish_answer,
    save_answer,
)
from nuggets.answers.forms import AnswerForm
from nuggets.answers.items import ANSWERS
from nuggets.answers.page import read_page
from nuggets.banks.subjects import BankGone, bank_under
from nuggets.models import Bank

PAGE, END = "nuggets/answers/page.html", "nuggets/answers/end.html"


def _work(request: HttpRequest, allocation: UUID) -> tuple[Allocation, Bank]:
    work = own_work(request, allocation, ANSWERS)
    try:
        return work, bank_under(work)
    except BankGone as error:
        raise Http404 from error


def _uuid(words: str) -> UUID | None:
    try:
        return UUID(words)
    except ValueError:
        return None


# /work/<allocation>/answer/
@never_cache
@signed_in
@require_GET
def answer(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Show an answer next to a passage and the nuggets."""
    work, bank = _work(request, allocation)
    page = read_page(work, bank, _uuid(request.GET.get("passage", "")))
    return render(request, PAGE, {"page": page})


# /work/<allocation>/answer/passages/<segment>/
@never_cache
@signed_in
@require_GET
def answer_passage(
    request: HttpRequest, allocation: UUID, segment: UUID
) -> HttpResponse:
    """Show one passage."""
    page = read_page(*_work(request, allocation), segment)
    if page.passage is None or page.passage.row.uuid != segment:
        raise Http404
    return render(request, "nuggets/answers/_passage.html", {"page": page})


# /work/<allocation>/answer/save/
@signed_in
@require_POST
def answer_save(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Save an answer from a page without script."""
    work, bank = _work(request, allocation)
    passage = _uuid(request.POST.get("passage", ""))
    form = AnswerForm(request.POST)
    if not form.is_valid():
        shown = {"page": read_page(work, bank, passage), "form": form}
        return render(request, PAGE, shown, status=422)
    try:
        save_answer(work, bank, form.said(), act=form.act(), now=timezone.now())
    except NotAPart as error:
        raise Http404 from error
    except (StaleAnswer, AnswerShut):
        mine = read_page(work, bank, passage, mine=form.said())
        return render(request, PAGE, {"page": mine, "stale": True}, status=409)
    if request.POST.get("then") == "finish":
        return redirect("nuggets:answer_finish", allocation)
    address = reverse("nuggets:answer", args=[allocation])
    return redirect(f"{address}?passage={passage}" if passage else address)


# /work/<allocation>/answer/finish/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def answer_finish(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Show the state of the answer, then finish the work on it."""
    work, bank = _work(request, allocation)
    if request.method == "GET":
        return render(request, END, {"page": read_page(work, bank)})
    try:
        finish_answer(work, bank, now=timezone.now())
    except NothingWritten:
        shown = {"page": read_page(work, bank), "empty": True}
        return render(request, END, shown, status=409)
    return redirect("nuggets:answer", allocation)


# /work/<allocation>/answer/reopen/
@signed_in
@require_POST
def answer_reopen(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Open a finished answer again."""
    work, _bank = _work(request, allocation)
    reopen(work, now=timezone.now())
    return redirect("nuggets:answer", allocation)
