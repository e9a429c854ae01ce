"""All errors of a backup are found before anything is restored."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config.backup.actions import check_backup, restore_backup
from config.backup.bundle import BadBackup, Bundle, Writer

pytestmark = pytest.mark.both_stacks

Files = dict[str, bytes]
Told = dict[str, Any]
Change = Callable[[Files, Told], None]
EVIL = ["../evil", "/etc/passwd", "uploads/../../evil", "tables/x y", "tables/"]


def rewritten(content: bytes, change: Change) -> io.BytesIO:
    """Return a backup with other files and another manifest, with a correct hash."""
    with zipfile.ZipFile(io.BytesIO(content)) as bundle:
        files = {name: bundle.read(name) for name in bundle.namelist()}
    told = json.loads(files.pop("manifest.json"))
    change(files, told)
    told.pop("sha256")
    said = json.dumps(told, sort_keys=True, separators=(",", ":"))
    told["sha256"] = sha256(said.encode()).hexdigest()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as bundle:
        for name, data in files.items():
            bundle.writestr(name, data)
        bundle.writestr("manifest.json", json.dumps(told))
    return target


def _put(files: Files, told: Told, name: str, data: bytes) -> None:
    files[name] = data
    told["members"][name] = {"size": len(data), "sha256": sha256(data).hexdigest()}


def _flip(files: Files, told: Told) -> None:
    name = max(files, key=lambda name: len(files[name]))
    files[name] = files[name][:-1] + b"?"


def _lengthen(files: Files, told: Told) -> None:
    name = max(files, key=lambda name: len(files[name]))
    files[name] += bytes(10_000_000)


def _leave_out(files: Files, told: Told) -> None:
    files.popitem()


def _another_upload(files: Files, told: Told) -> None:
    _put(files, told, f"uploads/{'0' * 64}", b"not this hash")


def _of_the_future(files: Files, told: Told) -> None:
    told["migrations"].append("runs.9999_of_the_future")


def _other_format(files: Files, told: Told) -> None:
    told["format"] = 2


def _other_database(files: Files, told: Told) -> None:
    told["database"] = {"sqlite": "postgresql"}.get(told["database"], "sqlite")


def _no_members(files: Files, told: Told) -> None:
    told["members"] = None


def tear_rows(files: Files, told: Told) -> None:
    """Delete rows to which others refer."""
    _put(files, told, "tables/runs_track", b"")


def name_another_table(files: Files, told: Told) -> None:
    """Name a table that is not Assay's."""
    told["tables"]["pg_authid"] = ["rolname"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_flip, "does not have its hash"),
        (_lengthen, "does not have its hash"),
        (_leave_out, "other files than its manifest lists"),
        (_another_upload, "hash that it is named for"),
        (_of_the_future, "not known here: runs.9999_of_the_future"),
        (_other_format, "format 2, not 1"),
        (_other_database, "move each track as an archive"),
        (_no_members, "no manifest"),
    ],
)
def test_it_says_what_is_wrong(backup: Path, change: Change, words: str) -> None:
    damaged = rewritten(backup.read_bytes(), change)
    with pytest.raises(BadBackup, match=words):
        check_backup(Bundle(damaged))


def test_the_command_says_it_in_a_sentence(backup: Path) -> None:
    backup.write_bytes(rewritten(backup.read_bytes(), _flip).getvalue())
    with pytest.raises(CommandError, match=r"^Nothing was restored\. .* its hash\.$"):
        call_command("restore", "--replace", str(backup))


@pytest.mark.parametrize("name", EVIL)
def test_strange_names_are_refused(name: str) -> None:
    target = io.BytesIO()
    writer = Writer(target)
    writer.add(name, [b"evil"])
    writer.close(migrations=[], database="sqlite")
    with pytest.raises(BadBackup, match="unexpected name"):
        Bundle(target)


@pytest.mark.parametrize(
    "content", [b"", b"no zip", b"PK\x05\x06" + bytes(18)], ids=len
)
def test_what_is_no_backup_is_refused(content: bytes) -> None:
    with pytest.raises(BadBackup):
        Bundle(io.BytesIO(content))


def test_half_a_file_is_refused(backup: Path) -> None:
    content = backup.read_bytes()
    with pytest.raises(BadBackup):
        Bundle(io.BytesIO(content[: len(content) // 2]))


@pytest.mark.stack("embedded")
def test_a_database_that_is_damaged_inside_is_refused(backup: Path) -> None:
    def tear(files: Files, told: Told) -> None:
        whole = files["database.sqlite3"]
        torn = whole[:8192] + bytes(40_960) + whole[49_152:]
        _put(files, told, "database.sqlite3", torn)

    torn = Bundle(rewritten(backup.read_bytes(), tear))
    with pytest.raises(BadBackup, match="Its database is"):
        restore_backup(torn, replace=True)
