"""Accounts that cannot sign in yet, and the pages on which they get a password."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.actions import SignsInAlready, activate
from accounts.decorators import signed_in
from accounts.models import AccountChange, User, unable_to_sign_in
from config.tables.pages import table_page
from runs.actions.people import AskASuperuser, activate_member
from runs.views.account_table import ACCOUNTS
from runs.views.lookup import organized_track

CHANGES_SHOWN = 50
PASSWORD_PAGE = "runs/first_password.html"  # noqa: S105 - a template


# /tracks/<track>/people/<person>/activate/
@never_cache
@signed_in
@require_POST
def person_activate(request: HttpRequest, track: UUID, person: UUID) -> HttpResponse:
    """Give somebody who came with an archive a first password, shown once."""
    found = organized_track(request, track)
    members = found.memberships.select_related("user")
    member = get_object_or_404(members, user__uuid=person)
    by = cast(User, request.user)
    try:
        password = activate_member(member, by=by, now=timezone.now())
    except (SignsInAlready, AskASuperuser) as error:
        messages.error(request, str(error))
        return redirect("runs:people", found.uuid)
    shown = {"track": found, "person": member.user, "password": password}
    return render(request, PASSWORD_PAGE, shown)


# /people/
@never_cache
@signed_in
@require_GET
def accounts(request: HttpRequest) -> HttpResponse:
    """List the accounts that cannot sign in, and who activated which.

    Only for superusers.
    """
    _only_superusers(request)
    people = unable_to_sign_in().prefetch_related("memberships__track")
    changes = AccountChange.objects.select_related("user", "by")
    shown = {"changes": changes[:CHANGES_SHOWN]}
    rows = people.order_by("username")
    return table_page(request, "runs/accounts.html", shown, ACCOUNTS, rows)


# /people/<person>/activate/
@never_cache
@signed_in
@require_POST
def account_activate(request: HttpRequest, person: UUID) -> HttpResponse:
    """Give an account that cannot sign in a password, shown once; superusers only."""
    by = _only_superusers(request)
    user = get_object_or_404(User, uuid=person)
    try:
        password = activate(user, by=by, now=timezone.now())
    except SignsInAlready as error:
        messages.error(request, str(error))
        return redirect("runs:accounts")
    return render(request, PASSWORD_PAGE, {"person": user, "password": password})


def _only_superusers(request: HttpRequest) -> User:
    user = cast(User, request.user)
    if not user.is_superuser:
        raise Http404
    return user
