"""Time what grading by a model costs beside the endpoint's own time.

Run from the project's root: .venv/bin/python -m bench.exams.grading
It starts PostgreSQL and a local endpoint that answers each call after a stated time,
and lets a model grade 10 questions on 100 passages, 20 calls at once. The command that
then finds nothing to do is subtracted. The overhead is what the clock shows beyond the
time that the endpoint needs for so many calls, a call; on a busy machine it shows the
other programs too. Exit status 1: the goal is missed, a grade is missing, or a call was
made twice.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple
from urllib.request import urlopen

import django

from bench.stack import Stack

PROFILE = Path("runs/profiles/rag24.toml")
CONCURRENCY = 20
PASSAGES = 100
DELAY = 0.5  # seconds that the endpoint takes for a call
GOAL = 0.005  # seconds a call


class Took(NamedTuple):
    """Seconds of a command: by the clock, and of CPU with its children."""

    wall: float
    cpu: float


def main() -> int:
    """Grade once; return the exit status."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--delay", type=float, default=DELAY, help="seconds a call")
    delay = parser.parse_args().delay
    served = [sys.executable, "-m", "tests.fake_model", "--delay", str(delay)]
    endpoint = subprocess.Popen(served, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        assert endpoint.stdout is not None
        url = endpoint.stdout.readline().strip()
        with Stack():
            os.environ |= {
                "LLM_ENDPOINT": url,
                "LLM_KEY": "none",
                "LLM_CONCURRENCY": str(CONCURRENCY),
            }
            return grade(url, delay)
    finally:
        endpoint.terminate()
        endpoint.wait()


def grade(url: str, delay: float) -> int:
    """Grade everything, then nothing; print the overhead and return the status."""
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    from bench.exams.campaign import make_pool  # noqa: PLC0415 - after setup()
    from exams.models import ExamLabel  # noqa: PLC0415

    call_command("migrate", interactive=False, verbosity=0)
    pool = make_pool(
        PROFILE.read_text(encoding="utf-8"),
        PASSAGES,
        rng=Random(7),  # noqa: S311 - no secret
        now=datetime.now(UTC),
    )
    manage("create_judge", pool.track.slug, "grader", "--model", "stand-in")
    named = ("--kind", "exam", "--bank", pool.bank.name, "--judge", "grader")
    graded = manage("judge", pool.track.slug, *named)
    calls = calls_at(url)
    idle = manage("judge", pool.track.slug, *named)
    labels = ExamLabel.objects.filter(judge__name="grader").count()
    cpu = (graded.cpu - idle.cpu) / calls
    wall = (graded.wall - idle.wall - calls * delay / CONCURRENCY) / calls
    print(
        f"{calls:,} calls of {delay:g} s, {CONCURRENCY} at once: {labels:,} grades in "
        f"{graded.wall:.1f} s. Beside the endpoint’s time, a call takes "
        f"{wall * 1000:.1f} ms by the clock (goal: at most {GOAL * 1000:.0f}), and "
        f"{cpu * 1000:.1f} ms of CPU."
    )
    whole = labels == pool.questions * PASSAGES and calls_at(url) == calls
    return int(not whole or wall > GOAL)


def manage(command: str, *words: str) -> Took:
    """Run a command in a process of its own."""
    said = [sys.executable, "manage.py", command, *words]
    start = perf_counter()
    child = subprocess.Popen(said, stdout=subprocess.DEVNULL)  # noqa: S603 - our own
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{command} ended with {child.returncode}.")
    return Took(perf_counter() - start, used.ru_utime + used.ru_stime)


def calls_at(url: str) -> int:
    """Return how many calls the endpoint had."""
    with urlopen(url) as answer:  # noqa: S310 - our own address
        return int(json.load(answer)["count"])


if __name__ == "__main__":
    sys.exit(main())
