"""Score one campaign cold, and print the time after the imports."""

from __future__ import annotations

import json
import sys
from time import perf_counter

import django

django.setup()

from assess.analysis.scores.arrays import Rules  # noqa: E402
from assess.analysis.scores.leaderboard.board import Board  # noqa: E402
from assess.judging.models import Judge  # noqa: E402 - after setup()
from nuggets.models import Bank  # noqa: E402
from nuggets.scores.basis import Basis  # noqa: E402
from nuggets.scores.scoring import score_nuggets  # noqa: E402


def main() -> None:
    """Print the seconds, and each run's mean of each measure, as nuggetizer counts."""
    bank, judge = sys.argv[1:]
    start = perf_counter()
    basis = Basis(
        Bank.objects.select_related("track").get(uuid=bank),
        Judge.objects.select_related("track").get(uuid=judge),
    )
    scored = score_nuggets(basis)
    means = Board(scored, Rules(no_ground="zero")).means.tolist()
    seconds = perf_counter() - start
    names = [measure.name for measure in scored.measures]
    by_run = {
        run.name: dict(zip(names, own, strict=True))
        for run, own in zip(scored.runs, zip(*means, strict=True), strict=True)
    }
    print(json.dumps({"seconds": seconds, "means": by_run}))


if __name__ == "__main__":
    main()
