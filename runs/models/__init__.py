"""The models of imported data."""

from runs.models.arrivals import ArrivingSegment
from runs.models.corpus import Segment
from runs.models.imports import Import
from runs.models.put_away import PutAway
from runs.models.run_edits import RunEdit
from runs.models.submissions import (
    Citation,
    RankedList,
    Response,
    Run,
    Sentence,
    is_judged_place,
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
from runs.models.uploads_mark import UploadsMark

__all__ = [
    "ArrivingSegment",
    "Citation",
    "Conversation",
    "Import",
    "Membership",
    "PtkbStatement",
    "PutAway",
    "RankedList",
    "Response",
    "Run",
    "RunEdit",
    "Segment",
    "Sentence",
    "Subnarrative",
    "SubnarrativeEdit",
    "SubnarrativeWording",
    "Topic",
    "Track",
    "UploadsMark",
    "is_judged_place",
    "judged_places",
]
