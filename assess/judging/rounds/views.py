"""The page on which an organizer makes a round."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.models import Round
from assess.judging.rounds.actions import RoundExists, create_round
from assess.judging.rounds.forms import RoundForm
from assess.judging.screens import all_screens
from runs.views.lookup import organized_track


# /tracks/<track>/work/rounds/new/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def round_new(request: HttpRequest, track: UUID) -> HttpResponseBase:
    """Show the form of a round; store it, and go on to hand it out."""
    found = organized_track(request, track)
    form = RoundForm(found, request.POST or None)
    made = _made(request, form) if form.is_bound and form.is_valid() else None
    if made:
        messages.success(request, f"The round “{made}” can be handed out.")
        work = next(screen.name for screen in all_screens() if screen.has_rounds)
        asked = urlencode({"kind": work, "round": str(made.uuid)})
        return redirect(f"{reverse('assess:hand_out', args=[found.uuid])}?{asked}")
    shown = {"track": found, "tab": "work", "form": form}
    status = 422 if form.errors else 200
    return render(request, "assess/judging/rounds/new.html", shown, status=status)


def _made(request: HttpRequest, form: RoundForm) -> Round | None:
    """Store the valid form's round; None if its name was taken meanwhile."""
    row = form.made
    row.by = cast(User, request.user)
    try:
        return create_round(row)
    except RoundExists as error:
        form.add_error("name", str(error))
        return None
