"""Score the statements that a run chose against a judge's."""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser

from assess.exchange.cells import Cells
from assess.management.base import add_raw, judge_named
from matching.kernel.ptkb_scores import PtkbScores, ptkb_scores
from matching.ptkb.choices import relevant_statements
from runs.management.base import TrackCommand
from runs.models import Track


class Command(TrackCommand):
    help = (
        "Precision, recall and F1 of the statements that runs chose (their "
        "ptkb_provenance, imported by import_ptkb under the run's name) against a "
        "judge's, over the turns with a relevant one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--judge", required=True, help="whose labels are right")
        parser.add_argument(
            "--run",
            action="append",
            required=True,
            metavar="NAME",
            help="the judge under whose name a run's choice is; can be given again",
        )
        parser.add_argument("--format", choices=["json", "csv"], default="csv")
        add_raw(parser)

    def work(self, track: Track, options: dict[str, Any]) -> None:
        judge = judge_named(track, options["judge"])
        relevant = relevant_statements(judge)
        if not relevant:
            raise CommandError(f"{judge} has labelled no statement.")
        names = options["run"]
        found = {
            n: ptkb_scores(relevant, relevant_statements(judge_named(track, n)))
            for n in names
        }
        if options["format"] == "json":
            rows = {name: each._asdict() for name, each in found.items()}
            said = {"judge": judge.name, "runs": rows}
            self.stdout.write(json.dumps(said, ensure_ascii=False, indent=2))
            return
        cells = Cells(raw=options["raw"], full=True)
        self.stdout.write(cells.line(("run", *PtkbScores._fields)), ending="")
        for name, each in found.items():
            self.stdout.write(cells.line((name, *each)), ending="")
