"""Relevance in the registry of kinds."""

from assess.kinds import Grade, Kind, register
from assess.models import RelevanceLabel
from assess.relevance.scales import machines_scale
from runs.models import Track


def scale(track: Track) -> tuple[Grade, ...]:
    """Return the track's grades of relevance, as its profile gives them."""
    return tuple(
        Grade(str(grade.value), grade.label, grade.key)
        for grade in track.profile.relevance.grades
    )


RELEVANCE = register(
    Kind(
        name="relevance",
        title="Relevance",
        model=RelevanceLabel,
        item=("topic", "segment"),
        topic="topic",
        scale=scale,
        told_by=("topic__name", "segment__docid", "segment__title"),
        machines_scale=machines_scale,
    )
)
