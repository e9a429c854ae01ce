"""Imports of preferences, in four columns."""

from __future__ import annotations

from collections.abc import Iterator

from assess.exchange.imports.forms import LabelImportForm
from assess.exchange.imports.labels import LabelImporter, LabelPlan, plan_labels
from assess.judging.labels.writer import NewLabel
from runs.imports.arrival import Incoming
from runs.imports.registry import ImportKind, register
from runs.kernel.checks.lines import read_lines
from runs.models import Response
from tests.example_kind.preferences.kind import PREFERENCES


class PreferenceImporter(LabelImporter):
    """Imports one judge's preferences."""

    kind = PREFERENCES

    def check(self, incoming: Incoming) -> LabelPlan:
        """Read every preference and look up its two responses."""
        rows = list(_labels(incoming))
        incoming.report.raise_if_errors()
        return plan_labels(incoming, PREFERENCES, rows)


def _labels(incoming: Incoming) -> Iterator[NewLabel]:
    responses = Response.objects.visible().filter(run__track=incoming.track)
    rows = responses.values_list("topic__name", "run__name", "pk")
    by_run = {(topic, run): pk for topic, run, pk in rows}
    with incoming.open() as source:
        for number, text in read_lines(source, incoming.notes, limit=incoming.limit):
            cells = text.split()
            if len(cells) != 4 or cells[3] not in PREFERENCES.values(incoming.track):
                incoming.notes.add("wrong_columns", number, "", text)
                continue
            topic, first, second, value = cells
            item = by_run.get((topic, first)), by_run.get((topic, second))
            if None in item or first >= second:
                incoming.notes.add("unknown_topic", number, "", text)
            else:
                yield NewLabel(item, value)  # type: ignore[arg-type]


PREFERENCES_FILE = register(
    ImportKind(
        name="preferences",
        title="Preferences",
        hint="Four columns: topic, two runs in the order of their names, and which is "
        "better: first, second, tie, both_bad.",
        turn=71,
        after="After the runs.",
        form=LabelImportForm,
        importer=PreferenceImporter(),
    )
)
