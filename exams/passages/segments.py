"""Exam passages of segments: find and create them."""

from __future__ import annotations

from collections.abc import Collection

from exams.models import ExamPassage
from runs.models import Track

BATCH = 2_000
Pair = tuple[int, int]  # topic, segment, by row numbers


def passages_of(track: Track) -> dict[Pair, int]:
    """Return the passage of each (topic, segment) of a track, by row numbers."""
    rows = ExamPassage.objects.filter(topic__track=track, segment__isnull=False)
    found = rows.order_by().values_list("topic", "segment", "pk")
    return {(topic, segment): pk for topic, segment, pk in found}


def name_passages(track: Track, pairs: Collection[Pair]) -> dict[Pair, int]:
    """Return the passage of each (topic, segment), creating missing ones in order."""
    known = passages_of(track)
    missing = [pair for pair in dict.fromkeys(pairs) if pair not in known]
    if missing:
        ExamPassage.objects.bulk_create(
            (
                ExamPassage(topic_id=topic, segment_id=segment)
                for topic, segment in missing
            ),
            batch_size=BATCH,
            ignore_conflicts=True,
        )
        known = passages_of(track)
    return {pair: known[pair] for pair in pairs}
