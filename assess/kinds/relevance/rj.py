"""Runs of the relevance judgment task coming in: each an import judge."""

from __future__ import annotations

from dataclasses import replace

from assess.exchange.imports.forms import RjForm
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Judge
from assess.kinds.relevance.kind import RELEVANCE
from assess.kinds.relevance.qrels import QrelsImporter, QrelsPlan
from runs.imports.arrival import Incoming
from runs.imports.registry import ImportKind, register
from runs.kernel.checks.label_rules import note_off_scale
from runs.kernel.formats.qrels import Qrel
from runs.kernel.formats.rj import Judgment, read_rj


class RjImporter(QrelsImporter):
    """Bring in a run's judgments, on the track's scale or on one of the run's own."""

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
        if not incoming.flag("own_scale"):
            grades = [grade.value for grade in incoming.track.profile.relevance.grades]
            note_off_scale(records, grades, incoming.profile_notes)
        return records

    def label(self, record: Qrel | Judgment, item: tuple[int, int]) -> NewLabel:
        """Return the label, with the run's confidence where it told one."""
        confidence = getattr(record, "confidence", 1.0)
        details = {} if confidence == 1 else {"confidence": confidence}
        return NewLabel(item, str(record.grade), details)

    def check(self, incoming: Incoming) -> QrelsPlan:
        """Read every judgment, and say what is known of the run and its scale."""
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
