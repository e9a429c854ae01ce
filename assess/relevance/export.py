"""Relevance labels going out as qrels that trec_eval reads."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q, QuerySet

from assess.exports.parts import described, judge_of_kind
from assess.exports.registry import Export, Exporter, ExportFile, Wanted, register
from assess.models import RelevanceLabel
from assess.reading import labels_of
from assess.relevance.kind import RELEVANCE
from runs.kernel.writers import write_qrels
from runs.models import Segment, Track


def make_qrels(wanted: Wanted) -> Export:
    """Return one judge's grades, a panel's resolved; only what was given goes out."""
    judge = wanted.parts["judge"]
    rows = write_qrels(_rows(wanted))
    file = ExportFile("qrels.txt", rows)
    return Export(iter([file]), {"judge": described(judge)})


def _rows(wanted: Wanted) -> Iterator[tuple[str, str, int]]:
    track = wanted.track
    topics = dict(track.topics.values_list("pk", "name"))
    if wanted.topics is not None:
        topics = {topic.pk: topic.name for topic in wanted.topics}
    docids = dict(_judged_segments(track).values_list("pk", "docid"))
    where = Q() if wanted.topics is None else Q(topic__in=wanted.topics)
    grades = labels_of(wanted.parts["judge"], RELEVANCE, where=where)
    for (topic, segment), grade in grades.items():
        yield topics[topic], docids[segment], int(grade)


def _judged_segments(track: Track) -> QuerySet[Segment]:
    labels = RelevanceLabel.objects.filter(Q(judge__track=track))
    column = "segment"
    return Segment.objects.filter(pk__in=labels.values(column))


QRELS = register(
    Exporter(
        name="qrels",
        title="Qrels",
        says="Relevance grades as trec_eval reads them: topic 0 docid grade.",
        suffix="qrels",
        parts=(judge_of_kind(RELEVANCE.name),),
        make=make_qrels,
        kind=RELEVANCE.name,
    )
)
