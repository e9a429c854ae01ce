"""The sample of an earlier commit gives and shows the same: `earlier/README.md`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path

import pytest
from django.core.management import call_command

from accounts.models import User
from tests.earlier.answers import client_of, masked
from tests.earlier.exports import (
    COMMAND,
    in_default_form,
    read_commands,
    read_exports,
    without_later_fields,
)
from tests.earlier.files import (
    ARCHIVE,
    EXPORTS,
    HERE,
    INSTALLATION,
    PAGES,
    read_texts,
    unpack_folder,
)
from tests.earlier.installation import LOOKED_AT, environment, time_stands_still

ROOT = Path(__file__).resolve().parents[2]
NAMES, LINES, MOST = 5, 12, 300  # shown: per change, and in all


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """Migrate the earlier installation; return its exports and its pages."""
    folder = tmp_path_factory.mktemp("earlier")
    unpack_folder(HERE / INSTALLATION, folder / "var")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "tests.earlier.output"),
            *(folder / "var", folder / "told"),
        ],
        cwd=ROOT,
        env=environment(folder / "var"),
        check=False,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, str]] = json.loads((folder / "told").read_text())
    return found


def changes(before: str, now: str) -> Iterator[str]:
    """Yield the lines of each place where two texts differ."""
    lines: list[str] = []
    old, new = before.splitlines(), now.splitlines()
    for line in list(unified_diff(old, new, n=0, lineterm=""))[2:]:
        if not line.startswith("@@"):
            lines.append(line)
        elif lines:
            yield "\n".join(lines[:LINES])
            lines = []
    yield "\n".join(lines[:LINES]) or "Line breaks differ."


def differences(before: Mapping[str, str], now: Mapping[str, str]) -> str:
    """Return which texts are missing or differ, and how: each change once.

    LATER_FIELDS of what commands print, and of manifests, are no difference.
    """
    before = {name: masked(text) for name, text in before.items()}
    now = {name: masked(text) for name, text in now.items()}
    now = {
        name: without_later_fields(before.get(name, ""), text)
        if name.startswith(COMMAND) or name.endswith("manifest.json")
        else text
        for name, text in now.items()
    }
    said = [f"gone: {name}" for name in sorted(before.keys() - now.keys())]
    said += [f"new: {name}" for name in sorted(now.keys() - before.keys())]
    found: dict[str, list[str]] = {}
    for name in before:
        if now.get(name, before[name]) != before[name]:
            for change in dict.fromkeys(changes(before[name], now[name])):
                found.setdefault(change, []).append(name)
    for change, names in sorted(found.items(), key=lambda each: -len(each[1])):
        said += ["", f"in {len(names)} of {len(before)}:", *names[:NAMES], change]
    return "\n".join(said[:MOST])


@pytest.mark.stack("embedded")
@pytest.mark.parametrize("what", [EXPORTS, PAGES])
def test_an_earlier_installation_gives_and_shows_the_same_once_migrated(
    told: dict[str, dict[str, str]], what: str
) -> None:
    found = differences(read_texts(HERE / what), told[what])
    assert not found, found


def test_an_earlier_archive_gives_the_same_exports_once_it_has_come_in(
    db: None,
) -> None:
    before = in_default_form(read_texts(HERE / EXPORTS))
    with time_stands_still(LOOKED_AT):
        call_command("import_archive", HERE / ARCHIVE)
        User.objects.create_superuser("root")  # those of the archive cannot sign in
        now = read_exports(client_of("root"), every_form=False) | read_commands()
    found = differences(before, now)
    assert not found, found
