"""Imports of labels of PTKB statements: as qrels, or from the topics file."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from assess.exchange.imports.forms import LabelImportForm
from assess.exchange.imports.labels import LabelImporter, LabelPlan, plan_labels
from assess.judging.labels.batches import record_labels
from assess.judging.labels.writer import NewLabel, Recorded
from assess.judging.models import Judge
from assess.kinds.ptkb.kind import GRADE, PTKB
from runs.imports.arrival import Incoming
from runs.imports.registry import ImportKind, register
from runs.kernel.formats.qrels import Qrel, read_qrels
from runs.models import PtkbStatement, Topic, Track

VALUES = {grade: value for value, grade in GRADE.items()}


class PtkbImporter(LabelImporter):
    """Imports one judge's labels, lines of the form: turn 0 statement 1 (or 0)."""

    kind = PTKB

    def check(self, incoming: Incoming) -> LabelPlan:
        """Read every label on the track's turns and their persons' statements."""
        topics = dict(incoming.track.topics.values_list("name", "pk"))
        statements = _statements(incoming.track)
        rows = []
        for record in self._read(incoming):
            found = statements.get((record.topic, record.docid))
            if found is None:
                incoming.notes.add(
                    "unknown_statement", record.line, "statement", record.docid
                )
                continue
            rows.append(NewLabel((topics[record.topic], found), VALUES[record.grade]))
        incoming.report.raise_if_errors()
        return plan_labels(incoming, PTKB, rows)

    def _read(self, incoming: Incoming) -> list[Qrel]:
        with incoming.open() as source:
            records = list(
                read_qrels(
                    source,
                    incoming.row.filename,
                    report=incoming.report,
                    topics=set(incoming.track.topics.values_list("name", flat=True)),
                    grades=set(VALUES),
                    limit=incoming.limit,
                )
            )
        incoming.report.raise_if_errors()
        return records


def _statements(track: Track) -> dict[tuple[str, str], int]:
    """Return the statements' row numbers by the names of turn and statement."""
    turns = track.topics.filter(conversation__statements__isnull=False).order_by()
    found = turns.values_list(
        "name", "conversation__statements__name", "conversation__statements"
    )
    return {(turn, name): pk for turn, name, pk in found}


PTKB_FILE = register(
    ImportKind(
        name="ptkb",
        title="PTKB labels",
        hint="Which statements matter to a turn, in four columns: turn 0 statement 1.",
        turn=35,
        after="After the conversations.",
        form=LabelImportForm,
        importer=PtkbImporter(),
    )
)


class OwnLabels(ValueError):
    """The judge of that name gives its own labels."""


def label_as_organizers_did(track: Track, name: str, *, now: datetime) -> Recorded:
    """Give an import judge of that name the labels in the topics file.

    The file names a turn's relevant statements; all others are not relevant. A second
    call changes nothing. Raise OwnLabels for a judge that is no import.
    """
    with transaction.atomic():
        judge, _made = Judge.objects.get_or_create(
            track=track,
            name=name,
            defaults={
                "kind": Judge.IMPORT,
                "description": "The topics file’s statements for each turn",
                "landed_at": now,
            },
        )
        if judge.kind != Judge.IMPORT:
            raise OwnLabels(name)
        return record_labels(PTKB, judge, _said_by_topics(track), now=now)


def _said_by_topics(track: Track) -> list[NewLabel]:
    said: dict[int, list[tuple[int, str]]] = {}
    rows = PtkbStatement.objects.filter(conversation__track=track).order_by("pk")
    for talk, pk, name in rows.values_list("conversation", "pk", "name"):
        said.setdefault(talk, []).append((pk, name))
    turns = Topic.objects.filter(track=track).exclude(conversation=None)
    return [
        NewLabel(
            (turn, statement),
            "relevant" if name in details.get("statements", ()) else "not_relevant",
        )
        for turn, talk, details in turns.values_list("pk", "conversation", "details")
        for statement, name in said.get(talk, ())
    ]
