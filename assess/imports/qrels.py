"""Qrels coming in: relevance labels in four columns."""

from __future__ import annotations

from assess.actions.labels import NewLabel
from assess.imports.labels import (
    LabelPlan,
    discard_labels,
    land_labels,
    plan_labels,
    write_labels,
)
from assess.relevance.kind import RELEVANCE
from runs.imports.incoming import Incoming
from runs.imports.segments import name_segments
from runs.kernel.qrels import Qrel, read_qrels


class QrelsImporter:
    """Bring in one judge's relevance labels; docids are held to no pattern."""

    def check(self, incoming: Incoming) -> LabelPlan:
        """Read every label on the track's topics and scale.

        Segments are named here already: a docid without labels does no harm, and
        nothing of the judge shows yet.
        """
        records = self._read(incoming)
        incoming.report.raise_if_errors()
        topics = dict(incoming.track.topics.values_list("name", "pk"))
        segments = name_segments(incoming.track, {record.docid for record in records})
        rows = [
            NewLabel((topics[record.topic], segments[record.docid]), str(record.grade))
            for record in records
        ]
        return plan_labels(incoming, RELEVANCE, rows)

    def _read(self, incoming: Incoming) -> list[Qrel]:
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

    def write(self, incoming: Incoming, plan: LabelPlan) -> dict[str, int]:
        """Store the labels, unseen, in batches."""
        return write_labels(incoming, RELEVANCE, plan)

    def land(self, incoming: Incoming, plan: LabelPlan) -> None:
        """Show the judge with all its labels."""
        land_labels(incoming, RELEVANCE, plan)

    def discard(self, incoming: Incoming) -> None:
        """Take back an interrupted import's labels."""
        discard_labels(incoming, RELEVANCE)
