"""Span nuggets: one passage at a time, the end, and the start of a bank."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
)

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.models import Allocation
from assess.judging.queues.actions import TakenByAnother
from assess.judging.threads.open_points import seal_of
from assess.judging.work.views import own_work
from nuggets.banks.actions import VersionFrozen
from nuggets.banks.subjects import BankGone
from nuggets.editing.actions import finish_version
from nuggets.editing.forms import EditForm, SeenForm
from nuggets.editing.items import SPANS, edited_bank, versions_of
from nuggets.editing.steps.command import run_once
from nuggets.editing.steps.lists import NoSuchSpan
from nuggets.editing.steps.messages import STALE, STILL_OPEN, note_on
from nuggets.editing.steps.step import StaleVersion
from nuggets.kernel.listing import NotListed
from nuggets.models import Bank, BankVersion
from nuggets.spans.actions import NothingRelevant, begin_spans, start_span_bank
from nuggets.spans.forms import SpanBankForm, as_edit
from nuggets.spans.items import (
    SpanPage,
    address_of,
    left_open,
    passages_of,
    read_page,
    resumes_at,
)
from runs.kernel.limits import TooMany
from runs.views.lookup import organized_track

PAGE, BEGIN, END = (
    "nuggets/spans/page.html",
    "nuggets/spans/begin.html",
    "nuggets/spans/end.html",
)


def _person(request: HttpRequest) -> User:
    return cast(User, request.user)


def _work(request: HttpRequest, allocation: UUID) -> tuple[Allocation, Bank]:
    work = own_work(request, allocation, SPANS)
    try:
        return work, edited_bank(work)
    except BankGone as error:
        raise Http404 from error


def _opened(
    request: HttpRequest, allocation: UUID
) -> tuple[Allocation, Bank, BankVersion]:
    work, bank = _work(request, allocation)
    version = versions_of(work, bank).first()
    if version is None:
        raise Http404
    return work, bank, version


def _page(request: HttpRequest, allocation: UUID, segment: UUID | None) -> SpanPage:
    page = read_page(*_opened(request, allocation), segment)
    if segment and page.passage is None:
        raise Http404
    return page


# /work/<allocation>/spans/
@never_cache
@signed_in
@require_GET
def spans(request: HttpRequest, allocation: UUID) -> HttpResponseBase:
    """Redirect to the passage marked last; before the start, offer to begin."""
    work, bank = _work(request, allocation)
    version = versions_of(work, bank).first()
    if version is None:
        return render(request, BEGIN, {"work": work, "bank": bank})
    row = resumes_at(passages_of(work, bank, version), version)
    if row:
        return redirect(address_of(work, row))
    return render(request, PAGE, {"page": _page(request, allocation, None)})


# /work/<allocation>/spans/<segment>/
@never_cache
@signed_in
@require_GET
def spans_passage(
    request: HttpRequest, allocation: UUID, segment: UUID
) -> HttpResponse:
    """Show one passage with the nuggets made from it."""
    return render(request, PAGE, {"page": _page(request, allocation, segment)})


# /work/<allocation>/spans/<segment>/act/
@signed_in
@require_POST
def spans_act(request: HttpRequest, allocation: UUID, segment: UUID) -> HttpResponse:
    """Do one edit from a page without script."""
    work, _bank, version = _opened(request, allocation)
    form = EditForm(as_edit(request.POST), version=version)
    if not form.is_valid():
        shown = {"page": _page(request, allocation, segment), "form": form}
        return render(request, PAGE, shown, status=422)
    act = form.act(by=_person(request), now=timezone.now())
    try:
        form.check_list(version)
        run_once(work, version, form.command, act=act)
    except (StaleVersion, VersionFrozen, NotListed, NoSuchSpan, TooMany) as error:
        page = _page(request, allocation, segment)
        shown = {"page": page, "note": note_on(error)}
        return render(request, PAGE, shown, status=409)
    return redirect("nuggets:spans_passage", allocation, segment)


# /work/<allocation>/spans/finish/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def spans_finish(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Freeze the list and finish the work, once the person confirms the open points."""
    page = _page(request, allocation, None)
    if request.method == "GET":
        return _show_end(request, page)
    form = SeenForm(request.POST)
    if not form.is_valid():
        return _show_end(request, page, status=422)
    act = form.act(by=_person(request), now=timezone.now())
    still = left_open(page) if page.is_open else []
    try:
        form.check_list(page.version)
        if still and request.POST.get("leave") != seal_of(still):
            return _show_end(request, page, note=STILL_OPEN, status=422)
        finish_version(page.version, page.work, act=act)
    except (StaleVersion, VersionFrozen):
        page = _page(request, allocation, None)
        return _show_end(request, page, note=STALE, status=409)
    return redirect("nuggets:spans", allocation)


def _show_end(
    request: HttpRequest, page: SpanPage, *, note: str = "", status: int = 200
) -> HttpResponse:
    found = left_open(page) if page.is_open else []
    shown = {"page": page, "open": found, "note": note}
    shown["leave"] = seal_of(found) if found else ""
    return render(request, END, shown, status=status)


# /work/<allocation>/spans/begin/
@signed_in
@require_POST
def spans_begin(request: HttpRequest, allocation: UUID) -> HttpResponse:
    """Open a list: the topic's first one, or the next after a finished one."""
    work, bank = _work(request, allocation)
    try:
        begin_spans(bank, work, by=_person(request), now=timezone.now())
    except TakenByAnother:
        shown = {"work": work, "bank": bank, "taken": True}
        return render(request, BEGIN, shown, status=409)
    return redirect("nuggets:spans", allocation)


# /tracks/<track>/banks/spans/
@signed_in
@require_http_methods(["GET", "POST"])
def spans_new(request: HttpRequest, track: UUID) -> HttpResponse:
    """Create an empty bank in which assessors mark the nuggets."""
    found = organized_track(request, track)
    form = SpanBankForm(request.POST or None, track=found)
    if not form.is_valid():
        status = 422 if request.method == "POST" else 200
        shown = {"track": found, "form": form}
        return render(request, "nuggets/spans/new.html", shown, status=status)
    try:
        made = start_span_bank(found, **form.cleaned_data, now=timezone.now())
    except NothingRelevant:
        form.add_error("qrels_judge", "This judge has found nothing relevant yet.")
        shown = {"track": found, "form": form}
        return render(request, "nuggets/spans/new.html", shown, status=422)
    messages.success(request, f"{made} is open. Hand out its topics next.")
    return redirect("nuggets:bank", track, made.uuid)
