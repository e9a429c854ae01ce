"""Judged and pooled passages in the rubric workbench's form, with their rankings.

A line is [topic, passages]. Grades become `judgments`, ranked lists `rankings`; what
no judge here gives, `exam_grades`, is not in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from assess.exchange.exports.columns import json_line
from assess.exchange.exports.parts import described, judge_of_kind
from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    LeftOut,
    Wanted,
    register,
)
from assess.kinds.relevance.export.graded import Graded, graded
from assess.kinds.relevance.kind import RELEVANCE
from runs.models import RankedList, Segment, Topic
from runs.pools import with_text

Entry = dict[str, Any]


def make_passages(wanted: Wanted) -> Export:
    """Return each topic's passages that are pooled or graded."""
    found = graded(wanted)
    segments: dict[int, set[int]] = defaultdict(set)
    for topic, segment in [*found.grades, *found.unjudged]:
        segments[topic].add(segment)
    every = set().union(*segments.values())
    bare = len(every) - len(with_text(every))
    left_out = [
        *found.left_out("in the file without a judgment"),
        LeftOut("segments without a text", bare, "in the file, the text empty"),
    ]
    file = ExportFile("passages.jsonl.gz", _lines(found, segments))
    return Export(iter([file]), {"judge": described(wanted.parts["judge"])}, left_out)


def _lines(found: Graded, segments: dict[int, set[int]]) -> Iterator[str]:
    by_name = sorted((found.topics[topic], topic) for topic in segments)
    for name, topic in by_name:
        rankings = _rankings(Topic(pk=topic, name=name), segments[topic])
        rows = Segment.objects.filter(pk__in=segments[topic])
        passages = [
            _passage(row, name, found.grades.get((topic, row.pk)), rankings)
            for row in sorted(rows, key=lambda row: row.docid)
        ]
        yield json_line([name, passages])


def _passage(
    segment: Segment, topic: str, grade: int | None, rankings: dict[int, list[Entry]]
) -> dict[str, Any]:
    judgment = {
        "paragraphId": segment.docid,
        "query": topic,
        "relevance": grade,
        "titleQuery": topic,
    }
    ranked = [{**entry, "paragraphId": segment.docid} for entry in rankings[segment.pk]]
    return {
        "paragraph_id": segment.docid,
        "text": segment.text,
        "paragraph": None,
        "paragraph_data": {
            "judgments": [] if grade is None else [judgment],
            "rankings": ranked,
        },
    }


def _rankings(topic: Topic, segments: set[int]) -> dict[int, list[Entry]]:
    """Return where runs rank the passages of a topic, runs in order of their tags."""
    found: dict[int, list[Entry]] = defaultdict(list)
    lists = RankedList.objects.visible().filter(topic=topic.pk).select_related("run")
    for row in sorted(lists, key=lambda row: row.run.name):
        places = zip(row.segment_ids, row.scores, strict=True)
        for rank, (segment, score) in enumerate(places, start=1):
            if segment in segments:
                found[segment].append(
                    {
                        "method": row.run.name,
                        "queryId": topic.name,
                        "rank": rank,
                        "score": float(score),
                    }
                )
    return found


PASSAGES = register(
    Exporter(
        name="graded-passages",
        title="Graded passages",
        says="Pooled and graded passages with their text, grade and rankings.",
        parts=(judge_of_kind(RELEVANCE.name),),
        make=make_passages,
        kind=RELEVANCE.name,
        reader="the rubric workbench (EXAM, RUBRIC)",
    )
)
