"""Each test runs on a stack, and on both if it says why: docs/decisions/0016."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.stacks.plugin import stack_of

MARK = pytest.mark
COMMITS = MARK.django_db(transaction=True)
BOTH, DATABASE, STACK = MARK.both_stacks, MARK.django_db, MARK.stack


class Item:
    """A collected test: its file, its marks, its fixtures."""

    def __init__(self, path: str, *given: pytest.MarkDecorator | str) -> None:
        marks = [each for each in given if not isinstance(each, str)]
        self.path = Path(path)
        self.marks = {each.name: each.mark for each in marks}
        self.fixturenames = [each for each in given if isinstance(each, str)]

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.marks.get(name)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((), "embedded"),
        (("db",), "production"),
        ((DATABASE,), "production"),
        (("db", "omar_client"), "production"),
        ((BOTH, "db"), None),
        ((BOTH,), None),
        ((BOTH, "db", "omar_client"), "production"),
        ((COMMITS,), None),
        (("transactional_db",), None),
        ((COMMITS, "omar_client"), None),
        ((MARK.browser, "db"), None),
        ((STACK("embedded"), "db", BOTH), "embedded"),
        ((STACK("production"),), "production"),
    ],
)
def test_a_test_runs_on_one_stack_or_says_why_on_both(
    given: tuple[Any, ...], expected: str | None
) -> None:
    item: Any = Item("tests/runs/test_any.py", *given)
    assert stack_of(item, shared=True) == expected


def test_a_kernel_needs_no_database() -> None:
    item: Any = Item("tests/runs/kernel/test_any.py", BOTH)
    assert stack_of(item, shared=True) == "embedded"


def test_without_a_named_stack_nothing_is_left_to_another() -> None:
    here: Any = Item("tests/runs/test_any.py", "db")
    there: Any = Item("tests/runs/test_any.py", "db", STACK("production"))
    assert stack_of(here, shared=False) is None
    assert stack_of(there, shared=False) == "production"
