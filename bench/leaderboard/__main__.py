"""Time the leaderboard of a whole campaign, compared with nuggetizer's own metrics.

Run from the project's root: .venv/bin/python -m bench.leaderboard
It starts PostgreSQL in a temporary folder, fills it with 315,000 assignments (and
185,000 grades), writes the assignments as nuggetizer reads them, installs nuggetizer,
and times both cold, one after the other; then the scores and the pages after one
changed label, and the track's page.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

import django

from bench.stack import Stack
from config.launch.processes import collect_rarely

if TYPE_CHECKING:
    from bench.campaign.complete import Labelled

PROFILE = Path("runs/profiles/rag25.toml")
PEER = "nuggetizer==0.0.5"
SAME = {
    "V_strict": "strict_vital_score",
    "V": "vital_score",
    "A_strict": "strict_all_score",
    "A": "all_score",
}
CLOSE = 1e-9
CHANGES = 40
WARM = 6  # a web process reuses its plans from the sixth page on


class Cold(NamedTuple):
    """One cold run: its seconds, and the means by run and measure."""

    seconds: float
    means: dict[str, dict[str, float]]


class Took(NamedTuple):
    """Milliseconds by the clock, and of this process's CPU."""

    wall: float
    cpu: float


def read_options() -> Namespace:
    """Return the options of the command line."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--times", type=int, default=9, help="cold runs of each")
    parser.add_argument("--seed", type=int, default=7)
    return parser.parse_args()


def main() -> int:
    """Run once; return the exit status."""
    options = read_options()
    with Stack() as stack:
        django.setup()
        from django.core.management import call_command  # noqa: PLC0415

        from bench.campaign.complete import make_labelled, write_jsonl  # noqa: PLC0415

        call_command("migrate", interactive=False, verbosity=0)
        print("Writing 500,000 labels …", flush=True)
        campaign = make_labelled(
            PROFILE.read_text(encoding="utf-8"),
            rng=Random(options.seed),  # noqa: S311 - no secret
            now=datetime.now(UTC),
        )
        files, peer = stack.folder / "jsonl", stack.folder / "peer"
        write_jsonl(campaign, files)
        install_peer(peer)
        faults = compare_cold(campaign, files, peer, times=options.times)
        time_changes(campaign)
        for fault in faults:
            print(fault)
        return 1 if faults else 0


def install_peer(folder: Path) -> None:
    """Install the peer without its dependencies for models: its metrics need none."""
    uv = Path(sys.executable).with_name("uv")
    subprocess.run(  # noqa: S603 - our own command
        [uv, "pip", "install", "--quiet", "--target", folder, "--no-deps", PEER],
        check=True,
    )


def compare_cold(
    campaign: Labelled, files: Path, peer: Path, *, times: int
) -> list[str]:
    """Time both alternately, print their times, and return their differences."""
    ours, theirs = [], []
    for _ in range(times):
        bank, judge = str(campaign.bank.uuid), str(campaign.judge.uuid)
        ours.append(run_cold("bench.leaderboard.ours", bank, judge))
        theirs.append(run_cold("bench.leaderboard.peer", str(files), str(peer)))
    mine = [each.seconds for each in ours]
    others = [each.seconds for each in theirs]
    ratios = [a / b for a, b in zip(mine, others, strict=True)]
    print(f"\n{'cold, seconds':36}{'median':>9}{'least':>9}{'most':>9}")
    for name, found in (
        ("this, 7 measures, PostgreSQL", mine),
        ("nuggetizer, 4 measures, JSONL", others),
        ("ratio of each pair", ratios),
    ):
        print(f"{name:36}{median(found):9.3f}{min(found):9.3f}{max(found):9.3f}")
    return list(differences(ours[0].means, theirs[0].means))


def run_cold(module: str, *arguments: str) -> Cold:
    """Run a module in a process of its own, which prints its own time."""
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", module, *arguments],
        check=True,
        capture_output=True,
        text=True,
        env=dict(os.environ),
    )
    said = json.loads(done.stdout)
    return Cold(said["seconds"], said["means"])


def differences(
    ours: dict[str, dict[str, float]], theirs: dict[str, dict[str, float]]
) -> list[str]:
    """Return where the means of the shared measures differ."""
    if ours.keys() != theirs.keys():
        return ["other runs"]
    return [
        f"{run} {measure}: {ours[run][measure]!r}, nuggetizer {theirs[run][name]!r}"
        for run in ours
        for measure, name in SAME.items()
        if abs(ours[run][measure] - theirs[run][name]) > CLOSE
    ]


def time_changes(campaign: Labelled) -> None:
    """Print the time of a page after one changed label, and without changes."""
    from django.test import Client  # noqa: PLC0415 - after setup()
    from django.urls import reverse  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415
    from nuggets.scores.basis import Basis  # noqa: PLC0415
    from nuggets.scores.scoring import score_nuggets  # noqa: PLC0415

    collect_rarely()  # as web processes do; they do not have the campaign's rows
    basis = Basis(campaign.bank, campaign.judge)
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(User.objects.get())
    track = (campaign.track.uuid,)

    def get(address: str) -> Callable[[], object]:
        def fetch() -> None:
            assert client.get(address).status_code == 200, address

        return fetch

    board = reverse("assess:family", args=(*track, "nuggets"))
    scores = timed(lambda: score_nuggets(basis), before=lambda: change(campaign))
    page = timed(get(board), before=lambda: change(campaign))
    again = timed(get(board))
    overview = timed(get(reverse("assess:track", args=track)))
    print(f"\n{'milliseconds':36}{'median':>9}{'least':>9}{'most':>9}{'own CPU':>9}")
    for name, found in (
        ("scores after one changed label", scores),
        ("leaderboard after one changed label", page),
        ("leaderboard, nothing changed", again),
        ("track page, nothing changed", overview),
    ):
        wall = [each.wall for each in found]
        own = median(each.cpu for each in found)
        print(f"{name:36}{median(wall):9.1f}{min(wall):9.1f}{max(wall):9.1f}{own:9.1f}")


def timed(
    act: Callable[[], object], *, before: Callable[[], object] = lambda: None
) -> list[Took]:
    """Return the milliseconds of an act, after WARM repetitions."""
    for _ in range(WARM):
        before()
        act()
    found = []
    for _ in range(CHANGES):
        before()
        start, used = perf_counter(), process_time()
        act()
        wall, cpu = perf_counter() - start, process_time() - used
        found.append(Took(wall * 1000, cpu * 1000))
    return found


_turn = iter(range(10**9))


def change(campaign: Labelled) -> None:
    """Change one label, a different one every time."""
    from assess.judging.labels.batches import record_labels  # noqa: PLC0415
    from assess.judging.labels.writer import NewLabel  # noqa: PLC0415
    from bench.campaign.complete import VALUES  # noqa: PLC0415
    from nuggets.assignment.kind import ASSIGNMENT  # noqa: PLC0415

    number = next(_turn)
    piece = campaign.pieces[number % len(campaign.pieces)]
    item = (piece.listings[0].nugget_id, piece.responses[number].pk)
    for value in VALUES[:2]:
        rows = [NewLabel(item, value)]
        made = record_labels(ASSIGNMENT, campaign.judge, rows, now=datetime.now(UTC))
        if made.changed:
            return


if __name__ == "__main__":
    raise SystemExit(main())
