"""PTKB statements in the registry of kinds."""

from assess.judging.kinds import Grade, Kind, register
from assess.kinds.ptkb.models import PtkbLabel
from runs.models import Track

GRADES = (
    Grade("not_relevant", "Not relevant", "2", "empty"),
    Grade("relevant", "Relevant", "1", "full"),
)

GRADE = {"not_relevant": 0, "relevant": 1}  # as in files


def scale(_track: Track) -> tuple[Grade, ...]:
    """Return the two values, the same in every track."""
    return GRADES


def has_conversations(track: Track) -> bool:
    """Return whether a track's topics are turns of conversations."""
    return track.profile.topics == "conversations"


PTKB = register(
    Kind(
        name="ptkb",
        turn=40,
        title="PTKB statements",
        model=PtkbLabel,
        item=("topic", "statement"),
        topic="topic",
        scale=scale,
        told_by=("topic__name", "statement__text"),
        fits=has_conversations,
    )
)
