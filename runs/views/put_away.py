"""Put things away, list them, restore them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
)

from accounts.decorators import signed_in
from accounts.models import User
from config.tables.pages import table_page
from runs.models import Track
from runs.put_away.actions import NotNow, put_away, refusal_of, restore
from runs.put_away.listing import things_away
from runs.put_away.registration import TRACK
from runs.put_away.registry import (
    Thing,
    ThingKind,
    UnknownThing,
    hanging_on,
    resting_on,
    thing_kind,
)
from runs.put_away.table import away_table
from runs.views.lookup import organized_track

NAMED = 50  # names of dependent things; the rest is counted


# /tracks/<track>/put-away/
@signed_in
@require_http_methods(["GET", "POST"])
def things(request: HttpRequest, track: UUID) -> HttpResponse:
    """List what is put away, each with a button that restores it."""
    found = organized_track(request, track)
    table = away_table(found, by=cast(User, request.user))
    shown = {"track": found}
    return table_page(request, "runs/put_away.html", shown, table, things_away(found))


# /tracks/<track>/put-away/<what>/<thing>/
@signed_in
@require_http_methods(["GET", "POST"])
def thing_put_away(
    request: HttpRequest, track: UUID, what: str, thing: UUID
) -> HttpResponse:
    """Put a thing away, after counting what depends on it."""
    found = organized_track(request, track)
    kind = _kind(what)
    one = get_object_or_404(kind.at_hand(found), uuid=thing)
    refusal = refusal_of(kind, one)
    if request.method == "POST":
        refusal = _put_away(request, kind, one, found)
        if not refusal:
            return redirect(kind.list_of(found))
    resting = resting_on(kind, one)
    shown = {
        "track": found,
        "kind": kind,
        "name": kind.name_of(one),
        "hanging": hanging_on(kind, one),
        "resting": [(other, other.name_of(row)) for other, row in resting[:NAMED]],
        "more": max(0, len(resting) - NAMED),
        "refusal": refusal,
        "here": kind.page(found, one),
        "listed": kind.list_of(found),
    }
    status = 409 if request.method == "POST" else 200
    return render(request, "runs/put_away_thing.html", shown, status=status)


def _put_away(request: HttpRequest, kind: ThingKind, one: Thing, track: Track) -> str:
    """Put a thing away; return the reason if that is not possible."""
    by = cast(User, request.user)
    try:
        put_away(kind, one, track=track, by=by, now=timezone.now())
    except NotNow as error:
        return str(error)
    messages.success(request, f"{kind.name_of(one)} is put away. You can restore it.")
    return ""


# /tracks/<track>/put-away/<what>/<thing>/hanging/
@never_cache
@signed_in
@require_GET
def thing_hanging(
    request: HttpRequest, track: UUID, what: str, thing: UUID
) -> HttpResponse:
    """Return the part of a thing's page on what depends on it."""
    found = organized_track(request, track)
    kind = _kind(what)
    one = get_object_or_404(kind.at_hand(found), uuid=thing)
    resting = resting_on(kind, one)
    shown = {
        "hanging": hanging_on(kind, one),
        "resting": [
            (other, other.name_of(row), other.page(found, row))
            for other, row in resting[:NAMED]
        ],
        "more": max(0, len(resting) - NAMED),
    }
    return render(request, "runs/_hanging.html", shown)


# /tracks/<track>/put-away/<what>/<thing>/restore/
@signed_in
@require_POST
def thing_restore(
    request: HttpRequest, track: UUID, what: str, thing: UUID
) -> HttpResponse:
    """Restore a thing unchanged."""
    found = organized_track(request, track)
    kind = _kind(what)
    one = get_object_or_404(kind.put_away(found), uuid=thing)
    by = cast(User, request.user)
    try:
        told = restore(kind, one, track=found, by=by, now=timezone.now())
    except NotNow as error:
        messages.error(request, f"{kind.name_of(one)} is not restored. {error}")
    else:
        messages.success(request, f"{kind.name_of(one)} is restored.")
        _tell(request, told)
    return redirect("runs:things_away", found.uuid)


def _tell(request: HttpRequest, told: Sequence[str]) -> None:
    """Show what was not restored with a thing, or restored in addition."""
    for sentence in told[:NAMED]:
        messages.warning(request, sentence)
    if len(told) > NAMED:
        messages.warning(request, f"And {len(told) - NAMED:,} more.")


# /tracks/<track>/restore/
@signed_in
@require_POST
def track_restore(request: HttpRequest, track: UUID) -> HttpResponse:
    """Restore a whole track, listed on its organizers' home page."""
    by = cast(User, request.user)
    away = Track.everything.put_away().organized_by(by)
    found = get_object_or_404(away, uuid=track)
    told = restore(TRACK, found, track=found, by=by, now=timezone.now())
    messages.success(request, f"{found} is restored.")
    _tell(request, told)
    return redirect("assess:track", found.uuid)


def _kind(name: str) -> ThingKind:
    try:
        return thing_kind(name)
    except UnknownThing as error:
        raise Http404(str(error)) from error
