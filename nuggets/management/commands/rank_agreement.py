"""Agreement of two conditions, or two columns of scores, on the ranking of runs."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError, CommandParser

from assess.analysis.kernel.condition_agreement import Way, three_ways
from assess.analysis.kernel.rank_agreement import rank_agreement
from assess.analysis.memo import SEED
from assess.analysis.rankings.pairs import Pairing
from assess.analysis.scores.conditions import Condition
from nuggets.kernel.nugget_scores import MEASURES
from nuggets.management.base import basis_named
from nuggets.scores.measures import primary_of
from nuggets.scores.scoring import NUGGETS
from runs.kernel.formats.columns import BadColumn, read_scores
from runs.management.base import existing_file, track_named


class Command(BaseCommand):
    help = (
        "Kendall's tau_b, Spearman's rho and tau_AP of two conditions (BANK:JUDGE) "
        "over the runs and topics that both have: of run means, per topic and "
        "averaged, over all pairs, with 95 % intervals. Or of two columns of a CSV "
        "file. What is undefined is null."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "track", metavar="TRACK", nargs="?", help="the track's short name"
        )
        parser.add_argument(
            "--scores",
            metavar="FILE",
            type=existing_file,
            help="a CSV file with a header and a line for each run, instead of a track",
        )
        parser.add_argument(
            "--a",
            required=True,
            metavar="BANK:JUDGE|COLUMN",
            help="the first condition of the track, or column of the file",
        )
        parser.add_argument(
            "--b",
            required=True,
            metavar="BANK:JUDGE|COLUMN",
            help="the second condition, or column",
        )
        parser.add_argument(
            "--metric",
            choices=MEASURES,
            help="what ranks the runs of the track (default: its primary measure)",
        )
        parser.add_argument("--task", default="", help="only the runs of this task")
        parser.add_argument(
            "--format", choices=["json"], default="json", help="JSON is all there is"
        )

    def handle(self, *_args: object, **options: Any) -> None:
        if bool(options["track"]) == bool(options["scores"]):
            raise CommandError("Name either a track or a file with --scores.")
        if options["scores"]:
            shown = self._columns(options["scores"], options)
        else:
            shown = self._conditions(options)
        self.stdout.write(json.dumps(shown, ensure_ascii=False, indent=2))

    def _columns(self, path: Path, options: dict[str, Any]) -> dict[str, object]:
        a, b, task = options["a"], options["b"], options["task"]
        try:
            with path.open(encoding="utf-8-sig", newline="") as lines:
                rows = read_scores(lines, [a, b], task=task)
        except (BadColumn, UnicodeDecodeError) as error:
            raise CommandError(f"{path.name}: {error}") from error
        found = rank_agreement(
            {line: row[0] for line, row in rows.items()},
            {line: row[1] for line, row in rows.items()},
        )
        return {"scores": path.name, "a": a, "b": b, "task": task, **found._asdict()}

    def _conditions(self, options: dict[str, Any]) -> dict[str, object]:
        track, task = track_named(options["track"]), options["task"].casefold()
        left, right = (
            Condition(NUGGETS, "", options[side], basis_named(track, options[side]))
            for side in ("a", "b")
        )
        pairing = Pairing(left, right, lambda run: not task or run.task == task)
        metric = options["metric"] or primary_of(track)
        table = pairing.shared(metric)
        ways = three_ways(table.a, table.b, rng=np.random.default_rng(SEED))
        return {
            "track": track.slug,
            "a": options["a"],
            "b": options["b"],
            "a_kind": left.basis.judge.kind,
            "b_kind": right.basis.judge.kind,
            "metric": metric,
            "task": task,
            "topics": len(table.topics),
            **_said(ways.run_means),
            "per_topic": _said(ways.per_topic),
            "all_pairs": _said(ways.all_pairs),
        }


def _said(way: Way) -> dict[str, object]:
    return {
        "n": way.n,
        "kendall_tau": way.tau.value,
        "kendall_tau_95": [way.tau.low, way.tau.high],
        "spearman_rho": way.rho.value,
        "spearman_rho_95": [way.rho.low, way.rho.high],
        "tau_ap": way.tau_ap.value,
        "tau_ap_95": [way.tau_ap.low, way.tau_ap.high],
        "left_out": way.left_out,
    }
