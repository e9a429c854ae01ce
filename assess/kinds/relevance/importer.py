"""Imports of relevance: qrels, and runs of the relevance judgment task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from assess.exchange.imports.forms import LabelImportForm, RjForm
from assess.exchange.imports.labels import (
    LabelPlan,
    discard_labels,
    land_labels,
    plan_labels,
    write_labels,
)
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from runs.imports.arrival import LONGEST_DOCID, Incoming
from runs.imports.importers.segments import find_segments, name_segments
from runs.imports.registry import ImportKind, register
from runs.kernel.checks.label_rules import note_docids, note_off_scale
from runs.kernel.formats.qrels import Qrel, read_qrels
from runs.kernel.formats.rj import Judgment, read_pairs, read_rj


@dataclass
class QrelsPlan:
    """The labels of a file; a segment without a row is a negative number."""

    labels: LabelPlan
    unnamed: dict[int, str]  # number → docid, until they are written


class QrelsImporter:
    """Imports one judge's relevance labels."""

    def check(self, incoming: Incoming) -> QrelsPlan:
        """Read every label on the track's topics and scale."""
        records = self.read(incoming)
        on_topic: Counter[str] = Counter()
        for record in records:
            incoming.note_long(record.line, "docid", record.docid, LONGEST_DOCID)
            on_topic[record.topic] += 1
            number = on_topic[record.topic]
            incoming.note_many(record.line, record.topic, number, "labels")
        pattern = incoming.track.profile.runs.docid_pattern
        note_docids(records, pattern, incoming.profile_notes)
        incoming.report.raise_if_errors()
        topics = dict(incoming.track.topics.values_list("name", "pk"))
        docids = {record.docid for record in records}
        segments = find_segments(incoming.track, docids)
        unnamed = dict(enumerate(sorted(docids - segments.keys()), start=-len(docids)))
        segments |= {docid: number for number, docid in unnamed.items()}
        rows = [
            self.label(record, (topics[record.topic], segments[record.docid]))
            for record in records
        ]
        return QrelsPlan(plan_labels(incoming, RELEVANCE, rows), unnamed)

    def label(self, record: Qrel | Judgment, item: tuple[int, int]) -> NewLabel:
        """Return the label of a line."""
        return NewLabel(item, str(record.grade))

    def read(self, incoming: Incoming) -> Sequence[Qrel | Judgment]:
        """Read every line on the track's topics and scale."""
        topics = set(incoming.track.topics.values_list("name", flat=True))
        grades = {grade.value for grade in incoming.track.profile.relevance.grades}
        with incoming.open() as source:
            return list(
                read_qrels(
                    source,
                    incoming.row.filename,
                    report=incoming.report,
                    topics=topics,
                    grades=grades,
                    limit=incoming.limit,
                )
            )

    def write(self, incoming: Incoming, plan: QrelsPlan) -> dict[str, int]:
        """Create missing segments, then store the labels, hidden, in batches."""
        named = name_segments(incoming.track, set(plan.unnamed.values()))
        numbers = {number: named[docid] for number, docid in plan.unnamed.items()}
        rows = [
            row._replace(item=(row.item[0], numbers.get(row.item[1], row.item[1])))
            for row in plan.labels.rows
        ]
        plan.labels = replace(plan.labels, rows=rows)
        return write_labels(incoming, RELEVANCE, plan.labels)

    def land(self, incoming: Incoming, plan: QrelsPlan) -> None:
        """Make the judge visible with all its labels."""
        land_labels(incoming, RELEVANCE, plan.labels)

    def discard(self, incoming: Incoming) -> None:
        """Delete an interrupted import's labels."""
        discard_labels(incoming, RELEVANCE)


QRELS = register(
    ImportKind(
        name="qrels",
        title="Qrels",
        hint="Relevance labels in four columns: topic 0 docid grade.",
        turn=30,
        after="After the topics.",
        form=LabelImportForm,
        importer=QrelsImporter(),
    )
)


class RjImporter(QrelsImporter):
    """Imports a run's judgments, on the track's scale or on one of the run's own."""

    def read(self, incoming: Incoming) -> list[Judgment]:
        """Read every judgment on the track's topics."""
        topics = set(incoming.track.topics.values_list("name", flat=True))
        with incoming.open() as source:
            records = list(
                read_rj(
                    source,
                    incoming.row.filename,
                    report=incoming.report,
                    topics=topics,
                    own_scale=incoming.flag("own_scale"),
                    limit=incoming.limit,
                )
            )
        _note_pairs(incoming, records)
        if not incoming.flag("own_scale"):
            grades = [grade.value for grade in incoming.track.profile.relevance.grades]
            note_off_scale(records, grades, incoming.profile_notes)
        return records

    def label(self, record: Qrel | Judgment, item: tuple[int, int]) -> NewLabel:
        """Return the label, with the run's confidence if it gave one."""
        confidence = getattr(record, "confidence", 1.0)
        details = {} if confidence == 1 else {"confidence": confidence}
        return NewLabel(item, str(record.grade), details)

    def check(self, incoming: Incoming) -> QrelsPlan:
        """Read every judgment; record what is known of the run and its scale."""
        plan = super().check(incoming)
        given = {row.value for row in plan.labels.rows if row.value}
        own = incoming.flag("own_scale") or not given <= set(
            RELEVANCE.values(incoming.track)
        )
        told = {"group": incoming.param("group"), "type": incoming.param("type")}
        known = {name: value for name, value in told.items() if value}
        scale = {"scale": Judge.OWN_SCALE} if own else {}
        plan.labels = replace(plan.labels, parameters={"task": "rj"} | known | scale)
        return plan


def _note_pairs(incoming: Incoming, records: Sequence[Judgment]) -> None:
    """Note judgments of unrequested pairs, and requested pairs without any."""
    text = incoming.param("pairs")
    if not text:
        return
    source = BytesIO(text.encode())
    asked = list(read_pairs(source, "pairs", report=incoming.report))
    judged, wanted = {(row.topic, row.docid) for row in records}, set(asked)
    for row in records:
        if (row.topic, row.docid) not in wanted:
            found = f"{row.topic} {row.docid}"
            incoming.notes.add("unknown_pair", row.line, "docid", found)
    missing = [pair for pair in asked if pair not in judged]
    for pair in missing:
        share = f"{len(missing) / len(wanted):.1%} of {len(wanted):,} pairs are missing"
        incoming.notes.add("missing_pair", None, "docid", " ".join(pair), share)


RJ = register(
    ImportKind(
        name="rj",
        title="Relevance judgments of a run",
        hint="A run of the RJ task, in six columns: topic Q0 docid grade confidence "
        "run. It looks like a ranking, so say here that it is none.",
        turn=31,
        after="After the topics.",
        form=RjForm,
        importer=RjImporter(),
    )
)
