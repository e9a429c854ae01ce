"""Qrels that trec_eval reads, and a judge as a relevance-judgment run."""

from __future__ import annotations

from collections.abc import Iterator

from assess.exchange.exports.columns import check_words
from assess.exchange.exports.names import run_tag
from assess.exchange.exports.parts import described, judge_of_kind
from assess.exchange.exports.registry import (
    Export,
    Exporter,
    ExportFile,
    Option,
    Wanted,
    register,
)
from assess.kinds.relevance.export.graded import Graded, docids_of, graded
from assess.kinds.relevance.kind import RELEVANCE
from runs.kernel.formats.writers import write_judgments, write_qrels

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
    """Return one judge's grades, a panel's resolved; -1 only where it is asked for."""
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
    files = iter([ExportFile(name, lines)])
    notes = {"judge": described(wanted.parts["judge"])}
    return Export(files, notes, found.left_out(why))


QRELS = register(
    Exporter(
        name="qrels",
        title="Qrels",
        says="Relevance grades: topic 0 docid grade.",
        parts=(judge_of_kind(RELEVANCE.name),),
        make=make_qrels,
        options=(ITERATION, UNJUDGED),
        kind=RELEVANCE.name,
        reader="trec_eval",
    )
)


def make_rj(wanted: Wanted) -> Export:
    """Return one judge's grades in the columns of a run, the grade for a rank.

    Confidence is 1: no judge here gives one.
    """
    found, judge = graded(wanted), wanted.parts["judge"]
    tag = run_tag(judge.name)
    lines = write_judgments(_rows(found, also=set()), tag=tag)
    export = _export(wanted, found, "rj.txt", lines, marked=False)
    export.notes["run_id"] = tag
    return export


RJ = register(
    Exporter(
        name="rj",
        title="RJ run",
        says="Grades as a relevance-judgment submission of 2025: topic Q0 docid grade "
        "confidence run_id.",
        parts=(judge_of_kind(RELEVANCE.name),),
        make=make_rj,
        kind=RELEVANCE.name,
        reader="the organizers of the RJ task",
    )
)
