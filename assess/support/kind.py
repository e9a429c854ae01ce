"""Support in the registry of kinds."""

from assess.kinds import Grade, Kind, register
from assess.models import SupportLabel
from runs.models import Track

GRADES = (
    Grade("no_support", "No support", "3", "empty"),
    Grade("partial_support", "Partial support", "2", "half"),
    Grade("full_support", "Full support", "1", "full"),
)


def scale(_track: Track) -> tuple[Grade, ...]:
    """Return the three grades of support, the same in every track."""
    return GRADES


SUPPORT = register(
    Kind(
        name="support",
        title="Support",
        model=SupportLabel,
        item=("citation",),
        topic="citation__sentence__response__topic",
        scale=scale,
        response="citation__sentence__response",
    )
)
