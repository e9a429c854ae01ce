"""Changes of a track's prompts, and the start of a trial."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from assess.judging.machine.readiness import check_ready
from assess.judging.models import Judge, TrackPrompt
from assess.judging.prompts.versions import own_version, shipped_prompt
from jobs.actions import create_job
from jobs.models import Job
from runs.models import Track

JOB = "try_prompt"


def save_wording(
    track: Track, name: str, *, system: str, user: str, by: User, now: datetime
) -> TrackPrompt:
    """Store a wording, or return the stored one; raise BadPrompt."""
    found = own_version(shipped_prompt(name), system=system, user=user)
    made = {"system": system, "user": user, "by": by, "at": now}
    row, _ = TrackPrompt.objects.get_or_create(
        track=track, name=name, version=found.version, defaults=made
    )
    return row


def use_wording(track: Track, name: str, row: TrackPrompt | None) -> None:
    """Make new judges with a wording, with the shipped one if it is None."""
    with transaction.atomic():
        own = TrackPrompt.objects.select_for_update().filter(track=track, name=name)
        own.filter(in_use=True).update(in_use=False)
        if row is not None:
            own.filter(pk=row.pk).update(in_use=True)


def start_trial(
    row: TrackPrompt, judge: Judge, *, owner: User | None, now: datetime
) -> Job:
    """Queue a trial of a wording by a model; the caller rings. Raise NotReady."""
    check_ready(judge, prompts=[], baseline="")
    return create_job(
        JOB,
        scope=row.track.uuid,
        owner=owner,
        title=f"Trial of the prompt {row} by {judge}",
        params={"prompt": str(row.uuid), "judge": str(judge.uuid)},
        now=now,
    )
