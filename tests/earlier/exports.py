"""Every export of a track, requested as people do: by forms, and by commands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import StringIO
from itertools import product
from typing import NamedTuple
from urllib.parse import urlencode

from django.core.management import call_command
from django.test import Client

from tests.earlier.answers import files_in, page

REFUSAL = re.compile(r'<div class="refusal".*?</div>', re.DOTALL)
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
JUDGED = ("relevance", "assignment", "support")
OF_EACH_FORM = 2
COMMAND = "manage.py"
# Fields of commands' and manifests' JSON that came after the earlier commit.
LATER_FIELDS = frozenset(
    {
        *("kappa_linear", "kappa_quadratic", "at_cut", "tau"),
        *("alike_mean", "tied_mean", "reversed_mean", "most_frequent", "round"),
    }
)
LATER_EXPORTS = frozenset({"rj-pairs", "subnarratives"})
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


class Picked(NamedTuple):
    """A selected value in a field of a form, and its label."""

    field: str
    value: str
    says: str


class Choice(NamedTuple):
    """The values of one field of a form."""

    field: str
    picked: list[Picked]

    @property
    def of_rows(self) -> bool:
        """Return whether it selects rows, rather than forms of an export."""
        return all(UUID.fullmatch(each.value) for each in self.picked)


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
            field, picked = self.found[-1]
            picked.append(Picked(field, given.get("value") or "", ""))

    def handle_data(self, data: str) -> None:
        if self.lasttag == "option" and self.found and self.found[-1].picked:
            picked = self.found[-1].picked
            picked[-1] = picked[-1]._replace(says=picked[-1].says + data.strip())


def read_exports(client: Client, *, every_form: bool) -> dict[str, str]:
    """Return every file of every export, for every row; of a refused one the reason.

    every_form: also with each option changed from its default, one at a time, for the
    rows that give most.
    """
    (track,) = set(re.findall(r'"(/tracks/[0-9a-f-]{36}/)"', page(client, "/")))
    listed = re.findall(rf'"({track}exports/[\w-]+/)', page(client, f"{track}exports/"))
    found = {}
    for address in sorted(set(listed)):
        if address.split("/")[-2] in LATER_EXPORTS:
            continue
        choices = Choices(page(client, address)).found
        made = {}
        for rows in _combinations(choices):
            made[rows] = _files(client, address, rows)
            found.update(made[rows])
        most = sorted(made, key=lambda rows: -len("".join(made[rows].values())))
        for rows in most[:OF_EACH_FORM] if every_form else ():
            for option in _options(choices):
                found.update(_files(client, address, rows, option))
    return found


def _files(
    client: Client, address: str, rows: tuple[Picked, ...], *options: Picked
) -> dict[str, str]:
    """Return the files of one export by their full names, or why it is refused."""
    says = [f"{row.field}={row.says}" for row in rows]
    says += [f"--{option.field}={option.value}" for option in options]
    query = [(each.field, each.value) for each in (*rows, *options)]
    answer = client.get(f"{address}file/?{urlencode([*query, ('zip', '1')])}")
    content = answer.getvalue()
    if answer.status_code == 422:
        content = REFUSAL.findall(content.decode())[0].encode()
    name = " ".join([address.split("/")[-2], *says])
    files = files_in(content).items()
    return {f"{name} {file or answer.status_code}": text for file, text in files}


def in_default_form(exports: dict[str, str]) -> dict[str, str]:
    """Return the exports without a changed option."""
    return {
        name: text
        for name, text in exports.items()
        if name.startswith(COMMAND) or " --" not in name
    }


def _combinations(choices: list[Choice]) -> Iterator[tuple[Picked, ...]]:
    """Yield the rows of which an export can be made, by their names."""
    rows = [choice.picked for choice in choices if choice.of_rows]
    yield from product(*(sorted(each, key=lambda one: one.says) for each in rows))


def _options(choices: list[Choice]) -> list[Picked]:
    """Return each option other than the defaults."""
    forms = [choice.picked for choice in choices if not choice.of_rows]
    return [option for picked in forms for option in picked[1:]]


def read_commands() -> dict[str, str]:
    """Return the output of the commands that print scores and agreement."""
    found = {}
    for words in COMMANDS:
        out = StringIO()
        call_command(*words, stdout=out, stderr=out)
        found[" ".join([COMMAND, *words])] = out.getvalue()
    return found


def without_later_fields(before: str, now: str) -> str:
    """Return JSON of a command or a manifest without LATER_FIELDS.

    Any other text is returned as it is.
    """
    try:
        old, new = json.loads(before), json.loads(now)
    except ValueError:
        return now
    return json.dumps(_common(old, new), indent=2, ensure_ascii=False) + "\n"


def _common(old: object, new: object) -> object:
    if isinstance(old, dict) and isinstance(new, dict):
        later = LATER_FIELDS - old.keys()
        return {n: _common(old.get(n), new[n]) for n in new if n not in later}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [_common(*each) for each in zip(old, new, strict=True)]
    return new
