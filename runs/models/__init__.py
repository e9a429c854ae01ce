"""What comes in, as rows."""

from runs.models.corpus import Segment
from runs.models.imports import Import
from runs.models.submissions import (
    Citation,
    RankedList,
    Response,
    Run,
    Sentence,
    judged_places,
)
from runs.models.topics import (
    Conversation,
    PtkbStatement,
    Subnarrative,
    SubnarrativeEdit,
    SubnarrativeWording,
    Topic,
)
from runs.models.tracks import Membership, Track

__all__ = [
    "Citation",
    "Conversation",
    "Import",
    "Membership",
    "PtkbStatement",
    "RankedList",
    "Response",
    "Run",
    "Segment",
    "Sentence",
    "Subnarrative",
    "SubnarrativeEdit",
    "SubnarrativeWording",
    "Topic",
    "Track",
    "judged_places",
]
