"""Which citations are judged for support, as each track's profile says."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from runs.models import Citation, Response, Track, judged_places


def judged_citations(tracks: Iterable[Track]) -> QuerySet[Citation]:
    """Return the citations of visible responses that some tracks have judged.

    Those are included whose segment has no text yet.
    """
    asked = Q(pk__in=())
    for track in tracks:
        own = Q(sentence__response__topic__track=track)
        asked |= own & judged_places(track.profile.responses.citations_judged)
    responses = Response.objects.visible().values("pk")
    return Citation.objects.filter(asked, sentence__response__in=responses)
