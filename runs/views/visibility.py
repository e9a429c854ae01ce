"""Whose scores and agreement a person may see, and how much of them."""

from __future__ import annotations

from typing import Any, NamedTuple, cast
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from accounts.models import User
from runs.models import Track


class Seen(NamedTuple):
    """A track whose scores a person may see; organizers also see its items."""

    track: Track
    organizes: bool


def seen_track(request: HttpRequest, track: UUID) -> Seen:
    """Return the track for its organizers and viewers; 404 for anyone else."""
    user = cast(User, request.user)
    organized = Track.objects.organized_by(user).filter(pk=OuterRef("pk"))
    tracks = Track.objects.scores_seen_by(user).annotate(organizes=Exists(organized))
    found: Any = get_object_or_404(tracks, uuid=track)
    return Seen(found, found.organizes)
