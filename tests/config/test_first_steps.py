"""docs/operators.md leads a newcomer from nothing to an account and a backup."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.backup.installation import ROOT, Installation, installation

PASSWORD = "a stranger's first words"
NOT_HERE = ("pip install", "-m venv", "gunicorn", "celery", "doctor")  # servers


def commands(heading: str) -> list[str]:
    """Return the commands of a section that begin with Assay's own Python, in order."""
    page = (ROOT / "docs" / "operators.md").read_text()
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^    (\.venv/bin/\S.*)$", section, re.MULTILINE)
    return [line for line in lines if not any(word in line for word in NOT_HERE)]


def follow(there: Installation, line: str, folder: Path) -> str:
    """Run a documented command unchanged; return what it printed."""
    program, script, *words = shlex.split(line)
    assert (program, script) == (".venv/bin/python", "manage.py")
    words = [str(folder / word) if word == "assay.zip" else word for word in words]
    given = {"DJANGO_SUPERUSER_USERNAME": "sue", "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    if words == ["createsuperuser"]:
        words.append("--noinput")
    done = subprocess.run(
        [sys.executable, str(ROOT / script), *words],
        env={**there.env, **given},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (line, done.stderr)
    return done.stdout


SIGN_IN = """
from django.test import Client
browser = Client(SERVER_NAME="localhost")
print("Welcome to Assay" in browser.get("/accounts/sign-in/").content.decode())
signed = {{"username": "sue", "password": {0!r}}}
print(browser.post("/accounts/sign-in/", signed).status_code)
print("Create a track" in browser.get("/").content.decode())
track = {{"name": "Harbour", "slug": "harbour", "profile": "rag24"}}
print(browser.post("/tracks/new/", track).status_code)
"""


@pytest.mark.stack("production")  # as in the guide; test_restore has both
def test_from_an_empty_machine_to_a_restored_backup(tmp_path: Path) -> None:
    install = commands("Production without Docker")
    assert [line.split()[2] for line in install] == [
        "migrate",
        "collectstatic",
        "createsuperuser",
    ]
    with installation(tmp_path / "var") as first:
        for line in install:
            follow(first, line, tmp_path)
        told = first.shell(SIGN_IN.format(PASSWORD)).split()
        assert told == ["False", "302", "True", "302"]
        backup, check, restore = commands("Backup and restore")
        follow(first, backup, tmp_path)
    with installation(tmp_path / "another") as second:
        assert "is whole" in follow(second, check, tmp_path)
        follow(second, restore, tmp_path)
        tracks = "from runs.models import Track; print(Track.objects.get().slug)"
        assert second.shell(tracks).split()[-1] == "harbour"


def test_the_files_of_settings_in_the_guide_are_whole(tmp_path: Path) -> None:
    """The two files in `cat > … <<END` contain all that is needed."""
    page = (ROOT / "docs" / "operators.md").read_text()
    written = re.findall(r"^    cat > (\S+) <<END\n(.*?)^    END$", page, re.M | re.S)
    assert [name for name, _lines in written] == [".env", "assay.env"]
    for name, lines in written:
        text = re.sub("^    ", "", lines, flags=re.MULTILINE)
        script = f"cat > {name} <<END\n{text}END\nset -a; . ./{name}; set +a; env"
        done = subprocess.run(
            ["sh", "-c", script],
            cwd=tmp_path,
            env={"PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            check=True,
        )
        told = dict(line.partition("=")[::2] for line in done.stdout.splitlines())
        assert len(told["SECRET_KEY"]) > 60
        assert told["ALLOWED_HOSTS"] == "assay.example.org"
        # Compose sets it by itself: its proxy always exists.
        assert (told.get("BEHIND_PROXY") == "true") == (name == "assay.env")
