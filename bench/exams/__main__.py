"""Time exams at full size: 50 runs, 105 topics, 10 questions, 1,050,000 grades.

Run from the project's root: .venv/bin/python -m bench.exams
It starts PostgreSQL in a temporary folder and fills it. The board is computed cold, in
processes of their own; what would change, in this one. Exit status 1: a goal is missed,
or a measure differs from trec_eval's.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import django

from bench.stack import Stack

if TYPE_CHECKING:
    from bench.exams.campaign import Examined

PROFILE = Path("runs/profiles/rag24.toml")
FILE = Path("evaluators/exam/llmjudge-dev.graded.jsonl.gz")
CLOSE = 1e-12


class Goal(NamedTuple):
    """A figure in seconds, and the most that it may be; None: no goal."""

    name: str
    seconds: list[float]
    most: float | None = None

    @property
    def is_met(self) -> bool:
        """Return whether the median meets the goal."""
        return self.most is None or median(self.seconds) <= self.most

    def __str__(self) -> str:
        found = (median(self.seconds), min(self.seconds), max(self.seconds))
        goal = "" if self.most is None else f"{self.most:9.2f}"
        return f"{self.name:44}" + "".join(f"{n:9.3f}" for n in found) + goal


def read_options() -> Namespace:
    """Return the options of the command line."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--times", type=int, default=5, help="repetitions of each")
    parser.add_argument("--seed", type=int, default=7)
    return parser.parse_args()


def main() -> int:
    """Run once; return the exit status."""
    options = read_options()
    with Stack():
        django.setup()
        from django.core.management import call_command  # noqa: PLC0415

        from bench.exams.campaign import make_examined  # noqa: PLC0415 - after setup()

        call_command("migrate", interactive=False, verbosity=0)
        print("Writing 1,050,000 grades …", flush=True)
        campaign = make_examined(
            PROFILE.read_text(encoding="utf-8"),
            rng=Random(options.seed),  # noqa: S311 - no secret
            now=datetime.now(UTC),
        )
        goals = [Goal("board, cold", cold("board", options.times), 2.0)]
        goals += warm(campaign, options.times)
        ours, theirs, differ = beside_trec_eval(campaign, options.times)
        goals += [ours, theirs, *reading(options.times)]
    print(f"\n{'seconds':44}{'median':>9}{'least':>9}{'most':>9}{'goal':>9}")
    for goal in goals:
        print(goal)
    ratio = median(ours.seconds) / median(theirs.seconds)
    print(f"ratio to trec_eval: {ratio:.3f}; greatest difference: {differ:.1e}")
    missed = [goal.name for goal in goals if not goal.is_met]
    print(f"goals missed: {', '.join(missed) or 'none'}")
    return int(bool(missed) or differ > CLOSE)


def cold(what: str, times: int, *more: Path) -> list[float]:
    """Return the seconds of a figure in processes of their own."""
    found = []
    for _ in range(times):
        done = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-m", "bench.exams.cold", what, *more],
            check=True,
            capture_output=True,
            text=True,
            env=dict(os.environ),
        )
        found.append(float(json.loads(done.stdout)["seconds"]))
    return found


def timed(act: Callable[[], object], times: int) -> list[float]:
    """Return the seconds of an act, after one that is not counted."""
    act()
    found = []
    for _ in range(times):
        start = perf_counter()
        act()
        found.append(perf_counter() - start)
    return found


def warm(campaign: Examined, times: int) -> list[Goal]:
    """Time the kept board, and what would change of a topic and of the track."""
    from exams.effect.what_if import WhatIf, withdrawing  # noqa: PLC0415
    from exams.kernel.grades import TAUS  # noqa: PLC0415 - after setup()
    from exams.models import QuestionListing  # noqa: PLC0415
    from exams.scores.basis import Basis  # noqa: PLC0415
    from exams.scores.scoring import score_exams  # noqa: PLC0415

    basis = Basis(campaign.bank, campaign.judge)
    first = QuestionListing.objects.filter(version__bank=campaign.bank, position=0)
    questions = list(first.values_list("question", flat=True))

    def what_if(some: Sequence[int]) -> None:
        found = WhatIf(basis, withdrawing(basis, some))
        assert found.changed
        assert all(found.ranks(tau) for tau in TAUS)
        found.alike(4)

    return [
        Goal("board, kept", timed(lambda: score_exams(basis), times), 0.1),
        Goal("what if, a topic", timed(lambda: what_if(questions[:1]), times), 0.15),
        Goal("what if, the track", timed(lambda: what_if(questions), times), 1.5),
    ]


def beside_trec_eval(campaign: Examined, times: int) -> tuple[Goal, Goal, float]:
    """Time the qrels' measures of all runs, ours and trec_eval's, from memory."""
    from bench.exams.peer import Rankings  # noqa: PLC0415 - after setup()

    found = Rankings(campaign)
    return (
        Goal("qrels’ measures at four τ, from memory", timed(found.ours, times)),
        Goal("trec_eval’s, from memory", timed(found.theirs, times)),
        found.difference(),
    )


def reading(times: int) -> list[Goal]:
    """Time the reading of the graded passages of LLMJudge, if they are there.

    The workbench's own reading took 2.1 s (its models, 7,263 passages); it is in no
    package index, so that Python's JSON alone is beside ours.
    """
    path = Path(os.environ.get("ASSAY_DATA", "../shared/data")) / FILE
    if not path.is_file():
        print(f"There is no {path}: reading is not measured.")
        return []

    def plain() -> None:
        with gzip.open(path) as source:
            for line in source:
                json.loads(line)

    return [
        Goal("reading 7,263 graded passages", cold("reading", times, path), 6.3),
        Goal("Python’s JSON alone", timed(plain, times)),
    ]


if __name__ == "__main__":
    sys.exit(main())
