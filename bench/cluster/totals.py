"""The results of the cluster's runs, one JSON line each, and their sum."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bench.figures import HEAD, row

MUST_BE_NONE = (
    *("labels lost", "labels doubled", "labels wrong", "labels refused"),
    *("labels unanswered", "jobs failed", "jobs stuck", "jobs never", "jobs wrong"),
    "jobs doubled",
)
COUNTED = (
    *("runs", "seconds", "kills", "labels answered", "tries"),
    *("jobs asked for", "jobs ended once", "items failed"),
    *("calls answered", "calls paid twice", "calls lost", *MUST_BE_NONE),
)


def as_buckets(waits: Iterable[float]) -> dict[str, int]:
    """Count times by their first two digits, so that runs can be added up."""
    return dict(Counter(f"{float(f'{each:.2g}'):g}" for each in waits))


def append_run(file: Path, found: dict[str, Any]) -> None:
    """Add a run to a file."""
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(found, ensure_ascii=False) + "\n")


def sum_of(file: Path) -> dict[str, Any]:
    """Return the sum of a file's runs."""
    counts: Counter[str] = Counter()
    by_kind: Counter[str] = Counter()
    waits: Counter[str] = Counter()
    faults: list[str] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        counts.update({name: found[name] for name in COUNTED})
        by_kind.update(found["by kind"])
        waits.update(found["waits"])
        faults += found["faults"]
    total: dict[str, Any] = {name: counts[name] for name in COUNTED}
    return total | {"by kind": by_kind, "waits": waits, "faults": faults}


def is_met(found: dict[str, Any]) -> bool:
    """Return whether there is no error."""
    return not any(found[name] for name in MUST_BE_NONE)


def report(found: dict[str, Any]) -> None:
    """Print a run, or a sum."""
    kinds = ", ".join(f"{name} {n}" for name, n in sorted(found["by kind"].items()))
    print(f"kills {found['kills']} in {found['runs']} runs: {kinds}")
    for title, names in (
        ("labels", ("answered", "lost", "doubled", "wrong", "refused", "unanswered")),
        (
            "jobs",
            ("asked for", "ended once", "failed", "stuck", "doubled", "never", "wrong"),
        ),
        ("calls", ("answered", "paid twice", "lost")),
    ):
        said = ", ".join(f"{name} {found[f'{title} {name}']:,}" for name in names)
        print(f"{title}: {said}")
    print(f"items at which the model failed {found['items failed']}")
    times = [float(ms) for ms, n in found["waits"].items() for _ in range(n)]
    print(HEAD)
    print(row("label, tries and all", times))
    for fault in found["faults"][:20]:
        print(f"FAULT {fault}")
    print(f"goal: {'met' if is_met(found) else 'MISSED'}", flush=True)
