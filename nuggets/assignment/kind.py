"""Assignment in the registry of kinds."""

from assess.kinds import Grade, Kind, register
from nuggets.models import AssignmentLabel, Nugget
from runs.models import Track

GRADES = (
    Grade("not_support", "Not", "3", "empty"),
    Grade("partial_support", "Partial", "2", "half"),
    Grade("support", "Support", "1", "full"),
)


def scale(_track: Track) -> tuple[Grade, ...]:
    """Return the three grades of assignment, the same in every track."""
    return GRADES


def topics_of_nuggets(track: Track) -> dict[int, int]:
    """Return {nugget: topic}, by row number."""
    nuggets = Nugget.objects.filter(topic__track=track)
    return dict(nuggets.values_list("pk", "topic"))


ASSIGNMENT = register(
    Kind(
        name="assignment",
        title="Assignment",
        model=AssignmentLabel,
        item=("nugget", "response"),
        topic="response__topic",
        scale=scale,
        response="response",
        topics_of_first=topics_of_nuggets,
        told_by=("response__topic__name", "response__run__name", "nugget__text"),
    )
)
