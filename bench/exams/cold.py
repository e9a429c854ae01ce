"""Compute one figure of exams in a process of its own, and print its seconds.

Usage: python -m bench.exams.cold board|reading, with the imports done before.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter

import django

django.setup()

from assess.judging.models import Judge  # noqa: E402 - after setup()
from exams.kernel.grades_file import read_graded  # noqa: E402
from exams.models import QuestionBank  # noqa: E402
from exams.scores.basis import Basis  # noqa: E402
from exams.scores.scoring import score_exams  # noqa: E402
from exams.scores.summary import summaries  # noqa: E402
from runs.kernel.checks.findings import Report  # noqa: E402


def board() -> None:
    """Score every run at every threshold."""
    basis = Basis(
        QuestionBank.objects.select_related("track").get(),
        Judge.objects.select_related("track").get(name="grader"),
    )
    summaries(score_exams(basis))


def reading(path: Path) -> None:
    """Read a file of graded passages and check every line of it."""
    with path.open("rb") as source:
        for _ in read_graded(source, path.name, report=Report()):
            pass


def main() -> None:
    """Print the seconds."""
    start = perf_counter()
    if sys.argv[1] == "board":
        board()
    else:
        reading(Path(sys.argv[2]))
    print(json.dumps({"seconds": perf_counter() - start}))


if __name__ == "__main__":
    main()
