"""Labels of PTKB statements going out, in the four columns of qrels."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from assess.exports.parts import described, judge_of_kind
from assess.exports.registry import Export, Exporter, ExportFile, Wanted, register
from assess.ptkb.kind import GRADE, PTKB
from assess.reading.labels import labels_of
from runs.kernel.writers import write_qrels
from runs.models import PtkbStatement


def make_ptkb(wanted: Wanted) -> Export:
    """Return one judge's labels; only what was given goes out."""
    judge = wanted.parts["judge"]
    file = ExportFile("ptkb-qrels.txt", write_qrels(_rows(wanted)))
    return Export(iter([file]), {"judge": described(judge)})


def _rows(wanted: Wanted) -> Iterator[tuple[str, str, int]]:
    topics = dict(wanted.track.topics.values_list("pk", "name"))
    said = PtkbStatement.objects.filter(conversation__track=wanted.track)
    names = dict(said.values_list("pk", "name"))
    where = Q() if wanted.topics is None else Q(topic__in=wanted.topics)
    labels = labels_of(wanted.parts["judge"], PTKB, where=where)
    for (topic, statement), value in labels.items():
        yield topics[topic], names[statement], GRADE[value]


PTKB_QRELS = register(
    Exporter(
        name="ptkb",
        title="PTKB labels",
        says="Whether each statement matters to a turn: turn 0 statement 1, or 0.",
        suffix="qrels",
        parts=(judge_of_kind(PTKB.name),),
        make=make_ptkb,
        kind=PTKB.name,
    )
)
