"""Pseudonyms in an archive: which names of a track are replaced, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Any, NamedTuple

from django.utils.crypto import salted_hmac

from accounts.models import User
from assess.archive.tables import Table, get_table, name_of
from assess.kernel.pseudonyms import Names, pseudonym, pseudonymous_id
from runs.models import Import, Run, Track

PERSON, RUN, GROUP, FILE = "person", "run", "group", "file"


class Hidden(NamedTuple):
    """Whose names an archive replaces."""

    people: bool = False
    runs: bool = False  # tags and groups

    def __bool__(self) -> bool:
        """Say whether any are."""
        return self.people or self.runs


Hide = Callable[[Table, dict[str, Any]], None]


def hiding(track: Track, hidden: Hidden, using: str) -> Hide | None:
    """Return what replaces names in a row; None where none are to be.

    The key follows from this installation's secret, which no archive holds: the same
    name of a track has the same pseudonym in every archive made here.
    """
    if not hidden:
        return None
    key = salted_hmac("archive", str(track.uuid), algorithm="sha256").digest()
    pairs = dict(_files(track, key, using))
    if hidden.runs:
        pairs |= dict(_runs(track, key, using))
    if hidden.people:
        pairs |= dict(_people(track, key, using))
    names = Names(pairs)

    def hide(table: Table, row: dict[str, Any]) -> None:
        for name in table.named:
            row[name] = names.hide(row[name])
        if table.model is User and hidden.people:
            _hide_person(row, key)
        if table.model is Run and hidden.runs:
            row["name"] = pseudonym(key, RUN, row["name"])
            row["group"] = row["group"] and pseudonym(key, GROUP, row["group"])

    return hide


def _hide_person(row: dict[str, Any], key: bytes) -> None:
    row["uuid"] = str(pseudonymous_id(key, PERSON, row["uuid"]))
    row["username"] = pseudonym(key, PERSON, row["username"])
    row["first_name"] = row["last_name"] = ""


def _people(track: Track, key: bytes, using: str) -> Iterator[tuple[str, str]]:
    for user in get_table(name_of(User)).of(track, using):
        said = pseudonym(key, PERSON, user.username)
        names = (user.username, user.get_full_name(), user.first_name, user.last_name)
        yield from ((name, said) for name in (*names, user.email))
        yield str(user.uuid), str(pseudonymous_id(key, PERSON, str(user.uuid)))


def _runs(track: Track, key: bytes, using: str) -> Iterator[tuple[str, str]]:
    runs = Run.objects.using(using).filter(track=track.pk)
    for name, group in runs.values_list("name", "group"):
        yield group, pseudonym(key, GROUP, group)
        yield name, pseudonym(key, RUN, name)


def _files(track: Track, key: bytes, using: str) -> Iterator[tuple[str, str]]:
    """Yield names of files: people call them after themselves and after their runs."""
    imports = Import.objects.using(using).filter(track=track.pk)
    for name in imports.values_list("filename", flat=True):
        yield name, pseudonym(key, FILE, name) + PurePath(name).suffix
