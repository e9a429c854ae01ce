"""Assignment in the registry of kinds."""

from django.db.models import Exists, OuterRef, Q

from assess.judging.kinds import Grade, Kind, register
from nuggets.models import AssignmentLabel, Listing, Nugget
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


def of_banks_away(track: Track) -> Q:
    """Return the filter of labels whose nugget is in no available bank."""
    listed = Listing.objects.filter(nugget=OuterRef("pk"))
    here = listed.filter(version__bank__deleted_at=None)
    gone = listed.exclude(version__bank__deleted_at=None)
    nuggets = Nugget.objects.filter(Exists(gone), ~Exists(here), topic__track=track)
    return Q(nugget__in=nuggets.values("pk"))


ASSIGNMENT = register(
    Kind(
        name="assignment",
        turn=10,
        title="Assignment",
        model=AssignmentLabel,
        item=("nugget", "response"),
        topic="response__topic",
        scale=scale,
        responses=("response",),
        topics_of_first=topics_of_nuggets,
        also_away=of_banks_away,
        told_by=("response__topic__name", "response__run__name", "nugget__text"),
    )
)
