"""Every command line in a guide, a page or a message works."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from django.core.management import get_commands, load_command_class

from assess.exchange.exports.registry import all_exporters
from tests.house.test_docs import GUIDES, PAGES, ROOT, our_commands

SPAN = re.compile(r"`([^`\n]+)`")
BLOCK = re.compile(r"^(?: {4}|\t)(.*manage\.py .*)$", re.MULTILINE)
LINE = re.compile(r"manage\.py ([a-z_]+)(.*)")
OPTIONAL = re.compile(r"\[([^\[\]]+)\]…?")
NAMED = re.compile(r"manage\.py ([a-z][a-z_]+)")
APPS = (
    *("accounts", "assess", "config", "exams", "jobs"),
    *("llm", "manual", "matching", "nuggets", "runs"),
)
SOURCES = [
    *sorted((ROOT / "templates").rglob("*.html")),
    *(
        path
        for app in (
            "accounts",
            "assess",
            "config",
            "exams",
            "jobs",
            "llm",
            "matching",
            "nuggets",
            "runs",
        )
        for path in sorted((ROOT / app).rglob("*.py"))
    ),
]
VALUES = {
    "BANK:JUDGE": "bank:judge",
    "COLUMN": "a",
    "FILE": __file__,
    "ID": "14",
    "JSON": "{}",
    "KIND": "relevance",
    "N": "1",
    "PERCENT": "60",
    "RULE": "majority",
    "URL": "http://127.0.0.1/",
}


class Quoted(NamedTuple):
    """A command line as a page prints it."""

    page: str
    command: str
    rest: str


def quoted() -> Iterator[Quoted]:
    for page in PAGES:
        text = page.read_text()
        lines = [*SPAN.findall(text), *BLOCK.findall(text)]
        for line in lines:
            if found := LINE.search(line):
                rest = in_shell(found[2]).replace("\\|", "|").replace("…", "")
                rest = rest.rstrip(" .")
                yield Quoted(str(page.relative_to(ROOT)), found[1], rest)


def in_shell(rest: str) -> str:
    """Return the arguments that a shell passes, without redirections or pipes."""
    return re.split(r" [<>] | && |\)", re.sub(r"\$\([^)]*\)", "x", rest))[0]


@cache
def parser_of(command: str) -> argparse.ArgumentParser:
    app = get_commands()[command]
    return load_command_class(str(app), command).create_parser("manage.py", command)


def ways(rest: str) -> Iterator[list[str]]:
    """Yield the words of each variant of a line: without options, and with each."""
    yield words_of(OPTIONAL.sub("", rest))
    full = OPTIONAL.sub(r"\1", rest)
    most = max((word.count("|") for word in full.split()), default=0)
    for choice in range(most + 1):
        yield words_of(full, choice)


def words_of(rest: str, choice: int = 0) -> list[str]:
    words = []
    for word in shlex.split(rest):
        each = word.split("|")
        one = each[min(choice, len(each) - 1)]
        words.append(VALUES.get(one, one))
    return words


def test_the_guides_quote_commands() -> None:
    found = list(quoted())
    assert len(found) > 40
    assert {"export", "import_rj", "change_run"} <= {each.command for each in found}


@pytest.mark.parametrize("line", sorted(set(quoted())), ids=str)
def test_the_parser_takes_every_line_that_is_quoted(line: Quoted) -> None:
    if line.command == "help":  # Django's own, in no app
        return
    assert line.command in get_commands()
    rest = line.rest
    if not rest.strip() or rest.endswith("--help"):
        return
    if line.command == "export" and re.match(r" TRACK NAME\b", rest):
        rest = rest.replace("NAME", all_exporters()[0].name, 1)
    for words in ways(rest):
        parser_of(line.command).parse_args(words)


def test_every_command_that_a_page_or_a_message_names_is_there() -> None:
    named = {name for path in SOURCES for name in NAMED.findall(path.read_text())}
    assert named <= set(get_commands())


def test_the_table_of_files_names_every_export_and_no_other() -> None:
    rows = re.findall(
        r"^\| ([a-z][a-z, -]+) \|", (ROOT / "docs" / "formats.md").read_text(), re.M
    )
    named = {name for row in rows for name in row.split(", ")} - {"name"}
    assert named == {each.name for each in all_exporters()}


def options() -> Iterator[tuple[str, str]]:
    for page in GUIDES:
        for span in SPAN.findall(page.read_text()):
            if re.match(r"--[a-z]", span):
                yield page.name, span


def takes(parser: argparse.ArgumentParser, option: str, value: str) -> bool:
    for action in parser._actions:
        if option in action.option_strings:
            choices = [str(each) for each in action.choices or ()]
            return not (value and choices) or set(value.split("|")) <= set(choices)
    return False


@pytest.mark.parametrize(("page", "span"), sorted(set(options())))
def test_every_option_that_is_quoted_is_one_of_a_command(page: str, span: str) -> None:
    option, _, value = span.partition(" ")
    value = value.replace("\\|", "|").split(" ")[0]
    value = "" if value.isupper() or value == "…" else value
    assert any(takes(parser_of(name), option, value) for name in our_commands()), page
