"""The exam scores of a bank and a judge."""

import csv
import json
from typing import Any

from django.core.management.base import CommandParser

from assess.analysis.scores.arrays import Rules
from assess.management.base import judge_named
from exams.management.base import ExamCommand, nothing_graded
from exams.scores.document import exam_document
from runs.models import Track


class Command(ExamCommand):
    help = (
        "Score every run by a question bank: Cover with its bounds, nCover and the "
        "qrels' measures at τ 1, 3, 4 and 5, and the passages' labels."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--format", choices=["json", "csv"], default="json")
        parser.add_argument(
            "--missing",
            choices=["zero", "left_out"],
            default="zero",
            help="a topic without a passage of the run counts 0 (default), or is left "
            "out, as in the workbench",
        )

    def work(self, track: Track, options: dict[str, Any]) -> None:
        basis = self.basis(track, options)
        named = options["relevance"]
        relevance = judge_named(track, named) if named else None
        rules = Rules(options["missing"])
        found = exam_document(basis, relevance, rules=rules)
        if not found["topics"]:
            raise nothing_graded(basis)
        if options["format"] == "json":
            self.stdout.write(json.dumps(found, ensure_ascii=False, indent=1))
        else:
            self._table(found)

    def _table(self, found: dict[str, Any]) -> None:
        writer = csv.writer(self.stdout, lineterminator="\n")
        taus = [str(tau) for tau in found["taus"]]
        first = next(iter(found["runs"].values()), None)
        if first is None:
            return
        values = list(first[taus[0]])
        others = [name for name in first if name not in taus]
        writer.writerow(["run", "tau", *values, *others])
        for run, own in found["runs"].items():
            for tau in taus:
                cells = [own[tau][name] for name in values]
                rest = [own[name] for name in others]
                row = [run, tau, *cells, *rest]
                writer.writerow(["" if each is None else each for each in row])
