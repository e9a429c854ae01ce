"""The grades that machines give: fewer where a topic has no sub-narratives."""

from __future__ import annotations

from assess.judging.kinds import Shorter
from runs.models import Subnarrative, Topic, Track

HIGHEST_WITH_PARTS, HIGHEST = 4, 3  # of the grades that each prompt asks for


def machines_scale(track: Track) -> Shorter | None:
    """Return where machines grade 0 to 3 on a scale that goes higher, if anywhere."""
    relevance = track.profile.relevance
    if relevance.grades[-1].value <= HIGHEST:
        return None
    topics = Topic.objects.filter(track=track)
    if relevance.with_subnarratives:
        live = Subnarrative.objects.live().filter(topic__track=track)
        topics = topics.exclude(pk__in=live.values("topic"))
    return Shorter(
        frozenset(topics.values_list("pk", flat=True)),
        tuple(str(grade) for grade in range(HIGHEST + 1)),
        f"a machine grades 0 to {HIGHEST} where a topic has no sub-narratives",
    )
