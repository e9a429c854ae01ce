"""Compare the cost of requests and commands with that at an earlier commit.

Run from the project's root: .venv/bin/python -m bench.ratios --against COMMIT
It checks that commit out into a temporary folder, starts PostgreSQL there, fills a
database for each of the two, and makes the same requests alternately in a process of
each. Exit status 1: a goal is missed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from bench.stack import ROOT, Stack

PROBE = Path(__file__).with_name("probe.py")
COMMANDS = ("check", "help", "migrate --help")
GOAL_OF_COMMANDS = 0.8  # seconds of CPU


class Goal(NamedTuple):
    """A request, its maximum number of statements, and its number of repetitions."""

    name: str
    statements: int
    times: int


GOALS = (
    Goal("label", 7, 60),
    Goal("next page", 10, 24),
    Goal("home", 20, 8),
    Goal("work", 25, 8),
    Goal("person", 15, 8),
    Goal("report", 60, 5),
)


class Side:
    """The code of one commit, with a database and a process that serves requests."""

    def __init__(self, tree: Path, database: str, options: Namespace) -> None:
        self.tree = tree
        self.environment = {
            **os.environ,
            "DATABASE_URL": database,
            "PYTHONPYCACHEPREFIX": str(
                Path(os.environ["ASSAY_VAR"]) / "pyc" / tree.name
            ),
            "PYTHONPATH": str(tree),
        }
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self.child = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, str(PROBE), str(options.topics), str(options.labels)],
            cwd=tree,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def answer(self) -> Any:  # noqa: ANN401 - any JSON
        """Return the next line of the process."""
        assert self.child.stdout is not None
        return json.loads(self.child.stdout.readline())

    def order(self, what: str, times: int, name: str) -> list[float]:
        """Return the result of the process."""
        assert self.child.stdin is not None
        self.child.stdin.write(f"{what} {times} {name}\n")
        self.child.stdin.flush()
        found: list[float] = self.answer()
        return found

    def start(self, command: str) -> float:
        """Return the seconds of CPU of a command."""
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "manage.py", *command.split()],
            cwd=self.tree,
            env=self.environment,
            check=True,
            capture_output=True,
        )
        after = getrusage(RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def end(self) -> None:
        """Stop the process."""
        assert self.child.stdin is not None
        self.child.stdin.close()
        self.child.wait(timeout=30)


def read_options() -> Namespace:
    """Return the options of the command line."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--against", required=True, help="an earlier commit")
    parser.add_argument("--topics", type=int, default=2, help="how full the pages are")
    parser.add_argument("--labels", type=int, default=20_000, help="there before")
    parser.add_argument("--rounds", type=int, default=4)
    return parser.parse_args()


def main() -> int:
    """Run once; return the exit status."""
    options = read_options()
    with Stack() as stack, earlier(options.against, stack.folder) as tree:
        url = os.environ["DATABASE_URL"]
        then = Side(tree, database(url, "earlier"), options)
        now = Side(ROOT, database(url, "now"), options)
        for side in (then, now):
            side.answer()
        print(f"{'':16}{'statements':>22}{'CPU, ms a request':>24}{'ratio':>8}")
        missed = [goal.name for goal in GOALS if not compare(goal, then, now, options)]
        print(f"{'':16}{'':22}{'CPU, s':>24}{'ratio':>8}")
        missed += [each for each in COMMANDS if not compare_start(each, then, now)]
        then.end()
        now.end()
    print(f"goals missed: {', '.join(missed) or 'none'}")
    return int(bool(missed))


@contextmanager
def earlier(commit: str, folder: Path) -> Iterator[Path]:
    """Check a commit out into a temporary folder."""
    tree = folder / "earlier"
    git = ("git", "-C", str(ROOT), "worktree")
    subprocess.run([*git, "add", "--quiet", "--detach", tree, commit], check=True)  # noqa: S603 - our own command
    try:
        yield tree
    finally:
        subprocess.run([*git, "remove", "--force", tree], check=True)  # noqa: S603 - our own command


def database(url: str, name: str) -> str:
    """Create a database on the server of a URL, and return its URL."""
    with psycopg.connect(url, autocommit=True) as link:
        link.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"/{name}"))


def compare(goal: Goal, then: Side, now: Side, options: Namespace) -> bool:
    """Print the cost of a request on both sides; return whether it meets its goal."""
    sides = {"then": then, "now": now}
    for side in sides.values():
        side.order("time", 6, goal.name)  # plans, prepared statements, caches
    most = {
        which: int(max(side.order("count", 3, goal.name)))
        for which, side in sides.items()
    }
    times: Mapping[str, list[float]] = {"then": [], "now": []}
    for _ in range(options.rounds):
        for which, side in sides.items():
            times[which] += side.order("time", goal.times // options.rounds, goal.name)
    cost = figures(times)
    counts = f"{most['then']} → {most['now']} (goal {goal.statements})"
    print(f"{goal.name:16}{counts:>22}{cost}", flush=True)
    return most["now"] <= goal.statements


def compare_start(command: str, then: Side, now: Side) -> bool:
    """Print the CPU of a command's start; return whether it meets the goal."""
    for side in (then, now):
        side.start(command)  # compiles modules
    times: dict[str, list[float]] = {"then": [], "now": []}
    for _ in range(5):
        times["then"].append(then.start(command))
        times["now"].append(now.start(command))
    print(f"{command:16}{'':22}{figures(times)}", flush=True)
    return median(times["now"]) < GOAL_OF_COMMANDS


def figures(times: Mapping[str, Sequence[float]]) -> str:
    """Return the medians of both sides, and their ratio."""
    then, now = median(times["then"]), median(times["now"])
    found = f"{then:.2f} → {now:.2f}"
    return f"{found:>24}{now / then:8.2f}"


if __name__ == "__main__":
    sys.exit(main())
