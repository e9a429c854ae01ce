"""Imports of the list of documents that AG runs may cite."""

from __future__ import annotations

from runs.imports.arrival import LONGEST_DOCID, Incoming
from runs.imports.importers.outside import count_outside
from runs.imports.importers.runs import Lists, RunPlan, RunsImporter
from runs.imports.metadata import Said
from runs.kernel.checks.requirements import Checks
from runs.kernel.formats.reference_lists import read_reference_list
from runs.models import Run

NAME = "reference-list"


class ReferenceListImporter(RunsImporter):
    """Imports a reference list as a control run, so that it is scored like a run."""

    def read_lists(self, incoming: Incoming, checks: Checks) -> tuple[Said, Lists]:
        """Read three columns; the first rank has the highest score."""
        lists: dict[str, dict[str, int]] = {}
        with incoming.open() as source:
            for row in read_reference_list(
                source,
                incoming.row.filename,
                report=incoming.report,
                topics=checks.topics,
                limit=incoming.limit,
            ):
                incoming.note_long(row.line, "docid", row.docid, LONGEST_DOCID)
                ranked = lists.setdefault(row.topic, {})
                ranked[row.docid] = row.rank
                incoming.note_many(row.line, row.topic, len(ranked), "rows")
        return Said(incoming.param("name") or NAME), {
            topic: {docid: -float(rank) for docid, rank in _in_order(ranked)}
            for topic, ranked in lists.items()
        }

    def land(self, incoming: Incoming, plan: RunPlan) -> None:
        """Make the list visible, and check the imported AG runs against it."""
        super().land(incoming, plan)
        runs = Run.objects.filter(track=incoming.track)
        runs.filter(is_reference=True).update(is_reference=False)
        runs.visible().filter(name=plan.said.tag).update(is_reference=True)
        count_outside(incoming.track)


def _in_order(ranked: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(ranked.items(), key=lambda row: row[1])
