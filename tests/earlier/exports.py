"""Every export of a track, asked for as people do: by forms, and by commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import StringIO
from itertools import product
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import urlencode

from django.core.management import call_command
from django.test import Client

from tests.earlier.answers import files_in, page

REFUSAL = re.compile(r'<div class="refusal".*?</div>', re.DOTALL)
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
JUDGED = ("relevance", "assignment", "support")
COMMAND = "manage.py"
COMMANDS = (
    *(
        ("agreement", "sample", f"--kind={kind}", *judges)
        for kind in JUDGED
        for judges in (("--a=ada", "--b=bea"), ("--machines-against=ada",))
    ),
    *(
        ("score", "sample", "--bank=edited", "--judge=ada", *form)
        for form in ((), ("--per-topic",), ("--format=latex",))
    ),
    ("rank_agreement", "sample", "--a=edited:ada", "--b=auto:sample-model"),
)


class Choice(NamedTuple):
    """What one field of a form offers: values with what people read."""

    field: str
    values: list[tuple[str, str]]

    @property
    def of_rows(self) -> bool:
        """Say whether it chooses between rows, rather than forms of an export."""
        return all(UUID.fullmatch(value) for value, _says in self.values)


class Choices(HTMLParser):
    """Reads the choices out of a page's form."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[Choice] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "select":
            self.found.append(Choice(given.get("name") or "", []))
        elif tag == "option" and self.found:
            self.found[-1].values.append((given.get("value") or "", ""))

    def handle_data(self, data: str) -> None:
        if self.lasttag == "option" and self.found and self.found[-1].values:
            value, says = self.found[-1].values[-1]
            self.found[-1].values[-1] = (value, says + data.strip())


def read_exports(client: Client, *, every_form: bool) -> dict[str, str]:
    """Return every file of every export, each of every row; of a refused one why.

    every_form: also with each option changed from its default, one at a time.
    """
    (track,) = set(re.findall(r'"(/tracks/[0-9a-f-]{36}/)"', page(client, "/")))
    listed = re.findall(
        rf'"({track}exports/[\w-]+/)"', page(client, f"{track}exports/")
    )
    found = {}
    for address in sorted(set(listed)):
        choices = Choices(page(client, address)).found
        for says, query in _asked(choices, every_form=every_form):
            name = " ".join([address.split("/")[-2], *says])
            answer = client.get(f"{address}file/?{urlencode([*query, ('zip', '1')])}")
            content = answer.getvalue()
            if answer.status_code == 422:
                content = REFUSAL.findall(content.decode())[0].encode()
            for file, text in files_in(content).items():
                found[f"{name} {file or answer.status_code}"] = text
    return found


def in_default_form(exports: dict[str, str]) -> dict[str, str]:
    """Return the exports that no option is changed of."""
    return {
        name: text
        for name, text in exports.items()
        if name.startswith(COMMAND) or " --" not in name
    }


def _asked(
    choices: list[Choice], *, every_form: bool
) -> Iterator[tuple[list[str], list[tuple[str, str]]]]:
    """Yield name and query of each way to ask for an export, the defaults first."""
    rows = [choice for choice in choices if choice.of_rows]
    options = [
        (choice.field, value)
        for choice in choices
        for value, _says in choice.values[1:]
        if every_form and not choice.of_rows
    ]
    for chosen in product(*(sorted(row.values, key=itemgetter(1)) for row in rows)):
        query = [(row.field, uuid) for row, (uuid, _) in zip(rows, chosen, strict=True)]
        says = [f"{row.field}={n}" for row, (_, n) in zip(rows, chosen, strict=True)]
        yield says, query
        for field, value in options:
            yield [*says, f"--{field}={value}"], [*query, (field, value)]


def read_commands() -> dict[str, str]:
    """Return what the commands that print scores and agreement print."""
    found = {}
    for words in COMMANDS:
        out = StringIO()
        call_command(*words, stdout=out, stderr=out)
        found[" ".join([COMMAND, *words])] = out.getvalue()
    return found
