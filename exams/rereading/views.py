"""The form that reads a judge's replies again."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.decorators import signed_in
from accounts.models import User
from assess.judging.models import Judge
from exams.banks.views import bank_of
from exams.kernel.replies import READINGS
from exams.rereading.actions import NameTaken, NotRated, start_rereading
from jobs.bell import ring
from runs.views.lookup import organized_track


class RereadForm(forms.Form):
    """Whose replies, by which rule, and the new judge's name."""

    judge = forms.UUIDField()
    reading = forms.ChoiceField(choices=[(name, name) for name in READINGS])
    name = forms.CharField(max_length=150)


# /tracks/<track>/exams/<questions>/reread/
@signed_in
@require_POST
def reread(request: HttpRequest, track: UUID, questions: UUID) -> HttpResponse:
    """Queue the reading of a judge's replies into a new judge."""
    found = bank_of(organized_track(request, track), questions)
    form = RereadForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Give the new judge a name, and choose a rule.")
        return redirect("exams:scores", found.track.uuid, found.uuid)
    said = form.cleaned_data
    judges = Judge.objects.visible().filter(track=found.track).select_related("track")
    judge = get_object_or_404(judges, uuid=said["judge"])
    try:
        job = start_rereading(
            judge,
            said["name"],
            reading=said["reading"],
            owner=cast(User, request.user),
            now=timezone.now(),
        )
    except (NameTaken, NotRated) as error:
        messages.error(request, str(error))
        return redirect("exams:scores", found.track.uuid, found.uuid)
    ring(job)
    return redirect("jobs:page", job.uuid)
