"""The shape of the house: short modules and functions, small folders, own names."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = (
    *("accounts", "assess", "config", "exams", "jobs"),
    *("llm", "manual", "matching", "nuggets", "runs"),
)
HOUSE = (*APPS, "bench", "tests")
MODULE, FUNCTION, FOLDER = 300, 40, 15  # lines, lines, modules
COMMANDS = "management/commands"  # Django calls the class of each of them Command


@cache
def modules() -> dict[Path, ast.Module]:
    """Return every module of ours by its path; migrations are Django's."""
    found = (path for folder in HOUSE for path in (ROOT / folder).rglob("*.py"))
    return {
        path.relative_to(ROOT): ast.parse(path.read_text())
        for path in sorted(found)
        if "migrations" not in path.parts
    }


def test_no_module_is_long() -> None:
    lengths = {path: len((ROOT / path).read_text().splitlines()) for path in modules()}
    assert {str(p): n for p, n in lengths.items() if n > MODULE} == {}


def test_no_function_is_long() -> None:
    functions = [
        (f"{path}:{node.name}", (node.end_lineno or 0) - node.lineno + 1)
        for path, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert len(functions) > 5000
    assert [each for each in functions if each[1] > FUNCTION] == []


def test_no_folder_is_full() -> None:
    count = Counter(path.parent for path in modules() if path.name != "__init__.py")
    scripts = [path.relative_to(ROOT) for path in (ROOT / "static").rglob("*.js")]
    count.update(path.parent for path in scripts if "vendor" not in path.parts)
    assert {str(folder): n for folder, n in count.items() if n > FOLDER} == {}


def test_tests_of_the_browser_are_where_make_finds_them() -> None:
    marked = [
        path
        for path, tree in modules().items()
        if any(_marks_browser(node) for node in ast.walk(tree))
    ]
    outside = [p for p in marked if not p.is_relative_to("tests/browser")]
    assert len(marked) > 50
    assert outside == []


def _marks_browser(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and (
        node.attr == "browser" and ast.unparse(node) == "pytest.mark.browser"
    )


@pytest.mark.parametrize("app", APPS)
def test_each_class_of_an_app_has_a_name_of_its_own(app: str) -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path, tree in modules().items():
        if path.parts[0] == app and COMMANDS not in path.as_posix():
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    homes[node.name].append(str(path))
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}
