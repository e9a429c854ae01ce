"""Labels of PTKB statements coming in, in the four columns of qrels."""

from __future__ import annotations

from assess.exchange.imports.forms import LabelImportForm
from assess.exchange.imports.labels import (
    LabelPlan,
    discard_labels,
    land_labels,
    plan_labels,
    write_labels,
)
from assess.judging.labels.writer import NewLabel
from assess.kinds.ptkb.kind import GRADE, PTKB
from runs.imports.arrival import Incoming
from runs.imports.registry import ImportKind, register
from runs.kernel.formats.qrels import Qrel, read_qrels
from runs.models import Track

VALUES = {grade: value for value, grade in GRADE.items()}


class PtkbImporter:
    """Bring in one judge's labels: turn 0 statement 1, or 0."""

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

    def write(self, incoming: Incoming, plan: LabelPlan) -> dict[str, int]:
        """Store the labels, unseen, in batches."""
        return write_labels(incoming, PTKB, plan)

    def land(self, incoming: Incoming, plan: LabelPlan) -> None:
        """Show the judge with all its labels."""
        land_labels(incoming, PTKB, plan)

    def discard(self, incoming: Incoming) -> None:
        """Take back an interrupted import's labels."""
        discard_labels(incoming, PTKB)


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
