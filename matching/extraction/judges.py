"""Whose response nuggets a track has."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from assess.judging.models import Judge
from assess.judging.models.judges import JudgeQuerySet
from matching.models import Extraction
from runs.models import Track


def extractors(track: Track) -> JudgeQuerySet:
    """Return the judges with response nuggets, by name."""
    own = Extraction.objects.filter(judge=OuterRef("pk"))
    return track.judges.visible().filter(Exists(own)).order_by("name")


def first_extractor(track: Track) -> Judge | None:
    """Return the first judge with response nuggets, None if there is none."""
    return extractors(track).first()
