"""A kind of label is one package of at most eight modules."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PARENTS = ("assess/kinds", "exams", "nuggets", "tests/example_kind")
KINDS = sorted(
    file.parent for each in PARENTS for file in ROOT.glob(f"{each}/*/kind.py")
)
ASIDE = {"__init__", "apps", "migrations"}  # modules without a part of a kind


@pytest.mark.parametrize("package", KINDS, ids=lambda package: package.name)
def test_a_kind_has_at_most_eight_modules(package: Path) -> None:
    parts = [
        *package.glob("*.py"),
        *(file.parent for file in package.glob("*/__init__.py")),
    ]
    modules = {part.stem for part in parts} - ASIDE
    assert len(modules) <= 8
    assert {"kind", "items", "page", "exporter"} <= modules


def test_every_kind_is_looked_at() -> None:
    names = {package.name for package in KINDS}
    assert names >= {"relevance", "support", "ptkb", "assignment", "quizzes"}
