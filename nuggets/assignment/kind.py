"""Assignment in the registry of kinds."""

from assess.kinds import Grade, Kind, register
from nuggets.models import AssignmentLabel
from runs.models import Track

GRADES = (
    Grade("not_support", "Not", "3", "empty"),
    Grade("partial_support", "Partial", "2", "half"),
    Grade("support", "Support", "1", "full"),
)


def scale(_track: Track) -> tuple[Grade, ...]:
    """Return the three grades of assignment, the same in every track."""
    return GRADES


ASSIGNMENT = register(
    Kind(
        name="assignment",
        title="Assignment",
        model=AssignmentLabel,
        item=("nugget", "response"),
        topic="response__topic",
        scale=scale,
        response="response",
    )
)
