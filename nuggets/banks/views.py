"""Banks for organizers: the list, one bank, one version, and the start of editing."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET, require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from config.tables.pages import table_page
from nuggets.banks.forms import PostEditForm
from nuggets.banks.listing import list_banks, list_nuggets, list_versions
from nuggets.banks.table import banks_table
from nuggets.models import Bank, BankVersion
from runs.models import Track
from runs.views.lookup import organized_track

VERSIONS_A_PAGE = 100


def bank_of(track: Track, bank: UUID) -> Bank:
    """Return one of a track's banks; raise Http404 if there is none."""
    banks = Bank.objects.visible().filter(track=track)
    related = banks.select_related("parent", "drafted_by", "qrels_judge", "track")
    return get_object_or_404(related, uuid=bank)


def version_of(track: Track, version: UUID) -> BankVersion:
    """Return one version of a track's banks; raise Http404 if there is none."""
    visible = Bank.objects.visible().filter(track=track)
    versions = BankVersion.objects.filter(bank__in=visible)
    related = versions.select_related("bank__track", "topic", "editor", "parent__bank")
    return get_object_or_404(related, uuid=version)


def show_bank(
    request: HttpRequest, bank: Bank, form: PostEditForm, *, status: int = 200
) -> HttpResponse:
    """Show a bank's topics and versions, with the form that starts post-editing."""
    versions = list_versions(bank)
    page = Paginator(versions, VERSIONS_A_PAGE).get_page(request.GET.get("page"))
    shown = {"track": bank.track, "bank": bank, "page": page, "form": form}
    return render(request, "nuggets/banks/bank.html", shown, status=status)


# /tracks/<track>/banks/
@signed_in
@require_http_methods(["GET", "POST"])
def banks(request: HttpRequest, track: UUID) -> HttpResponse:
    """List a track's banks."""
    found = organized_track(request, track)
    table = banks_table(found, by=cast(User, request.user))
    rows = list_banks(found)
    return table_page(request, "nuggets/banks/list.html", {"track": found}, table, rows)


# /tracks/<track>/banks/<bank>/
@signed_in
@require_GET
def bank(request: HttpRequest, track: UUID, bank: UUID) -> HttpResponse:
    """Show a bank's topics and versions, with the counts of each."""
    found = bank_of(organized_track(request, track), bank)
    return show_bank(request, found, PostEditForm(draft=found))


# /tracks/<track>/versions/<version>/
@signed_in
@require_GET
def version(request: HttpRequest, track: UUID, version: UUID) -> HttpResponse:
    """Show one version's list, read-only."""
    found = version_of(organized_track(request, track), version)
    shown = {
        "track": found.bank.track,
        "version": found,
        "rows": list_nuggets(found),
        "subnarratives": found.pins.select_related("wording"),
    }
    return render(request, "nuggets/banks/version.html", shown)
