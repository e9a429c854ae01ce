"""No confirmed write is lost while parts of a cluster die."""

import subprocess
import sys

import pytest

from bench.stack import ROOT


@pytest.mark.broad
@pytest.mark.stack("embedded")  # it starts servers of its own
def test_nothing_is_lost_doubled_or_stuck_in_thirty_kills() -> None:
    bench = [sys.executable, "-m", "bench.cluster", "--kills", "30"]
    done = subprocess.run(bench, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "kills 30 in 1 runs" in done.stdout
