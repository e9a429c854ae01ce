"""What 300 responses of 20 nuggets take: ours and nuggetizer's, at one endpoint.

Run from the project's root: .venv/bin/python -m bench.models.economy
It starts PostgreSQL and a simulated endpoint (bench/models/endpoint.py), lets a model
assign by `manage.py judge`, again, and then lets nuggetizer do the same. --size 2025
runs 3,344 calls in one process and in two, and shows their memory. Exit status 1: a
goal is missed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, NamedTuple
from urllib.request import urlopen

import django

from bench.models.endpoint import LABELS
from bench.models.work import (
    NUGGETS,
    Labels,
    make_track,
    nuggets_of,
    our_labels,
    wanted_labels,
    wrong,
)
from bench.stack import Stack

PEER = "nuggetizer==0.0.5"
BATCH = 10
TIMEOUT = "5"  # seconds a call; nuggetizer's 30 cannot be set
MEGA = 1_000_000


class Size(NamedTuple):
    """Topics, runs, and what the endpoint allows and takes."""

    topics: int
    runs: int
    at_once: int
    median: float

    @property
    def least_calls(self) -> int:
        """Return the calls of a run without faults."""
        return self.topics * self.runs * -(-NUGGETS // BATCH)


SIZES = {"300": Size(15, 20, 16, 1.0), "2025": Size(22, 76, 32, 0.5)}


def read_options() -> Namespace:
    """Return the options of the command line."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--size", choices=SIZES, default="300")
    parser.add_argument("--faults", type=float, default=0.05)
    parser.add_argument("--median", type=float, help="seconds of half of the replies")
    return parser.parse_args()


def main() -> int:
    """Run once; return the exit status."""
    options = read_options()
    size = SIZES[options.size]
    size = size._replace(median=options.median or size.median)
    with served(size, options.faults) as url, Stack():
        os.environ |= {
            "LLM_ENDPOINT": url,
            "LLM_KEY": "any",
            "LLM_CONCURRENCY": str(size.at_once),
            "LLM_TIMEOUT": TIMEOUT,
            "AT_ONCE": str(size.at_once),
        }
        django.setup()
        slug = make_track(topics=size.topics, runs=size.runs)
        whole = options.size == "300"
        return compare(slug, url, size) if whole else grow(slug, url, size)


@contextmanager
def served(size: Size, faults: float) -> Iterator[str]:
    """Give the address of a simulated endpoint."""
    words = ["--limit", str(size.at_once), "--median", str(size.median)]
    said = [sys.executable, "-m", "bench.models.endpoint", *words]
    child = subprocess.Popen(  # noqa: S603 - our own command
        [*said, "--faults", str(faults)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout is not None
        yield child.stdout.readline().strip()
    finally:
        child.terminate()
        child.wait()


def compare(slug: str, url: str, size: Size) -> int:
    """Let ours and nuggetizer's code do the same work; return the exit status."""
    stats_of(url, "reset")
    judge(slug, "model").wait()
    ours, given = stats_of(url), our_labels("model")
    stats_of(url, "reset")
    judge(slug, "model").wait()
    again = int(stats_of(url)["calls"])
    stats_of(url, "reset")
    theirs_labels = their_labels(url)
    theirs = stats_of(url)
    show("Assay", ours, given, size)
    show("nuggetizer", theirs, theirs_labels, size)
    print(f"The second run of Assay made {again} calls.")
    faults = ours["calls"] - ours["right"]
    met = (
        ours["calls"] <= size.least_calls + faults
        and used(ours, size) >= 0.9
        and not wrong(given)
        and again == 0
        and ours["wall"] <= 1.1 * bound(ours, size)
    )
    print("Goals met." if met else "A GOAL IS MISSED.")
    return int(not met)


def judge(slug: str, name: str, topics: Sequence[str] = ()) -> subprocess.Popen[bytes]:
    """Start the command by which a model assigns."""
    named = ["--kind", "assignment", "--bank", "gold", "--judge", name]
    for topic in topics:
        named += ["--topic", topic]
    said = [sys.executable, "manage.py", "judge", slug, *named]
    return subprocess.Popen(said, stdout=subprocess.DEVNULL)  # noqa: S603 - our own


def stats_of(url: str, what: str = "stats") -> dict[str, Any]:
    """Return the endpoint's counts."""
    with urlopen(f"{url}/{what}") as answer:  # noqa: S310 - our own address
        found: dict[str, Any] = json.load(answer)
    return found


def their_labels(url: str) -> Labels:
    """Let nuggetizer assign; return its labels."""
    from runs.models import Response  # noqa: PLC0415 - after setup()

    rows = Response.objects.select_related("topic")
    work = [
        {
            "query": each.topic.text,
            "response": each.text,
            "nuggets": nuggets_of(each.topic.name),
        }
        for each in rows
    ]
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").write_text(json.dumps(work), encoding="utf-8")
        _install(folder / "peer")
        files = [str(folder / each) for each in ("peer", "in", "out")]
        subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-m", "bench.models.peer", *files],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "OPENAI_BASE_URL": url},
        )
        found = json.loads((folder / "out").read_text(encoding="utf-8"))
    given: dict[tuple[str, str], str] = {
        (str(item["response"]), text): label
        for item, labels in zip(work, found, strict=True)
        for text, label in labels.items()
    }
    return Labels(wanted_labels(), given)


def _install(folder: Path) -> None:
    command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-deps"]
    where = ["--python", sys.executable, "--target", str(folder), PEER]
    subprocess.run([*command, *where], check=True)  # noqa: S603 - our own command


def used(stats: dict[str, Any], size: Size) -> float:
    """Return the share of the endpoint's places in use, from first call to last."""
    return float(stats["served"] / size.at_once / stats["wall"])


def bound(stats: dict[str, Any], size: Size) -> float:
    """Return the seconds that latencies and places need at least."""
    return float(stats["served"] / size.at_once)


def show(name: str, stats: dict[str, Any], labels: Labels, size: Size) -> None:
    """Print what a program took."""
    lost, other = wrong(labels) or (0, 0)
    unknown = sorted(set(labels.given.values()) - set(LABELS))
    tokens = stats.get("prompt tokens", 0) + stats.get("reply tokens", 0)
    least, wall = bound(stats, size), stats["wall"]
    print(
        f"{name}: {stats['calls']:,} calls, {stats.get('right', 0):,} of them right, "
        f"{stats.get('above the limits', 0):,} above the limits; {tokens:,} tokens\n"
        f"  {wall:.1f} s, {wall / least:.2f} of the bound of {least:.1f} s, places in "
        f"use {used(stats, size):.0%}\n"
        f"  of {len(labels.wanted):,} labels {lost:,} lost, {other:,} invented"
        f"{f', among them {unknown}' if unknown else ''}",
        flush=True,
    )


def grow(slug: str, url: str, size: Size) -> int:
    """Run the job of 2025's size at one and at two workers, and show the memory."""
    names = [f"t{n}" for n in range(size.topics)]
    flat = [
        _grown(url, size, "model", [judge(slug, "model")]),
        _grown(
            url,
            size,
            "two",
            [judge(slug, "two", names[::2]), judge(slug, "two", names[1::2])],
        ),
    ]
    return int(not all(flat))


def _grown(
    url: str, size: Size, name: str, children: list[subprocess.Popen[bytes]]
) -> bool:
    stats_of(url, "reset")
    sampled: list[list[int]] = [[] for _ in children]
    over = Event()

    def sample() -> None:
        while not over.wait(0.5):
            for child, own in zip(children, sampled, strict=True):
                if child.poll() is None:
                    own.append(_memory(child.pid))

    watch = Thread(target=sample)
    watch.start()
    for child in children:
        child.wait()
    over.set()
    watch.join()
    show(f"{len(children)} worker(s)", stats_of(url), our_labels(name), size)
    ends = [(own[len(own) // 4], max(own)) for own in sampled]
    for early, most in ends:
        print(f"  {early / MEGA:.0f} MB after a quarter, {most / MEGA:.0f} MB at most")
    return all(most <= 1.1 * early for early, most in ends)


def _memory(pid: int) -> int:
    """Return the resident memory of a process, in bytes."""
    fields = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    sys.exit(main())
