"""No test of a page reads the effect of a key only once: it waits for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

FILES = sorted(Path("tests/browser").rglob("*.py"))
ACTS = {"press", "type", "insert_text", "click", "dblclick"}
READS = {
    "all",
    "all_inner_texts",
    "all_text_contents",
    "bounding_box",
    "count",
    "evaluate",
    "get_attribute",
    "inner_html",
    "inner_text",
    "input_value",
    "is_checked",
    "is_enabled",
    "is_hidden",
    "is_visible",
    "refresh_from_db",
    "text_content",
}
# Calls that read nothing, or press a key themselves.
COMPUTING = {"label", "len", "list", "set", "sorted", "str", "span_of", "dict", "range"}
# The ends of `with` blocks that wait for the request or page of their key.
WAITING = {
    "expect_event",
    "expect_navigation",
    "expect_popup",
    "expect_download",
    "expect_response",
}
ONE = """
def test_it(page):
    press(page, "i")
    {}
"""


def is_act(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(ast.Call(ast.Name("press"))):
            return True
        case ast.Expr(ast.Call(ast.Attribute(attr=name))):
            return name in ACTS
        case ast.With(items=items, body=[*_, last]):
            return is_act(last) and not any(_waits(item) for item in items)
    return False


def _waits(item: ast.withitem) -> bool:
    """Return whether a block waits at its end for the effect of a key."""
    match item.context_expr:
        case ast.Call(ast.Attribute(attr=name)):
            return name in WAITING
    return False


def reads(statement: ast.stmt) -> bool:
    """Return whether a statement reads the page or the database, only once."""
    if not isinstance(statement, ast.Assert | ast.Assign | ast.Expr):
        return False
    if isinstance(statement, ast.Assert) and any(map(_may_read, _calls(statement))):
        return True
    nodes = [node for node in ast.walk(statement) if isinstance(node, ast.Attribute)]
    return any(node.attr in READS or node.attr == "objects" for node in nodes)


def _calls(statement: ast.stmt) -> Iterator[ast.Call]:
    return (node for node in ast.walk(statement) if isinstance(node, ast.Call))


def _may_read(call: ast.Call) -> bool:
    """Return whether a call may read: any except those known to compute, or to wait."""
    match call.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name not in COMPUTING
    return True


def too_early(source: str) -> Iterator[int]:
    """Yield the line of each statement that reads right after a key or a click."""
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for before, after in pairwise(body if isinstance(body, list) else []):
            if is_act(before) and reads(after):
                yield after.lineno


@pytest.mark.parametrize("path", FILES, ids=str)
def test_what_a_key_brings_about_is_waited_for(path: Path) -> None:
    lines = list(too_early(path.read_text(encoding="utf-8")))
    assert not lines, f"{path}: read right after a key; use expect() or wait"


@pytest.mark.parametrize(
    "read",
    [
        'docid = page.get_attribute("#passage", "data-docid")',
        'assert page.locator("li").count() == 2',
        "assert not Label.objects.exists()",
        "made.work.refresh_from_db()",
        "assert painted(page) == []",
        "assert len(made.details()) == 1",
    ],
)
def test_a_read_right_after_a_key_is_found(read: str) -> None:
    assert list(too_early(ONE.format(read))) == [4]


def test_a_read_after_a_block_that_ends_with_a_key_is_found() -> None:
    block = """
def test_it(page):
    with page.{}("**/api/**"):
        press(page, "i")
    assert drafts(page) == []
"""
    assert list(too_early(block.format("expect_request"))) == [5]
    assert not list(too_early(block.format("expect_response")))


def test_what_waits_by_itself_is_no_read() -> None:
    waits = 'expect(page.locator("li")).to_have_count(2)'
    assert not list(too_early(ONE.format(waits)))
