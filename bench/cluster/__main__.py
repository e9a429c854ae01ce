"""Kill parts of a cluster while people label; count what is lost, doubled or wrong.

Run from the project's root: .venv/bin/python -m bench.cluster
It starts PostgreSQL, Redis, an S3 server, a proxy, two web nodes and three workers for
itself, in a temporary folder, and stops them. Exit status 1: something that the server
confirmed does not exist exactly once, or a job failed or never ended.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import django

from bench.cluster.nodes import running_cluster
from bench.cluster.totals import append_run, is_met, report, sum_of
from tests import fake_model
from tests.fake_answers import sensible_answer
from tests.fake_model import FakeModel, Fault

# One response in seven is missing or bad.
FAULTS = (
    *(fake_model.status(429, after=0.5), fake_model.status(500), fake_model.cut()),
    *(fake_model.malformed(), fake_model.short_list(), fake_model.hang(3)),
)


def read_options() -> Namespace:
    """Return the options of the command line."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--every", type=float, default=5, help="seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--assessors", type=int, default=30)
    parser.add_argument("--pace", type=float, default=3, help="seconds a label")
    parser.add_argument("--results", type=Path, help="a file that the run is added to")
    parser.add_argument("--sum", type=Path, help="print the sum of such a file instead")
    parser.add_argument("--keep", action="store_true", help="the folder with the logs")
    return parser.parse_args()


def main() -> int:
    """Run once, or print a sum; return the exit status."""
    options = read_options()
    if options.sum:
        found = sum_of(options.sum)
    else:
        found = run(options)
        if options.results:
            append_run(options.results, found)
    report(found)
    return int(not is_met(found))


class Model:
    """A model that misbehaves, and the calls for which it was paid."""

    def __init__(self, server: FakeModel, rng: Random) -> None:
        self.server = server
        self.paid: Counter[str] = Counter()
        server.answer = self._answer
        faults = [Fault()] * 6 * len(FAULTS) + [*FAULTS]
        server.misbehave(*rng.choices(faults, k=100_000))

    def _answer(self, body: dict[str, Any]) -> str:
        asked = json.dumps(body, sort_keys=True).encode()
        self.paid[hashlib.sha256(asked).hexdigest()] += 1
        return sensible_answer(body)


def run(options: Namespace) -> dict[str, Any]:
    """Run once and return the results."""
    rng = Random(options.seed)  # noqa: S311 - no secret
    with FakeModel(delay=0.1) as server:
        model = Model(server, rng)
        with running_cluster(server.url, keep=options.keep) as cluster:
            os.environ |= cluster.own_settings
            print(f"{cluster.folder}: starting …", flush=True)
            started = time.monotonic()
            django.setup()
            from bench.cluster.fault_run import besiege  # noqa: PLC0415 - after setup()

            found = besiege(cluster, options, model.paid, rng)
            found["seconds"] = round(time.monotonic() - started)
            return found


if __name__ == "__main__":
    sys.exit(main())
