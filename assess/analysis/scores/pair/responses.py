"""Both runs' responses to one topic, with their values and labels."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from assess.analysis.scores.leaderboard.page import BoardPage
from assess.analysis.scores.leaderboard.topics import TopicRow, topic_rows
from runs.models import RankedList, Response, Run, Segment, Sentence, Topic

DEPTH = 20  # segments of a ranking that are shown


class RankedSegment(NamedTuple):
    """One place of a ranking; title: "" if it has none."""

    docid: str
    title: str


class TopicSide(NamedTuple):
    """One run on a topic: its response or its ranking, and its values."""

    run: Run
    values: TopicRow | None
    response: Response | None
    sentences: list[Sentence]
    segments: list[RankedSegment]


def side_of(page: BoardPage, run: int, topic: UUID) -> TopicSide:
    """Return one run on a topic, given its row on the leaderboard."""
    own = page.board.scored.runs[run]
    place = next(t for t in page.board.scored.topics if t.uuid == topic)
    response = Response.objects.visible().filter(run=own, topic=place).first()
    sentences = (
        list(response.sentences.prefetch_related("citations__segment"))
        if response
        else []
    )
    names = {place.pk: response.uuid} if response else {}
    rows = topic_rows(page.board, run, names)
    values = next((row for row in rows if row.topic.uuid == topic), None)
    return TopicSide(own, values, response, sentences, _segments(own, place))


def _segments(run: Run, topic: Topic) -> list[RankedSegment]:
    ranked = RankedList.objects.filter(run=run, topic=topic).first()
    if ranked is None:
        return []
    keys = ranked.segment_ids[:DEPTH]
    found = Segment.objects.in_bulk(keys)
    known = (found[key] for key in keys if key in found)
    return [RankedSegment(each.docid, each.title) for each in known]
