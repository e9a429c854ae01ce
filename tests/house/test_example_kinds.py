"""The example kinds of decision 0013 run, and the page quotes what runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/decisions/0013-example-quiz-grades.md"
QUOTE = re.compile(r"\*\*`(tests/[^`]+)`\*\*[^\n]*\n\n```\w+\n(.*?)```", re.DOTALL)


def test_the_example_kinds_go_their_whole_way(request: pytest.FixtureRequest) -> None:
    # Without a named stack, the embedded one also runs what is for the other only.
    on_other = request.config.getoption("--stack") == "production"
    stack = ["--stack=production"] if on_other else []
    command = [sys.executable, "-m", "pytest", *stack, "-q"]
    settings = "--ds=tests.example_kind.settings"
    done = subprocess.run(
        [*command, settings, "-p", "no:xdist", "tests/example_kind"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-5_000:] + done.stderr[-1_000:]


def quoted() -> list[tuple[str, str]]:
    return QUOTE.findall(PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("path", "code"), quoted(), ids=[path for path, _ in quoted()])
def test_the_page_quotes_the_code(path: str, code: str) -> None:
    assert code in (ROOT / path).read_text(encoding="utf-8")


def test_the_page_quotes_every_module_of_the_first_example() -> None:
    folder = ROOT / "tests/example_kind/quizzes"
    modules = {str(file.relative_to(ROOT)) for file in folder.glob("*.py")}
    empty = {
        str((folder / name).relative_to(ROOT)) for name in ("__init__.py", "apps.py")
    }
    assert {path for path, _ in quoted()} >= modules - empty
