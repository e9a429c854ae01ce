"""Pseudonyms in an archive: which names of a track are replaced, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Any, NamedTuple

from django.utils.crypto import salted_hmac

from accounts.models import User
from assess.exchange.archive.format.tables import Table, get_table, name_of
from assess.exchange.kernel.pseudonyms import Names, pseudonym, pseudonymous_id
from assess.judging.models import Judge
from runs.models import Import, Run, RunEdit, Track

PERSON, RUN, GROUP, FILE = "person", "run", "group", "file"


class Hidden(NamedTuple):
    """The kinds of names that an archive replaces."""

    people: bool = False
    runs: bool = False  # tags and groups

    def __bool__(self) -> bool:
        """Return whether any are replaced."""
        return self.people or self.runs


Hide = Callable[[Table, dict[str, Any]], None]

RJ = "rj"  # the kind of an import, and the task of the judge that it creates
ITS_GROUP, ALIASES = "group", "aliases"  # parameters that name a group, and rename runs
OURS = ("task", "type", "scale")  # parameters in our own words
QUOTED = {"found": "", "expected": "", "excerpt": None}  # quotations in findings


def hiding(track: Track, hidden: Hidden, using: str) -> Hide | None:
    """Return the function that replaces names in a row; None if there are none.

    The key is derived from this installation's secret, which no archive contains: the
    same name of a track has the same pseudonym in every archive written here.
    """
    if not hidden:
        return None
    key = salted_hmac("archive", str(track.uuid), algorithm="sha256").digest()
    pairs = dict(_files(track, key, using))
    if hidden.runs:
        pairs |= dict(_runs(track, key, using))
    if hidden.people:
        pairs |= dict(_people(track, key, using))
    return _Hiding(key, hidden, Names(pairs)).hide


class _Hiding(NamedTuple):
    """Replaces the names of one track."""

    key: bytes
    hidden: Hidden
    names: Names

    def hide(self, table: Table, row: dict[str, Any]) -> None:
        """Replace the names in a row of a table."""
        if table.model is Import:
            row["params"] = self._params(row["params"])
            row["findings"] = self.names.hide(_unquoted(row["findings"]))
        if table.model is Judge:
            row["parameters"] = self._params(row["parameters"])
        for name in table.named:
            row[name] = self.names.hide(row[name])
        if table.model is User and self.hidden.people:
            _hide_person(row, self.key)
        if table.model is Run and self.hidden.runs:
            row["name"] = pseudonym(self.key, RUN, row["name"])
            row["group"] = self._group(row["group"])
        if table.model is RunEdit and self.hidden.runs:
            row |= {side: self._params(row[side]) for side in ("before", "after")}

    def _params(self, params: dict[str, Any]) -> dict[str, Any]:
        return {name: self._param(name, value) for name, value in params.items()}

    def _param(self, name: str, value: Any) -> Any:  # noqa: ANN401 - what JSON can hold
        if name in OURS:
            return value
        if self.hidden.runs and name == ALIASES:
            return ""
        if self.hidden.runs and name == ITS_GROUP:
            return self._group(value)
        return self.names.hide(value)

    def _group(self, name: str) -> str:
        return name and pseudonym(self.key, GROUP, name)


def _unquoted(value: Any) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return findings without their quotations of a file, which may contain names."""
    if isinstance(value, list):
        return [_unquoted(each) for each in value]
    if isinstance(value, dict):
        kept = {name: _unquoted(each) for name, each in value.items()}
        return kept | {name: QUOTED[name] for name in kept.keys() & QUOTED.keys()}
    return value


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
    found = [*_submitted(track, using), *_judging(track, using)]
    for _name, group in found:
        yield group, pseudonym(key, GROUP, group)
    for name, _group in found:
        yield name, pseudonym(key, RUN, name)


def _submitted(track: Track, using: str) -> Iterator[tuple[str, str]]:
    """Yield tags and groups of runs, and the groups of files that were not imported."""
    runs = Run.objects.using(using).filter(track=track.pk)
    yield from runs.values_list("name", "group")
    edits = RunEdit.objects.using(using).filter(run__track=track.pk)
    for before in edits.values_list("before", flat=True):
        yield "", str(before.get(ITS_GROUP) or "")
    imports = Import.everything.using(using).filter(track=track.pk)
    for kind, params in imports.values_list("kind", "params"):
        tag = params.get("judge") if kind == RJ else ""
        yield str(tag or ""), str(params.get(ITS_GROUP) or "")


def _judging(track: Track, using: str) -> Iterator[tuple[str, str]]:
    """Yield names and groups of the runs that are judges."""
    judges = Judge.everything.using(using).filter(track=track.pk, parameters__task=RJ)
    for name, parameters in judges.values_list("name", "parameters"):
        yield name, str(parameters.get(ITS_GROUP) or "")


def _files(track: Track, key: bytes, using: str) -> Iterator[tuple[str, str]]:
    """Yield names of files: people name them after themselves and after their runs."""
    imports = Import.everything.using(using).filter(track=track.pk)
    for name in imports.values_list("filename", flat=True):
        yield name, pseudonym(key, FILE, name) + PurePath(name).suffix
