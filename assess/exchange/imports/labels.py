"""The import of labels of every kind under an import judge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from assess.exchange.imports.judges import (
    judge_for,
    land_judge,
    unlanded_judges,
    unseen_judge,
)
from assess.judging.kinds import Kind
from assess.judging.labels.batches import record_labels
from assess.judging.labels.reader import EVERYTHING, labels_of
from assess.judging.labels.writer import NewLabel
from assess.judging.models import Change, Judge
from runs.imports.arrival import Incoming, Refused, Unchanged

BATCH = 5_000


@dataclass(frozen=True)
class LabelPlan:
    """The labels of a file, and the judge if it has other ones already.

    parameters: further facts about the judge.
    """

    rows: list[NewLabel]
    judge: Judge | None
    parameters: dict[str, Any] = field(default_factory=dict)


def plan_labels(
    incoming: Incoming, kind: Kind, rows: list[NewLabel], *, where: Q = EVERYTHING
) -> LabelPlan:
    """Compare a file's labels with the judge's; raise Unchanged, or Refused for others.

    `where` selects the judge's labels that the file covers: those over one bank. With
    `replace`, the judge's labels become the file's, and each change is recorded.
    """
    if not rows:
        raise Refused("The file contains no label: none of its rows has one.")
    judge = judge_for(incoming)
    if judge is None:
        number = Judge.objects.visible().filter(track=incoming.track).count() + 1
        incoming.note_many(None, "judge", number, "judges")
        incoming.report.raise_if_errors()
        return LabelPlan(rows, None)
    there = labels_of(judge, kind, where=where)
    wanted = {row.item: row.value for row in rows}
    if there == wanted:
        raise Unchanged
    changed = sum(wanted.get(item) != value for item, value in there.items())
    if changed and not incoming.flag("replace"):
        raise Refused(
            f"Judge {judge.name} has {len(there):,} {kind.name} labels already, of "
            f"which {changed:,} would change or go. {incoming.to_replace} to "
            "do so (each change is kept in the record), or give these labels another "
            "judge's name."
        )
    emptied = [NewLabel(item, "") for item in there if item not in wanted]
    return LabelPlan(rows + emptied, judge)


def write_labels(incoming: Incoming, kind: Kind, plan: LabelPlan) -> dict[str, int]:
    """Store a new judge's labels, hidden, in batches; a replacement comes later."""
    if plan.judge is None:
        judge = unseen_judge(incoming, plan.parameters)
        for start, batch in _batches(plan.rows):
            record_labels(kind, judge, batch, now=timezone.now())
            incoming.step(start + len(batch), len(plan.rows), "writing labels")
    return {"labels": sum(bool(row.value) for row in plan.rows)}


def land_labels(incoming: Incoming, kind: Kind, plan: LabelPlan) -> None:
    """Make the new judge visible, or replace labels in this one transaction."""
    if plan.judge is None:
        land_judge(incoming)
        return
    said = {Judge.GIVEN_BY: plan.judge.given_by} if plan.judge.given_by else {}
    plan.judge.parameters = {**plan.parameters, **said}
    plan.judge.sha256 = incoming.row.sha256
    plan.judge.save(update_fields=["parameters", "sha256"])
    record_labels(
        kind, plan.judge, plan.rows, now=timezone.now(), actor=incoming.row.by
    )


def discard_labels(incoming: Incoming, kind: Kind) -> None:
    """Delete a hidden judge with its labels, as if the import had never begun."""
    for judge in unlanded_judges(incoming):
        with transaction.atomic():
            Change.objects.filter(judge=judge).delete()
            kind.model.objects.filter(judge=judge).delete()
            judge.delete()


def _batches(rows: list[NewLabel]) -> Iterator[tuple[int, list[NewLabel]]]:
    for start in range(0, len(rows), BATCH):
        yield start, rows[start : start + BATCH]


class LabelImporter:
    """Imports one judge's labels of a kind; a kind's subclass reads its files."""

    kind: ClassVar[Kind]

    def check(self, incoming: Incoming) -> LabelPlan:
        """Read every label, and compare them with the judge's."""
        raise NotImplementedError

    def write(self, incoming: Incoming, plan: LabelPlan) -> dict[str, int]:
        """Store the labels, hidden, in batches."""
        return write_labels(incoming, self.kind, plan)

    def land(self, incoming: Incoming, plan: LabelPlan) -> None:
        """Make the judge visible with all its labels."""
        land_labels(incoming, self.kind, plan)

    def discard(self, incoming: Incoming) -> None:
        """Delete an interrupted import's labels."""
        discard_labels(incoming, self.kind)
