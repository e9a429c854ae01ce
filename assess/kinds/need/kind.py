"""Uncited sentences in the registry of kinds."""

from assess.judging.kinds import Grade, Kind, register
from assess.kinds.need.models import NeedLabel
from runs.models import Track

NEEDS_NONE = Grade("no_citation_needed", "Needs no citation", "0", "empty")
GRADES = (
    NEEDS_NONE,
    Grade("citation_needed", "Needs a citation", "1", "full"),
)


def asks_need(track: Track) -> bool:
    """Return whether a track asks which sentences need no citation."""
    return track.profile.responses.asks_need


NEED = register(
    Kind(
        name="need",
        turn=35,
        title="Uncited sentences",
        model=NeedLabel,
        item=("sentence",),
        topic="sentence__response__topic",
        scale=lambda _track: GRADES,
        responses=("sentence__response",),
        told_by=(
            "sentence__response__topic__name",
            "sentence__response__run__name",
            "sentence__text",
        ),
        fits=asks_need,
    )
)
