"""New tracks, and the people of a track."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import signed_in
from accounts.models import AccountChange, User
from config.tables.pages import show_tables, table_page
from config.tables.table_view import ShownTable
from runs.actions.tracks import (
    RoleKept,
    SeesEverything,
    TrackExists,
    add_person,
    create_track,
    remove_person,
    set_due_date,
)
from runs.forms.tracks import DueForm, MemberForm, TrackForm
from runs.views.lookup import organized_track
from runs.views.tables import people_table

LATEST_CHANGES = 200


# /tracks/new/
@signed_in
@require_http_methods(["GET", "POST"])
def track_new(request: HttpRequest) -> HttpResponse:
    """Create a track; superusers only."""
    user = cast(User, request.user)
    if not user.is_superuser:
        raise Http404
    form = TrackForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            track = create_track(**form.cleaned_data)
        except TrackExists as error:  # created since the form's check
            form.add_error("slug", str(error))
        else:
            messages.success(request, f"{track} is made. Say who works on it.")
            return redirect("runs:people", track.uuid)
    status = 422 if form.errors else 200
    return render(request, "runs/track_new.html", {"form": form}, status=status)


# /tracks/<track>/due/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def due(request: HttpRequest, track: UUID) -> HttpResponse:
    """Set the day by which people should have labelled everything."""
    found = organized_track(request, track)
    form = DueForm(request.POST or None, initial={"due_on": found.due_on})
    if request.method == "POST" and form.is_valid():
        set_due_date(found, form.cleaned_data["due_on"])
        messages.success(request, "The due date is saved.")
        return redirect("assess:track", found.uuid)
    shown = {"track": found, "tab": "overview", "form": form}
    status = 422 if form.errors else 200
    return render(request, "runs/track_due.html", shown, status=status)


# /tracks/<track>/people/
@signed_in
@require_http_methods(["GET", "POST"])
def people(request: HttpRequest, track: UUID) -> HttpResponse:
    """Show the people and their roles, and assign one."""
    found = organized_track(request, track)
    is_role = request.method == "POST" and "act" not in request.POST
    form = MemberForm(request.POST if is_role else None)
    if form.is_valid():
        try:
            by, now = cast(User, request.user), timezone.now()
            member = add_person(found, **form.cleaned_data, by=by, now=now)
        except (RoleKept, SeesEverything) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"{member.user} is {member.role} of {found}.")
            return redirect("runs:people", found.uuid)
    members = found.memberships.select_related("user").order_by("role", "user")
    changes = AccountChange.objects.filter(user__memberships__track=found)
    shown = {
        "track": found,
        "tab": "people",
        "waiting": [each for each in members if not each.user.can_sign_in],
        "changes": changes.select_related("user", "by")[:LATEST_CHANGES],
        "form": form,
    }
    table = people_table()
    if not is_role:
        return table_page(request, "runs/people.html", shown, table, members)
    part = ShownTable(table, members, request.GET, request.path)
    return show_tables(request, "runs/people.html", shown, table=part, status=422)


# /tracks/<track>/people/<person>/remove/
@signed_in
@require_POST
def person_remove(request: HttpRequest, track: UUID, person: UUID) -> HttpResponse:
    """Remove a person's role; their labels stay."""
    found = organized_track(request, track)
    member = get_object_or_404(found.memberships, user__uuid=person)
    try:
        remove_person(member)
    except RoleKept as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"{member.user} has no role here any more.")
    return redirect("runs:people", found.uuid)
