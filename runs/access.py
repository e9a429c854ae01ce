"""Organizers' access to the jobs of their tracks."""

from collections.abc import Iterable
from uuid import UUID

from django.urls import reverse

from accounts.models import User
from jobs.access import Place, add_place_finder, add_scope_provider
from runs.models import Track


def organized_tracks(user: User) -> Iterable[UUID]:
    """Return the tracks whose jobs a person may see, cancel and retry."""
    return Track.objects.organized_by(user).values_list("uuid", flat=True)


def place_in_track(scope: UUID) -> Place | None:
    """Return the track's pages, None if the scope is no track."""
    track = Track.objects.filter(uuid=scope).first()
    if track is None:
        return None
    url = reverse("assess:track", args=[scope])
    return Place(scope, track.name, url, "components/_tabs.html", track)


add_scope_provider(organized_tracks)
add_place_finder(place_in_track)
