"""Time nugget matching on iKAT 2024: the arithmetic, the import, the page.

Run from the project's root: .venv/bin/python -m bench.matching [DATA]
DATA is the folder with ikat-2024/ and evaluators/ in it (default: $ASSAY_DATA, else
../shared/data). The peer's arithmetic is that of CONE-RAG's NtN.py with word cover in
place of its model, as plain loops: run by turn by gold nugget by response nugget, each
pair given to word cover as two texts. Goals are compared with seconds of CPU. Exit
status 1: a goal is missed, or the two scores differ.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean, median
from subprocess import Popen
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

import django

from matching.kernel.word_cover import THRESHOLD, cover, covers

ROOT = Path(__file__).resolve().parent.parent
TRACK = "ikat"
SETS = {
    "people": "ikat-2024/gold_nuggets_human.json",
    "people, no duplicates": "ikat-2024/gold_nuggets_human_deduplicated.json",
    "model": "evaluators/cone/gold_nuggets_llm.json",
    "model, no duplicates": "evaluators/cone/gold_nuggets_llm_deduplicated.json",
}
TIMES = 5
GOAL_OF_RATIO = 1.5
GOAL_OF_PAGE = 0.3  # seconds
GOAL_OF_IMPORT = 30.0
GOAL_OF_MEMORY = 200  # megabytes beyond those of an empty command
MEGA = 1024  # kilobytes, as rusage counts

Gold = dict[str, list[str]]
Nuggets = dict[str, dict[str, list[str]]]  # by run and turn
Scores = dict[str, tuple[float, float]]


class Took(NamedTuple):
    """The cost of a command: seconds by the clock and of CPU, peak memory in MB."""

    wall: float
    cpu: float
    memory: float


def main() -> int:
    """Measure everything; return the exit status."""
    default = os.environ.get("ASSAY_DATA", str(ROOT.parent / "shared" / "data"))
    data = Path(sys.argv[1] if len(sys.argv) > 1 else default)
    good = [time_arithmetic(*read_nuggets(data))]
    with TemporaryDirectory() as folder:
        os.environ.update(
            ASSAY_VAR=folder,
            DATABASE_URL=f"sqlite:///{folder}/bench.sqlite3",
            SECRET_KEY="bench",  # noqa: S106 - of a temporary database
            DEBUG="true",
            DJANGO_SETTINGS_MODULE="config.settings",
        )
        make_track(data)
        good += [time_import(data, Path(folder)), time_page()]
    return 0 if all(good) else 1


def read_nuggets(data: Path) -> tuple[Gold, Nuggets]:
    """Return people's gold nuggets by turn, and those of the 19 automatic runs."""
    gold = json.loads((data / SETS["people"]).read_text())
    file = data / "ikat-2024" / "automatic_response_nuggets.json"
    found: Nuggets = {}
    for turn, runs in json.loads(file.read_text()).items():
        for run, row in runs.items():
            found.setdefault(run, {})[turn] = row["nuggets"]["matched"]
    texts = {t: [each["text"] for each in rows.values()] for t, rows in gold.items()}
    return texts, found


def time_arithmetic(gold: Gold, nuggets: Nuggets) -> bool:
    """Compare ours with the peer's loops, in turn; return whether the goal is met."""
    pairs = sum(
        len(gold.get(turn, ())) * len(parts)
        for turns in nuggets.values()
        for turn, parts in turns.items()
    )
    ours, theirs = [], []
    for _ in range(TIMES):
        theirs.append(timed(lambda: by_loops(gold, nuggets)))
        ours.append(timed(lambda: by_arrays(gold, nuggets)))
    same = by_loops(gold, nuggets) == by_arrays(gold, nuggets)
    ratio = median(ours) / median(theirs)
    print(
        f"Arithmetic, {pairs:,} pairs of {len(nuggets)} runs: ours {median(ours):.2f} "
        f"s, the loops {median(theirs):.2f} s, ratio {ratio:.2f} (goal: at most "
        f"{GOAL_OF_RATIO}){'' if same else '; OTHER SCORES'}."
    )
    return same and ratio <= GOAL_OF_RATIO


def timed(work: Callable[[], object]) -> float:
    """Return the processor's seconds of some work."""
    start = process_time()
    work()
    return process_time() - start


def by_loops(gold: Gold, nuggets: Nuggets) -> Scores:
    """Return precision and recall of each run, pair by pair."""
    return {run: _mean(_loop(gold, turns)) for run, turns in nuggets.items()}


def _loop(gold: Gold, turns: dict[str, list[str]]) -> Iterator[tuple[float, float]]:
    for turn, parts in turns.items():
        wanted = gold.get(turn, [])
        if not (wanted and parts):
            continue
        covered, matched = set(), set()
        for place, nugget in enumerate(wanted):
            for at, part in enumerate(parts):
                if cover(part, nugget) > THRESHOLD:
                    covered.add(place)
                    matched.add(at)
        yield len(matched) / len(parts), len(covered) / len(wanted)


def by_arrays(gold: Gold, nuggets: Nuggets) -> Scores:
    """Return the same by the kernel of matching."""
    return {run: _mean(_arrays(gold, turns)) for run, turns in nuggets.items()}


def _arrays(gold: Gold, turns: dict[str, list[str]]) -> Iterator[tuple[float, float]]:
    for turn, parts in turns.items():
        wanted = gold.get(turn, [])
        if not (wanted and parts):
            continue
        found = covers(parts, wanted) > THRESHOLD
        yield float(found.any(axis=1).mean()), float(found.any(axis=0).mean())


def _mean(rows: Iterator[tuple[float, float]]) -> tuple[float, float]:
    precisions, recalls = zip(*rows, strict=True)
    return round(fmean(precisions), 9), round(fmean(recalls), 9)


def make_track(data: Path) -> None:
    """Load iKAT 2024 with 23 runs, four gold sets and response nuggets."""
    ikat, cone = data / "ikat-2024", data / "evaluators" / "cone"
    manage("migrate", "--verbosity", "0")
    manage("create_track", TRACK, "--profile", "ikat24")
    manage("import_topics", TRACK, str(ikat / "topics.json"))
    for kind, folder in (("automatic", ikat), ("manual", cone)):
        manage("import_responses", TRACK, str(folder / f"{kind}_responses.json"))
    for bank, file in SETS.items():
        manage("import_nuggets", TRACK, str(data / file), "--bank", bank)
    for kind, folder in (("automatic", ikat), ("manual", cone)):
        spans = folder / f"{kind}_response_nuggets.json"
        named = ("--judge", "gpt-4o", "--replace")
        manage("import_response_nuggets", TRACK, str(spans), *named)


def time_import(data: Path, folder: Path) -> bool:
    """Import a decision on each pair; return whether the goals are met."""
    gold, nuggets = read_nuggets(data)
    file = folder / "decisions.jsonl"
    with file.open("w", encoding="utf-8") as out:
        number = sum(
            out.write(json.dumps(row) + "\n") > 0 for row in _rows(gold, nuggets)
        )
    empty = manage("help")
    named = ("--bank", "people", "--judge", "imported")
    took = manage("import_decisions", TRACK, str(file), *named)
    more = took.memory - empty.memory
    print(
        f"Import of {number:,} decisions: {took.wall:.1f} s, of CPU {took.cpu:.1f} "
        f"(goal: at most {GOAL_OF_IMPORT:.0f}), {more:.0f} MB more than a "
        f"command that does nothing (goal: at most {GOAL_OF_MEMORY})."
    )
    return took.cpu <= GOAL_OF_IMPORT and more <= GOAL_OF_MEMORY


def _rows(gold: Gold, nuggets: Nuggets) -> Iterator[dict[str, Any]]:
    for run, turns in nuggets.items():
        for turn, parts in turns.items():
            wanted = gold.get(turn, [])
            if not (wanted and parts):
                continue
            found = covers(parts, wanted)
            for at, part in enumerate(parts):
                for place in range(len(wanted)):
                    yield {
                        "turn": turn,
                        "run": run,
                        "response_nugget": {"text": part},
                        "gold": place + 1,
                        "p": float(found[at, place]),
                        "match": bool(found[at, place] > THRESHOLD),
                    }


def time_page() -> bool:
    """Request the page of all runs and sets; return whether the goal is met."""
    manage("create_judge", TRACK, "words", "--baseline", "word_cover")
    for bank in SETS:
        named = ("--kind", "entail", "--bank", bank, "--judge", "words")
        manage("judge", TRACK, *named)
    django.setup()
    from django.conf import settings  # noqa: PLC0415
    from django.core.cache import cache  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415
    from runs.models import Track  # noqa: PLC0415

    settings.ALLOWED_HOSTS = ["testserver"]
    track = Track.objects.get(slug=TRACK)
    client = Client()
    client.force_login(User.objects.create_superuser("bench"))
    judge = track.judges.get(name="words")
    address = f"/tracks/{track.uuid}/matching/?pairs={judge.uuid}"
    times: dict[str, list[float]] = {"kept": [], "computed": []}
    client.get(address)
    for _ in range(TIMES):
        for name, own in times.items():
            if name == "computed":
                cache.clear()
            start = process_time()
            answer = client.get(address)
            own.append(process_time() - start)
            if answer.status_code != 200:
                raise SystemExit(f"The page answers {answer.status_code}.")
    kept, computed = (median(own) for own in times.values())
    print(
        f"Page of {track.runs.count()} runs and {len(SETS)} sets: {kept * 1000:.0f} ms "
        f"of CPU from kept scores (goal: at most {GOAL_OF_PAGE * 1000:.0f}), "
        f"{computed:.1f} s after a decision changed."
    )
    return kept <= GOAL_OF_PAGE


def manage(command: str, *words: str) -> Took:
    """Run a command in a process of its own."""
    said = [sys.executable, str(ROOT / "manage.py"), command, *words]
    start = perf_counter()
    with Path(os.devnull).open("w") as nothing:
        child = Popen(said, cwd=ROOT, stdout=nothing)  # noqa: S603 - our own command
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{command} ended with {child.returncode}.")
    cpu = used.ru_utime + used.ru_stime
    return Took(perf_counter() - start, cpu, used.ru_maxrss / MEGA)


if __name__ == "__main__":
    sys.exit(main())
