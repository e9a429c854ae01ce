"""Compare a label's time with and without a revision column on its track.

Run from the project's root: .venv/bin/python -m bench.revision_column
It starts PostgreSQL in a temporary folder. People give labels in one track from threads
of one process, alternately as they are written and with an update of the track's row in
the same transaction; then again while an import writes its labels in one transaction.
"""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser

from bench.stack import ROOT, Stack


def main() -> int:
    """Print the times of both, and their ratios."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--imported", type=int, default=20_000)
    options = json.dumps(vars(parser.parse_args()))
    probe = [sys.executable, "-m", "bench.revision_column.probe", options]
    with Stack():
        return subprocess.run(probe, cwd=ROOT, check=False).returncode  # noqa: S603 - our own command


if __name__ == "__main__":
    sys.exit(main())
