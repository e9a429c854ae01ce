"""Relevance in the registry of kinds."""

from assess.judging.kinds import Grade, Kind, register
from assess.kinds.relevance.models import RelevanceLabel
from assess.kinds.relevance.scales import machines_scale
from runs.models import Track


def scale(track: Track) -> tuple[Grade, ...]:
    """Return the track's grades of relevance, as its profile gives them."""
    return tuple(
        Grade(str(grade.value), grade.label, grade.key)
        for grade in track.profile.relevance.grades
    )


def relevant_values(track: Track) -> set[str]:
    """Return the grades that are relevant."""
    profile = track.profile.relevance
    grades = (grade.value for grade in profile.grades)
    return {str(grade) for grade in grades if grade >= profile.relevant_from}


RELEVANCE = register(
    Kind(
        name="relevance",
        turn=20,
        title="Relevance",
        model=RelevanceLabel,
        item=("topic", "segment"),
        topic="topic",
        scale=scale,
        told_by=("topic__name", "segment__docid", "segment__title"),
        machines_scale=machines_scale,
        relevant=relevant_values,
    )
)
