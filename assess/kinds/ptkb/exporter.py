"""Exports of labels of PTKB statements, in the four columns of qrels."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count

from assess.exchange.exports.columns import check_words
from assess.exchange.exports.labels import export_labels
from assess.exchange.exports.parts import (
    judge_export,
    one_file,
)
from assess.exchange.exports.registry import (
    Export,
    LeftOut,
    Wanted,
)
from assess.judging.labels.reader import labels_of
from assess.kinds.ptkb.kind import GRADE, PTKB
from runs.kernel.formats.writers import write_qrels
from runs.models import PtkbStatement

STATEMENTS = Count("conversation__statements")


def _rows(wanted: Wanted) -> Iterator[tuple[str, str, int]]:
    topics = dict(wanted.track.topics.values_list("pk", "name"))
    said = PtkbStatement.objects.filter(conversation__track=wanted.track)
    names = dict(said.values_list("pk", "name"))
    judge, where = wanted.parts["judge"], wanted.where(PTKB.topic)
    labels = labels_of(judge, PTKB, where=where)
    for (topic, statement), value in labels.items():
        yield topics[topic], names[statement], GRADE[value]


def _statements(turns: set[str], wanted: Wanted) -> int:
    """Return the total number of statements of some turns."""
    touched = wanted.track.topics.filter(name__in=turns)
    return sum(touched.annotate(n=STATEMENTS).values_list("n", flat=True))


def make_ptkb(wanted: Wanted) -> Export:
    """Return one judge's labels; only given labels are exported."""
    rows = list(_rows(wanted))
    check_words("turn", (turn for turn, _statement, _grade in rows))
    check_words("statement", (statement for _turn, statement, _grade in rows))
    turns = {turn for turn, _statement, _grade in rows}
    missing = _statements(turns, wanted) - len(rows)
    why = "unjudged, so without a line; of turns with a label"
    left_out = [LeftOut("statements", missing, why)]
    return one_file(wanted, "ptkb-qrels.txt", write_qrels(rows), left_out)


PTKB_QRELS = judge_export(
    PTKB,
    make_ptkb,
    name="ptkb",
    title="PTKB labels",
    says="Whether each statement matters to a turn: turn 0 statement 1, or 0.",
    reader="trec_eval",
)


PTKB_LABELS = export_labels(
    PTKB, {"turn": "topic__name", "statement": "statement__name"}
)
