"""Grades of several judges on the same segments, one character per item."""

from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import Segment, Track
from tests.make import make_label, make_segment, make_topic


def grade(track: Track, judge: Judge, topic: str, grades: str) -> None:
    """Let a judge grade the first segments of a topic; - skips one."""
    row = track.topics.filter(name=topic).first() or make_topic(track, topic)
    for place, value in enumerate(grades):
        docid = f"d{place}"
        found = Segment.objects.filter(track=track, docid=docid).first()
        segment = found or make_segment(track, docid)
        if value != "-":
            make_label(RELEVANCE, judge, row, segment, value=value)
