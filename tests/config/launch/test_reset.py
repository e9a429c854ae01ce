"""`make demo-reset`: deletes the demo's state, but never under a running demo."""

import fcntl
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.both_stacks

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def var(tmp_path: Path) -> Path:
    """Return a folder in the state that a demo leaves."""
    var = tmp_path / "var"
    (var / "uploads").mkdir(parents=True)
    (var / "assay.sqlite3").write_text("rows")
    (var / "up.lock").touch()
    return var


def reset(var: Path) -> subprocess.CompletedProcess[str]:
    """Run the target's command with `var` as the demo's folder."""
    return subprocess.run(
        ["make", "--file", ROOT / "Makefile", "demo-reset", f"PYTHON={sys.executable}"],
        cwd=var.parent,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(autouse=True)
def _the_command_beside(tmp_path: Path) -> None:
    (tmp_path / "config").symlink_to(ROOT / "config")


def test_it_deletes_what_an_ended_demo_left(var: Path) -> None:
    done = reset(var)
    assert done.returncode == 0, done.stderr
    assert not var.exists()


def test_it_is_content_where_there_is_nothing(var: Path) -> None:
    reset(var)
    assert reset(var).returncode == 0


def test_it_refuses_while_the_demo_runs(var: Path) -> None:
    with (var / "up.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = reset(var)
    assert done.returncode != 0
    assert f"Assay runs from {var}: end it with Ctrl-C first." in done.stderr
    assert "gone" not in done.stdout
    assert (var / "assay.sqlite3").read_text() == "rows"
