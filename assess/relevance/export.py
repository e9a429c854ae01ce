"""Relevance labels going out: qrels that trec_eval reads, and the ticks behind them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from operator import itemgetter
from typing import Any

from django.db.models import Q, QuerySet

from assess.exports.parts import described, judge_of_kind
from assess.exports.registry import Export, Exporter, ExportFile, Wanted, register
from assess.models import Judge, RelevanceLabel
from assess.reading.labels import labels_of, members_of
from assess.relevance.kind import RELEVANCE
from runs.kernel.writers import write_qrels
from runs.models import Segment, Subnarrative, Track


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


def make_ticks(wanted: Wanted) -> Export:
    """Return which sub-narratives each grade was given for; of a panel, each member's.

    Beside them go the note and the highlights, [start, end) in code points of the
    segment's text. Labels without a grade stay behind, and so do those of judges who
    neither tick nor highlight, such as imports.
    """
    judge = wanted.parts["judge"]
    file = ExportFile("relevance-ticks.jsonl", _tick_lines(wanted))
    return Export(iter([file]), {"judge": described(judge)})


def _tick_lines(wanted: Wanted) -> Iterator[str]:
    texts = {
        str(uuid): text
        for uuid, text in Subnarrative.objects.filter(
            topic__track=wanted.track
        ).values_list("uuid", "text")
    }
    for name, topic, docid, grade, details in _ticked(wanted):
        row = {"judge": name, "qid": topic, "docid": docid, "grade": int(grade)}
        ticks = details.get("ticks", ())
        row["ticks"] = [texts[uuid] for uuid in ticks if uuid in texts]
        if details.get("note"):
            row["note"] = details["note"]
        if details.get("highlights"):
            row["highlights"] = details["highlights"]
        yield json.dumps(row, ensure_ascii=False) + "\n"


def _ticked(wanted: Wanted) -> Iterator[tuple[str, str, str, str, dict[str, Any]]]:
    asked = Q(judge__in=_single_judges(wanted.parts["judge"]), round=0)
    if wanted.topics is not None:
        asked &= Q(topic__in=wanted.topics)
    rows = RelevanceLabel.objects.given().filter(asked)
    columns = ("judge__name", "topic__name", "segment__docid", "value", "details")
    kept = Q(details__has_key="ticks") | Q(details__has_key="highlights")
    found = rows.filter(kept).values_list(*columns)
    yield from sorted(found, key=itemgetter(0, 1, 2))


def _single_judges(judge: Judge) -> list[Judge]:
    if judge.kind != Judge.PANEL:
        return [judge]
    return [one for member in members_of(judge) for one in _single_judges(member)]


TICKS = register(
    Exporter(
        name="ticks",
        title="Ticks",
        says="What each graded segment covers, with note and highlights, one a line.",
        suffix="jsonl",
        parts=(judge_of_kind(RELEVANCE.name),),
        make=make_ticks,
        kind=RELEVANCE.name,
    )
)
