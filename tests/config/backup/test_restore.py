"""A backup, restored elsewhere: the same exports, and nothing partial."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.config.backup.installation import Installation, installation

pytestmark = pytest.mark.both_stacks

FILL = """
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from accounts.models import User
from assess.exchange.archive.intake.prompts import Used, keep_prompts
from assess.judging.models import Judge
from tests.assess.exchange.archive.campaign import make_campaign
call_command("migrate", verbosity=0)
track = make_campaign()
Judge.objects.filter(pk=Judge.objects.filter(track=track)[0].pk).update(
    prompts={{"judge_support": "of elsewhere"}}
)
came = Used("judge_support", "of elsewhere")
keep_prompts(track, {{came: b'{{"came": "with its archive"}}'}})
SessionStore().create()
User.objects.create_user("gone").delete()
call_command("backup", {0!r}, verbosity=0)
"""
TELL = """
import hashlib, json, pathlib, zipfile
from django.contrib.sessions.models import Session
from django.core.management import call_command
from accounts.models import User
from assess.exchange.exports.catalogue import digests
from runs.models import Track
out = pathlib.Path({0!r})
call_command("export_archive", "sample", out=out, verbosity=0)
packed = zipfile.ZipFile(out)
names = [name for name in packed.namelist() if name.startswith("prompts/")]
assert any(b"its archive" in packed.read(name) for name in names)
told = {{
    "digests": digests(Track.objects.get(slug="sample"), every_form=False),
    "archive": hashlib.sha256(out.read_bytes()).hexdigest(),
    "sessions": Session.objects.count(),
    "next": User.objects.create_user("next").pk,
}}
print(json.dumps(told))
"""
OLDER = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("migrate", "llm", "0003", verbosity=0)  # without a table
call_command("migrate", "jobs", "0001", verbosity=0)  # and without a column
call_command("backup", {0!r}, verbosity=0)
call_command("showmigrations")
"""
REFUSED = """
import io, json, pathlib, sys, zipfile
from config.backup.actions import restore_backup
from config.backup.bundle import BadBackup, Bundle
from runs.models import Track
from tests.config.backup.test_damage import name_another_table, rewritten, tear_rows
for change in (tear_rows, name_another_table):
    bundle = rewritten(pathlib.Path({0!r}).read_bytes(), change)
    try:
        restore_backup(Bundle(bundle), replace=True)
    except BadBackup as error:
        print(error)
    print("still", Track.objects.get(slug="sample").slug)
"""


class Restored(NamedTuple):
    """An installation, its backup, another one restored from it, and their contents."""

    original: Installation
    backup: Path
    copy: Installation
    told: dict[str, Any]
    retold: dict[str, Any]


@pytest.fixture(scope="module")
def restored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Restored]:
    """Back up rows of every table, and restore them in an empty installation."""
    folder = tmp_path_factory.mktemp("restored")
    backup = folder / "assay.zip"
    with installation(folder / "a") as original, installation(folder / "b") as copy:
        fill = FILL.format(str(backup))
        told = original.shell(fill + TELL.format(str(folder / "a.zip")))
        copy.manage("restore", str(backup))
        retold = copy.shell(TELL.format(str(folder / "b.zip")))
        each = (json.loads(said.splitlines()[-1]) for said in (told, retold))
        yield Restored(original, backup, copy, *each)


def test_a_restored_installation_gives_identical_exports(restored: Restored) -> None:
    assert len(restored.told["digests"]) > 20
    assert restored.retold["digests"] == restored.told["digests"]
    assert restored.retold["archive"] == restored.told["archive"]
    assert restored.copy.uploads() == restored.original.uploads() != {}


def test_new_rows_get_the_numbers_that_they_would_have_got(restored: Restored) -> None:
    assert restored.retold["next"] == restored.told["next"]


def test_no_session_lives_again(restored: Restored) -> None:
    assert restored.told["sessions"] == 1
    assert restored.retold["sessions"] == 0


def test_it_replaces_what_is_here_with_all_its_files_when_asked(
    restored: Restored,
) -> None:
    copy = restored.copy
    copy.shell("from runs.uploads import store; store([b'mine'])")
    copy.manage("restore", "--replace", "-", given=restored.backup.read_bytes())
    assert copy.uploads() == restored.original.uploads()
    people = "from accounts.models import User; print(User.objects.values('username'))"
    assert "next" not in copy.shell(people)


@pytest.mark.stack("production")
def test_rows_that_do_not_fit_leave_all_as_it_was(restored: Restored) -> None:
    said = restored.copy.shell(REFUSED.format(str(restored.backup)))
    assert "do not fit into the tables" in said
    assert "Its migrations make other tables: pg_authid" in said
    assert said.count("still sample") == 2


def test_an_older_backup_is_brought_up_to_date(tmp_path: Path) -> None:
    with installation(tmp_path / "var") as old:
        backup = tmp_path / "old.zip"
        assert "[ ]" in old.shell(OLDER.format(str(backup)))
        old.manage("restore", "--replace", str(backup))
        assert b"[ ]" not in old.manage("showmigrations")
