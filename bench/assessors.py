"""Measure how fast labels are saved while many people judge at once.

Run from the project's root: .venv/bin/python -m bench.assessors
It starts PostgreSQL, a Redis-protocol server and the web server for itself, in a
temporary folder, and stops them. Exit status 1: a label failed, or is not in the
database exactly once.
"""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import django

from bench.figures import HEAD, percentile, row, table
from bench.load import measure_load
from bench.stack import ROOT, Stack

if TYPE_CHECKING:
    from bench.judging import Log

GOAL = 50.0  # milliseconds, of the 95th percentile
PROFILES = ROOT / "runs" / "profiles"


def read_options() -> Namespace:
    """Return the options of the command line."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--assessors", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--pace", type=float, default=2, help="seconds a label")
    parser.add_argument("--labels", type=int, default=500_000, help="there before")
    parser.add_argument("--match", action="store_true", help="all match nuggets")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> int:
    """Run once; return the exit status."""
    options = read_options()
    rng = Random(options.seed)  # noqa: S311 - no secret
    with Stack() as stack:
        return measure(stack, options, rng)


def measure(stack: Stack, options: Namespace, rng: Random) -> int:
    """Fill the database, let people judge, and print the results."""
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - after setup()

    from bench.campaign import make_campaign  # noqa: PLC0415
    from bench.judging import judge_all  # noqa: PLC0415
    from bench.label_check import count_rows, find_faults  # noqa: PLC0415

    call_command("migrate", interactive=False, verbosity=0)
    print(f"Writing {options.labels:,} labels …", flush=True)
    profile = "ikat24" if options.match else "rag25"
    works = make_campaign(
        (PROFILES / f"{profile}.toml").read_text(encoding="utf-8"),
        assessors=options.assessors,
        labels=options.labels,
        rng=rng,
        now=datetime.now(UTC),
        match=options.match,
    )
    before = count_rows()
    stack.serve()
    print(f"{options.assessors} assessors judge for {options.seconds:g} s …")
    roots, start = stack.processes, stack.access_log.stat().st_size
    load = measure_load(roots)
    seconds, pace = options.seconds, options.pace
    judging = judge_all(works, port=stack.port, seconds=seconds, pace=pace, rng=rng)
    log = asyncio.run(judging)
    shares = measure_load(roots).since(load)
    report(log, in_server(stack.access_log, start), shares)
    faults = log.errors + find_faults(log.sent, before)
    kept = f"{len(log.sent):,} sent to {before.labels:,} that were there"
    print(f"labels: {kept}; {len(faults)} faults")
    for fault in faults[:20]:
        print(f"FAULT {fault}")
    return int(bool(faults))


def in_server(log: Path, start: int) -> list[float]:
    """Return the web server's own times of the labels, in milliseconds.

    From reading the request to writing the response, without waiting for a free thread.
    """
    with log.open() as lines:
        lines.seek(start)
        rows = [line.split() for line in lines]
    return [int(us) / 1000 for us, way, _status, _path in rows if way == "POST"]


def report(log: Log, server: list[float], shares: dict[str, float]) -> None:
    """Print the figures."""
    print(HEAD)
    print("\n".join(table("label, as the browser waits", log.labels)))
    print(row("label, in the web server", server))
    print("\n".join(table("next page, fetched ahead", log.pages)))
    p95 = percentile([each for found in log.labels.values() for each in found], 0.95)
    verdict = "met" if p95 < GOAL else "missed"
    print(f"goal: p95 of a label under {GOAL:g} ms: {verdict} ({p95:.1f})")
    print(f"errors {len(log.errors)}; sent twice {log.repeated}")
    used = ", ".join(f"{name} {share:.2f}" for name, share in shares.items())
    print(f"processors used, of {os.cpu_count()}: {used}")


if __name__ == "__main__":
    sys.exit(main())
