"""Support in the registry of kinds."""

from assess.judging.kinds import Grade, Kind, register
from assess.kinds.support.models import SupportLabel
from runs.models import Track

GRADES = (
    Grade("no_support", "No support", "3", "empty"),
    Grade("partial_support", "Partial support", "2", "half"),
    Grade("full_support", "Full support", "1", "full"),
)
NEEDS_NONE = Grade("no_citation_needed", "Needs no citation", "0", apart=True)


def scale(track: Track) -> tuple[Grade, ...]:
    """Return the three grades of support, and the fourth value if the track uses it."""
    return (*GRADES, NEEDS_NONE) if track.profile.responses.asks_need else GRADES


SUPPORT = register(
    Kind(
        name="support",
        turn=30,
        title="Support",
        model=SupportLabel,
        item=("citation",),
        topic="citation__sentence__response__topic",
        scale=scale,
        responses=("citation__sentence__response",),
        told_by=(
            "citation__sentence__response__topic__name",
            "citation__sentence__response__run__name",
            "citation__sentence__text",
            "citation__segment__docid",
        ),
    )
)
