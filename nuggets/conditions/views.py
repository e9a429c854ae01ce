"""Conditions for organizers: the list, a new one, and one to edit."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
)

from accounts.decorators import signed_in
from accounts.models import User
from config.tables.pages import table_page
from nuggets.conditions.actions import (
    ConditionChanged,
    ConditionExists,
    edit_condition,
    edits_of,
    save_condition,
)
from nuggets.conditions.forms import ConditionForm, as_it_is
from nuggets.conditions.listing import conditions_of, trail_of
from nuggets.conditions.table import conditions_table
from nuggets.models import Condition
from runs.kernel.limits import TooMany
from runs.models import Track
from runs.views.lookup import organized_track


# /tracks/<track>/conditions/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def conditions(request: HttpRequest, track: UUID) -> HttpResponse:
    """List a track's conditions, and their history."""
    found = organized_track(request, track)
    table = conditions_table(found, by=cast(User, request.user))
    shown = {"track": found, "tab": "scores", "trail": trail_of(found)}
    page = "nuggets/conditions/list.html"
    return table_page(request, page, shown, table, conditions_of(found))


# /tracks/<track>/conditions/new/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def condition_new(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Create a condition from a bank and a judge."""
    found = organized_track(request, track)
    initial = {name: request.GET[name] for name in request.GET}
    form = ConditionForm(request.POST or None, track=found, initial=initial)
    if form.is_valid():
        parts = form.parts
        try:
            made = save_condition(
                found,
                parts.name,
                bank=parts.bank,
                judge=parts.judge,
                qrels_judge=parts.qrels_judge,
                topics=parts.topics,
                by=cast(User, request.user),
                now=timezone.now(),
            )
        except ConditionExists as error:
            form.add_error("name", f"{error}. Choose another name.")
        except TooMany as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"{made} is saved.")
            return redirect(_scores_of(found, made))
    return _page(request, found, form, None)


# /tracks/<track>/conditions/<condition>/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def condition_edit(
    request: HttpRequest, track: UUID, condition: UUID
) -> HttpResponseBase:
    """Change a condition's parts."""
    found = organized_track(request, track)
    row = get_object_or_404(conditions_of(found), uuid=condition)
    initial = as_it_is(row, seen=edits_of(row))
    form = ConditionForm(request.POST or None, track=found, initial=initial)
    if form.is_valid() and _edited(request, form, row):
        messages.success(request, f"{form.parts.name} is changed.")
        return redirect("nuggets:conditions", found.uuid)
    return _page(request, found, form, row)


def _edited(request: HttpRequest, form: ConditionForm, row: Condition) -> bool:
    """Edit a condition; add an error to the form if that is not possible."""
    by, now = cast(User, request.user), timezone.now()
    seen = form.cleaned_data["seen"] or 0
    try:
        edit_condition(row, form.parts, seen=seen, by=by, now=now)
    except ConditionExists as error:
        form.add_error("name", f"{error}. Choose another name.")
    except ConditionChanged as error:
        form.add_error(None, f"{error} Open it again to see its current state.")
    return not form.errors


def _page(
    request: HttpRequest, track: Track, form: ConditionForm, row: Condition | None
) -> HttpResponse:
    shown = {
        "track": track,
        "tab": "scores",
        "form": form,
        "condition": row,
        "trail": trail_of(track, row) if row else [],
    }
    status = 422 if form.errors else 200
    return render(request, "nuggets/conditions/condition.html", shown, status=status)


def _scores_of(track: Track, condition: Condition) -> str:
    query = urlencode({"condition": str(condition.uuid)})
    return f"{reverse('assess:scores', args=[track.uuid])}?{query}"
