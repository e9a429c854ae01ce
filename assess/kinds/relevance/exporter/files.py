"""Exports of relevance: qrels, judgment runs, ticks, graded passages, label rows."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from assess.analysis.scores.leaderboard.export import AS_THE_TRACK_SAYS, export_board
from assess.exchange.exports.columns import check_words, json_line
from assess.exchange.exports.labels import export_labels
from assess.exchange.exports.names import run_tag
from assess.exchange.exports.parts import (
    described_judge,
    judge_export,
    judge_of_kind,
    one_file,
    single_judges,
)
from assess.exchange.exports.passages import Ranking, passage, rankings_of
from assess.exchange.exports.registry import (
    CannotExport,
    Export,
    LeftOut,
    Option,
    Wanted,
)
from assess.judging.labels.availability import counted_labels
from assess.judging.labels.reader import labels_of
from assess.judging.models import Label
from assess.kinds.relevance.items import docids_of
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.scoring import FAMILY
from runs.kernel.formats.writers import write_judgments, write_qrels
from runs.models import Segment, Subnarrative, Topic
from runs.pools import pooled, rule_of, with_text

Place = tuple[int, int]  # topic, segment, by row numbers
WHOLE = re.compile(r"-?[0-9]+")


class Graded(NamedTuple):
    """A judge's grades on the selected topics, and the rest of the pool.

    topics: {row number: name} of all selected topics. unjudged: the segments without a
    grade in the pools of topics that have one.
    """

    topics: dict[int, str]
    grades: dict[Place, int]
    unjudged: set[Place]
    untouched: int  # topics with a pool but no grade

    def left_out(self, why: str) -> list[LeftOut]:
        """Return the segments and topics without a grade."""
        return [
            LeftOut("pooled segments without a grade", len(self.unjudged), why),
            LeftOut(
                "pooled topics without any grade", self.untouched, "not in the file"
            ),
        ]


def graded(wanted: Wanted) -> Graded:
    """Return a judge's grades, a panel's combined; only given ones count."""
    topics = wanted.topic_names()
    where = wanted.where(RELEVANCE.topic)
    given = labels_of(wanted.parts["judge"], RELEVANCE, where=where)
    _check_whole(given.values())
    grades = {(topic, segment): int(value) for (topic, segment), value in given.items()}
    rule = rule_of(wanted.track)
    pool = pooled(dict.fromkeys(topics, rule))
    touched = {topic for topic, _segment in grades}
    unjudged = {
        (topic, segment)
        for topic in touched
        for segment in pool.get(topic, ())
        if (topic, segment) not in grades
    }
    untouched = sum(topic not in touched for topic, some in pool.items() if some)
    return Graded(topics, grades, unjudged, untouched)


def _check_whole(values: Iterable[str]) -> None:
    """Raise CannotExport for grades that are not numbers, as qrels need."""
    strange = sorted({v for v in values if not WHOLE.fullmatch(v)})
    if strange:
        raise CannotExport(
            "Qrels need whole numbers. This judge’s scale has others; use its label "
            "rows instead:",
            [f"grade {value!r}" for value in strange],
        )


ITERATION = Option(
    "iteration",
    "Second column",
    (("0", "0, as NIST writes it"), ("Q0", "Q0, as UMBRELA writes it")),
)
UNJUDGED = Option(
    "unjudged",
    "Pooled segments without a grade",
    (("left_out", "have no line"), ("minus_one", "have the grade -1")),
)
NO_GRADE = -1
Row = tuple[str, str, int]


def make_qrels(wanted: Wanted) -> Export:
    """Return one judge's grades, a panel's combined; -1 only if requested."""
    found = graded(wanted)
    marked = wanted.option(UNJUDGED) == "minus_one"
    rows = _rows(found, also=found.unjudged if marked else set())
    lines = write_qrels(rows, iteration=wanted.option(ITERATION))
    return _export(wanted, found, "qrels.txt", lines, marked=marked)


def _rows(found: Graded, *, also: set[tuple[int, int]]) -> list[Row]:
    places = found.grades | dict.fromkeys(also, NO_GRADE)
    docids = docids_of({segment for _topic, segment in places})
    rows = [
        (found.topics[topic], docids[segment], grade)
        for (topic, segment), grade in places.items()
    ]
    check_words("topic", (topic for topic, _docid, _grade in rows))
    check_words("docid", (docid for _topic, docid, _grade in rows))
    return rows


def _export(
    wanted: Wanted, found: Graded, name: str, lines: Iterator[str], *, marked: bool
) -> Export:
    why = "in the file with the grade -1" if marked else "unjudged, so without a line"
    return one_file(wanted, name, lines, found.left_out(why))


QRELS = judge_export(
    RELEVANCE,
    make_qrels,
    name="qrels",
    title="Qrels",
    says="Relevance grades: topic 0 docid grade.",
    options=(ITERATION, UNJUDGED),
    reader="trec_eval",
)


def make_rj(wanted: Wanted) -> Export:
    """Return one judge's grades in the columns of a run, with the grade as the rank.

    Confidence is 1, because no judge here gives one.
    """
    found, judge = graded(wanted), wanted.parts["judge"]
    tag = run_tag(judge.name)
    lines = write_judgments(_rows(found, also=set()), tag=tag)
    export = _export(wanted, found, "rj.txt", lines, marked=False)
    export.notes["run_id"] = tag
    return export


RJ = judge_export(
    RELEVANCE,
    make_rj,
    name="rj",
    title="RJ run",
    says="Grades as a relevance-judgment submission of 2025: topic Q0 docid grade "
    "confidence run_id.",
    reader="the organizers of the RJ task",
)
WITH_TICKS = Q(details__has_key="ticks") | Q(details__has_key="highlights")


def make_ticks(wanted: Wanted) -> Export:
    """Return the ticked sub-narratives of each grade; for a panel, of each member.

    With them go the note and the highlights, [start, end) in code points of the
    segment's text. Labels without a grade are omitted, and so are those of judges who
    neither tick nor highlight, such as imports.
    """
    given = _asked(wanted)
    bare = given.count() - given.filter(WITH_TICKS).count()
    why = "without ticks and highlights; the qrels hold them"
    left_out = [LeftOut("grades", bare, why)]
    return one_file(wanted, "relevance-ticks.jsonl", _tick_lines(wanted), left_out)


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
        yield json_line(row)


def _ticked(wanted: Wanted) -> Iterator[tuple[str, str, str, str, dict[str, Any]]]:
    columns = ("judge__name", "topic__name", "segment__docid", "value", "details")
    found = _asked(wanted).filter(WITH_TICKS).values_list(*columns)
    yield from sorted(found, key=itemgetter(0, 1, 2))


def _asked(wanted: Wanted) -> QuerySet[Label]:
    asked = Q(judge__in=single_judges(wanted.parts["judge"]), round=0)
    asked &= wanted.where(RELEVANCE.topic)
    return counted_labels(RELEVANCE, wanted.track).filter(asked)


TICKS = judge_export(
    RELEVANCE,
    make_ticks,
    name="ticks",
    title="Ticks and highlights",
    says="What each graded segment covers, with note and highlights, one per line.",
)


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
    lines = _passages(found, segments)
    return one_file(wanted, "passages.jsonl.gz", lines, left_out)


def _passages(found: Graded, segments: dict[int, set[int]]) -> Iterator[str]:
    by_name = sorted((found.topics[topic], topic) for topic in segments)
    for name, topic in by_name:
        rankings = rankings_of(Topic(pk=topic, name=name), segments[topic])
        rows = Segment.objects.filter(pk__in=segments[topic])
        passages = [
            _passage(row, name, found.grades.get((topic, row.pk)), rankings[row.pk])
            for row in sorted(rows, key=lambda row: row.docid)
        ]
        yield json_line([name, passages])


def _passage(
    segment: Segment, topic: str, grade: int | None, rankings: list[Ranking]
) -> dict[str, Any]:
    judgment = {
        "paragraphId": segment.docid,
        "query": topic,
        "relevance": grade,
        "titleQuery": topic,
    }
    judgments = [] if grade is None else [judgment]
    return passage(segment.docid, segment.text, judgments=judgments, rankings=rankings)


PASSAGES = judge_export(
    RELEVANCE,
    make_passages,
    name="graded-passages",
    title="Graded passages",
    says="Pooled and graded passages with their text, grade and rankings.",
    reader="the rubric workbench (EXAM, RUBRIC)",
)


RELEVANCE_LABELS = export_labels(
    RELEVANCE, {"topic": "topic__name", "docid": "segment__docid"}
)
LEVEL = Option(
    "level",
    "Relevant from grade",
    (
        (AS_THE_TRACK_SAYS, "the track’s"),
        *((str(grade), f"{grade}") for grade in range(1, 5)),
    ),
)


SCORES = export_board(
    FAMILY, (judge_of_kind(RELEVANCE.name),), described_judge, options=(LEVEL,)
)
