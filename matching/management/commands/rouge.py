"""ROUGE of runs against the gold answers."""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser

from assess.exchange.cells import Cells
from assess.management.base import add_raw
from matching.kernel.rouge import PACKAGES
from matching.management.base import add_turns, turns_named
from matching.references.rouges import rouges_of
from runs.management.base import TrackCommand
from runs.models import Track


class Command(TrackCommand):
    help = (
        "ROUGE-1, -2 and -L of every run against the gold answers, as means over the "
        "turns that have one. The two variants differ much."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--variant",
            choices=list(PACKAGES),
            required=True,
            help="; ".join(f"{name}: as {of}" for name, of in PACKAGES.items()),
        )
        parser.add_argument("--format", choices=["json", "csv"], default="csv")
        add_turns(parser)
        add_raw(parser)

    def work(self, track: Track, options: dict[str, Any]) -> None:
        variant = options["variant"]
        rows = rouges_of(track, variant, turns_named(track, options))
        if not rows:
            raise CommandError("There is no gold answer to compare with.")
        found = {
            each.run.name: {
                "R1": each.rouge.r1,
                "R2": each.rouge.r2,
                "RL": each.rouge.rl,
                "turns": each.turns,
            }
            for each in rows
        }
        if options["format"] == "json":
            said = {
                "variant": variant,
                "package": PACKAGES[variant],
                "turns": rows[0].turns,
                "runs": found,
            }
            self.stdout.write(json.dumps(said, ensure_ascii=False, indent=2))
            return
        cells = Cells(raw=options["raw"], full=True)
        self.stdout.write(cells.line(("run", "R1", "R2", "RL", "turns")), ending="")
        for name, values in found.items():
            self.stdout.write(cells.line((name, *values.values())), ending="")
