"""The scores of runs by matched nuggets."""

import json
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser

from assess.exchange.cells import Cells
from assess.management.base import add_raw
from matching.kernel.matching_scores import Convention
from matching.management.base import add_basis, basis_named
from matching.scores.basis import PAIRS, Basis
from matching.scores.runs import RunScores, scores_of
from runs.management.base import TrackCommand
from runs.models import Track

COLUMNS = (
    "precision",
    "recall",
    "turns",
    "turns_precision",
    "turns_recall",
    "open",
    "labels",
    "yes",
    "recall_by_labels",
)


class Command(TrackCommand):
    help = (
        "Precision and recall of every run by matched nuggets: by pairs of nuggets "
        "(NtN), or only recall by whole responses (NtR)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_basis(parser)
        parser.add_argument(
            "--rules",
            choices=["ours", "cone-rag"],
            default="ours",
            help="ours (default), or what CONE-RAG's code counts: a turn without gold "
            "nuggets has recall 0, a missing answer is skipped",
        )
        parser.add_argument("--format", choices=["json", "csv"], default="csv")
        add_raw(parser)

    def work(self, track: Track, options: dict[str, Any]) -> None:
        basis = basis_named(track, options)
        rows = scores_of(basis, options["rules"])
        if options["format"] == "json":
            said = _as_json(basis, rows, options["rules"], options["turns"])
            self.stdout.write(json.dumps(said, ensure_ascii=False, indent=2))
            return
        for line in _as_csv(rows, Cells(raw=options["raw"], full=True)):
            self.stdout.write(line, ending="")


def _as_json(
    basis: Basis, rows: list[RunScores], rules: Convention, turns: str
) -> dict[str, object]:
    return {
        "bank": basis.bank.name,
        "judge": basis.judge.name,
        "by": basis.by,
        "nuggets": basis.nuggets.name if basis.nuggets else None,
        "rules": rules,
        "turns": turns,
        "runs": {each.run.name: _values(each, basis) for each in rows},
    }


def _values(row: RunScores, basis: Basis) -> dict[str, object]:
    scores = row.scores
    found: dict[str, object] = {
        "precision": scores.precision,
        "recall": scores.recall,
        "turns": scores.turns_recall,
        "turns_precision": scores.turns_precision,
        "turns_recall": scores.turns_recall,
        "open": row.open,
    }
    if basis.by == PAIRS:
        return found
    labels = {"labels": row.labelled, "yes": row.yes, "recall_by_labels": row.share}
    return found | labels


def _as_csv(rows: list[RunScores], cells: Cells) -> Iterator[str]:
    yield cells.line(("run", *COLUMNS))
    for row in rows:
        scores = row.scores
        yield cells.line(
            (
                row.run.name,
                scores.precision,
                scores.recall,
                scores.turns_recall,
                scores.turns_precision,
                scores.turns_recall,
                row.open,
                row.labelled,
                row.yes,
                row.share,
            )
        )
