"""The page that changes a run's particulars other than its content."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import signed_in
from accounts.models import User
from runs.actions.run_edits import LATEST, RunChanged, edit_run, edits_of, trail_of
from runs.forms.runs import RunEditForm, as_it_is
from runs.models import Run
from runs.views.lookup import organized_track


# /tracks/<track>/runs/<run>/change/
@never_cache
@signed_in
@require_http_methods(["GET", "POST"])
def run_change(request: HttpRequest, track: UUID, run: UUID) -> HttpResponse:
    """Change a run's group, task, type, priority, and whether it is a control run."""
    found = organized_track(request, track)
    row = get_object_or_404(Run.objects.visible().filter(track=found), uuid=run)
    trail = trail_of(row)
    seen = len(trail) if len(trail) < LATEST else edits_of(row).count()
    initial = as_it_is(row, seen=seen)
    form = RunEditForm(request.POST or None, run=row, initial=initial)
    if form.is_valid() and _changed(request, form, row):
        return redirect("runs:run", found.uuid, row.uuid)
    shown = {"track": found, "tab": "runs", "run": row, "form": form, "trail": trail}
    status = 422 if form.errors else 200
    return render(request, "runs/run_change.html", shown, status=status)


def _changed(request: HttpRequest, form: RunEditForm, run: Run) -> bool:
    """Change the run; add an error to the form if that is not possible."""
    by, seen = cast(User, request.user), form.cleaned_data["seen"]
    try:
        if edit_run(run, form.wanted, by=by, now=timezone.now(), seen=seen):
            messages.success(request, f"{run} is changed.")
    except RunChanged as error:
        form.add_error(None, f"{error} Open it again to see how it is now.")
    return not form.errors
