"""The topics and judgments of a track in numbers, after Table 1 of CONE-RAG."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean
from typing import Any, NamedTuple

from django.db.models import Count, QuerySet

from assess.analysis.charts import Cell, ChartTable, Column
from assess.judging.kinds import Kind
from assess.judging.labels.availability import counted_labels
from assess.judging.models import Judge
from assess.kinds.ptkb.kind import PTKB
from assess.kinds.relevance.kind import RELEVANCE
from matching.track import has_matching
from runs.models import PtkbStatement, Subnarrative, Topic, Track


class StatisticsTable(NamedTuple):
    """A table of the page: a slug, a heading, an explanation, its numbers."""

    name: str
    title: str
    says: str
    numbers: ChartTable


def mean_of(values: Iterable[float]) -> float | None:
    """Return the mean; None without a value."""
    found = list(values)
    return fmean(found) if found else None


def share_of(part: int, whole: int) -> float | None:
    """Return part ÷ whole; None if the whole is 0."""
    return part / whole if whole else None


def topics_table(track: Track) -> StatisticsTable:
    """Return a track's topics: of conversations, or of narratives."""
    topics = list(Topic.objects.filter(track=track))
    told = _turns if has_matching(track) else _narratives
    return StatisticsTable(
        "topics",
        "Topics",
        "Means are over conversations, turns or topics; words are between white space.",
        told(track, topics),
    )


def _turns(track: Track, turns: list[Topic]) -> ChartTable:
    talks = len({turn.conversation_id for turn in turns})
    rows = PtkbStatement.objects.filter(conversation__track=track)
    texts = list(rows.values_list("text", flat=True))
    told = (turn.details.get("response") for turn in turns)
    return ChartTable(
        (
            Column("track"),
            Column("conversations", 0),
            Column("turns", 0),
            Column("statements", 0),
            Column("turns per conversation", 2),
            Column("statements per conversation", 2),
            Column("words per response of a turn", 2),
            Column("words per statement", 2),
        ),
        [
            (
                track.slug,
                talks,
                len(turns),
                len(texts),
                share_of(len(turns), talks),
                share_of(len(texts), talks),
                mean_of(len(text.split()) for text in told if text),
                mean_of(len(text.split()) for text in texts),
            )
        ],
    )


def _narratives(track: Track, topics: list[Topic]) -> ChartTable:
    parts = Subnarrative.objects.live().filter(topic__in=topics).count()
    return ChartTable(
        (
            Column("track"),
            Column("topics", 0),
            Column("sub-narratives", 0),
            Column("sub-narratives per topic", 2),
            Column("words per topic", 2),
        ),
        [
            (
                track.slug,
                len(topics),
                parts,
                share_of(parts, len(topics)),
                mean_of(len(topic.text.split()) for topic in topics),
            )
        ],
    )


class _GivenLabels(NamedTuple):
    """A judge's labels of a kind: on how many conversations and topics, by value."""

    judge: Judge
    talks: int
    topics: int
    values: dict[str, int]


def relevance_table(track: Track) -> StatisticsTable:
    """Return the graded segments of each judge, by grade."""
    scale = RELEVANCE.values(track)
    talks = (Column("conversations", 0),) * has_matching(track)
    rows: list[tuple[Cell, ...]] = [
        (
            each.judge.full_name,
            *((each.talks,) * len(talks)),
            each.topics,
            sum(each.values.values()),
            *(each.values[grade] for grade in scale),
        )
        for each in _given(track, RELEVANCE)
    ]
    return StatisticsTable(
        "relevance",
        "Graded segments",
        "A row per judge: on how many topics it graded how many segments, by grade.",
        ChartTable(
            (
                Column("judge"),
                *talks,
                Column("topics", 0),
                Column("segments", 0),
                *(Column(f"grade {grade}", 0) for grade in scale),
            ),
            rows,
        ),
    )


def statements_table(track: Track) -> StatisticsTable:
    """Return the labels of statements (PTKB) of each judge."""
    rows: list[tuple[Cell, ...]] = [
        (
            each.judge.full_name,
            each.topics,
            sum(each.values.values()),
            each.values["relevant"],
        )
        for each in _given(track, PTKB)
    ]
    return StatisticsTable(
        "statements",
        "Statements",
        "A row per judge: on how many turns it labelled how many statements (PTKB).",
        ChartTable(
            (
                Column("judge"),
                Column("turns", 0),
                Column("statements", 0),
                Column("relevant", 0),
            ),
            rows,
        ),
    )


def _given(track: Track, kind: Kind) -> list[_GivenLabels]:
    """Return the labels from scratch of each judge of a track, by name."""
    judges = {judge.pk: judge for judge in track.judges.visible().order_by("name")}
    labels: QuerySet[Any] = counted_labels(kind, track).filter(
        judge__in=judges, round=0
    )
    by_value = labels.order_by().values_list("judge", "value").annotate(n=Count("pk"))
    values: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for judge, value, n in by_value:
        values[judge][value] = n
    talk = f"{kind.topic}__conversation"
    wide = (
        labels.order_by()
        .values_list("judge")
        .annotate(
            talks=Count(talk, distinct=True), topics=Count(kind.topic, distinct=True)
        )
    )
    sizes = {judge: (talks, topics) for judge, talks, topics in wide}
    return [
        _GivenLabels(judge, *sizes[pk], values[pk])
        for pk, judge in judges.items()
        if pk in sizes
    ]
