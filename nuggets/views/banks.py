"""Banks for organizers: the list, one bank, one version, and the start of editing."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import signed_in
from accounts.models import User
from nuggets.actions.editing_work import start_post_edit
from nuggets.bank_pages import list_banks, list_nuggets, list_versions
from nuggets.forms.editing import PostEditForm
from nuggets.models import Bank, BankVersion
from runs.models import Track

VERSIONS_A_PAGE = 100


def _track(request: HttpRequest, track: UUID) -> Track:
    mine = Track.objects.organized_by(cast(User, request.user))
    return get_object_or_404(mine, uuid=track)


def _bank(track: Track, bank: UUID) -> Bank:
    banks = Bank.objects.visible().filter(track=track)
    related = banks.select_related("parent", "drafted_by", "qrels_judge", "track")
    return get_object_or_404(related, uuid=bank)


def _show_bank(
    request: HttpRequest, bank: Bank, form: PostEditForm, *, status: int = 200
) -> HttpResponse:
    versions = list_versions(bank)
    page = Paginator(versions, VERSIONS_A_PAGE).get_page(request.GET.get("page"))
    shown = {"track": bank.track, "bank": bank, "page": page, "form": form}
    return render(request, "nuggets/bank.html", shown, status=status)


# /tracks/<track>/banks/
@signed_in
@require_GET
def banks(request: HttpRequest, track: UUID) -> HttpResponse:
    """List a track's banks."""
    found = _track(request, track)
    shown = {"track": found, "banks": list_banks(found)}
    return render(request, "nuggets/banks.html", shown)


# /tracks/<track>/banks/<bank>/
@signed_in
@require_GET
def bank(request: HttpRequest, track: UUID, bank: UUID) -> HttpResponse:
    """Show a bank's topics and versions, with the counts of each."""
    found = _bank(_track(request, track), bank)
    return _show_bank(request, found, PostEditForm(draft=found))


# /tracks/<track>/banks/<bank>/post-edit/
@signed_in
@require_POST
def post_edit(request: HttpRequest, track: UUID, bank: UUID) -> HttpResponse:
    """Make an edited bank from this one, ready to be handed out."""
    draft = _bank(_track(request, track), bank)
    form = PostEditForm(request.POST, draft=draft)
    if not form.is_valid():
        return _show_bank(request, draft, form, status=422)
    made = start_post_edit(draft, form.cleaned_data["name"], now=timezone.now())
    messages.success(request, f"{made} is open for editing. Hand out its topics next.")
    return redirect("nuggets:bank", track, made.uuid)


# /tracks/<track>/versions/<version>/
@signed_in
@require_GET
def version(request: HttpRequest, track: UUID, version: UUID) -> HttpResponse:
    """Show one version's list, read-only."""
    visible = Bank.objects.visible().filter(track=_track(request, track))
    versions = BankVersion.objects.filter(bank__in=visible)
    related = versions.select_related("bank__track", "topic", "editor", "parent__bank")
    found = get_object_or_404(related, uuid=version)
    shown = {
        "track": found.bank.track,
        "version": found,
        "rows": list_nuggets(found),
        "subnarratives": found.pins.select_related("wording"),
    }
    return render(request, "nuggets/version.html", shown)
