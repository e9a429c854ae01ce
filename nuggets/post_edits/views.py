"""The pages of post-editing for organizers: a bank in sum, and one topic."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.decorators import signed_in
from assess.exchange.cells import cells_asked
from assess.exchange.downloads import download
from nuggets.banks.views import bank_of, version_of
from nuggets.editing.changes import Changes, draft_of, read_changes
from nuggets.models import BankVersion
from nuggets.post_edits.counts import WHATS, PostEdits, sizes_of
from nuggets.post_edits.files import change_lines
from runs.views.lookup import organized_track

TOPICS_A_PAGE = 100


def _bank(request: HttpRequest, track: UUID, bank: UUID) -> PostEdits:
    found = bank_of(organized_track(request, track), bank)
    if found.parent is None:
        raise Http404
    return PostEdits(found)


# /tracks/<track>/banks/<bank>/changes/
@signed_in
@require_GET
def bank_changes(request: HttpRequest, track: UUID, bank: UUID) -> HttpResponse:
    """Show what post-editing did to the drafts of a bank, by topic and in sum."""
    edits = _bank(request, track, bank)
    page = Paginator(edits.topics, TOPICS_A_PAGE).get_page(request.GET.get("page"))
    shown = {
        "track": edits.bank.track,
        "bank": edits.bank,
        "whats": WHATS,
        "sum": edits.all,
        "page": page,
    }
    return render(request, "nuggets/post_edits/bank.html", shown)


# /tracks/<track>/banks/<bank>/changes.csv
@signed_in
@require_GET
def bank_changes_csv(request: HttpRequest, track: UUID, bank: UUID) -> HttpResponseBase:
    """Return the counts of every topic, and of all of them."""
    edits = _bank(request, track, bank)
    name = f"{edits.bank.track.slug}-{edits.bank.name}-changes.csv"
    return download(edits.lines(cells_asked(request.GET)), name)


def _version(
    request: HttpRequest, track: UUID, version: UUID
) -> tuple[BankVersion, BankVersion, Changes]:
    """Return a version, its draft, and the changes; raise Http404 without a draft."""
    found = version_of(organized_track(request, track), version)
    draft = draft_of(found)
    if draft is None:
        raise Http404
    return found, draft, read_changes(found, draft_importance=True)


# /tracks/<track>/versions/<version>/changes/
@signed_in
@require_GET
def version_changes(request: HttpRequest, track: UUID, version: UUID) -> HttpResponse:
    """Show what post-editing did to the draft of one topic, nugget by nugget."""
    found, draft, changes = _version(request, track, version)
    sides = zip((draft, found), sizes_of(draft, found), strict=True)
    shown = {
        "track": found.bank.track,
        "version": found,
        "sides": list(sides),
        "changes": changes,
    }
    return render(request, "nuggets/post_edits/topic.html", shown)


# /tracks/<track>/versions/<version>/changes.csv
@signed_in
@require_GET
def version_changes_csv(
    request: HttpRequest, track: UUID, version: UUID
) -> HttpResponseBase:
    """Return the changes of one topic, a line for each."""
    found, _draft, changes = _version(request, track, version)
    bank = found.bank
    name = f"{bank.track.slug}-{bank.name}-{found.topic.name}-changes.csv"
    return download(change_lines(changes, cells_asked(request.GET)), name)
