import json
import stat
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation, Change
from assess.judging.models.rounds import FIRST_STORED
from nuggets.sample import load
from nuggets.sample.campaign import read_campaign
from nuggets.sample.load import load_sample
from nuggets.sample.state import Loading, SampleRefused
from runs.models import Import, Track
from tests.make import NOW, make_allocation, make_topic, make_track

pytestmark = pytest.mark.stack("embedded")

PASSWORDS = {name: name for name in ("omar", "ada", "bea", "vera", "cleo", "dan")}


def load_by_command(passwords: Path) -> str:
    out = StringIO()
    call_command("load_sample", passwords=str(passwords), stdout=out)
    return out.getvalue()


def test_loading_twice_changes_nothing_and_says_so(db: None, tmp_path: Path) -> None:
    load_by_command(tmp_path / "passwords")
    before = Change.objects.count(), Import.objects.count(), User.objects.count()
    assert "nothing changed" in load_by_command(tmp_path / "passwords")
    after = Change.objects.count(), Import.objects.count(), User.objects.count()
    assert after == before


def test_the_passwords_are_the_owners_alone_and_are_used(
    db: None, tmp_path: Path
) -> None:
    file = tmp_path / "passwords"
    load_by_command(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kept = json.loads(file.read_text())
    assert set(kept) == set(PASSWORDS)
    assert Client().login(username="ada", password=kept["ada"])


def test_it_says_both_tracks_short_names(db: None, tmp_path: Path) -> None:
    said = load_by_command(tmp_path / "passwords")
    assert "Loaded sample (" in said
    assert "Loaded conversations (" in said


def test_it_loads_the_one_that_is_missing(db: None, tmp_path: Path) -> None:
    load_sample(read_campaign(), passwords=PASSWORDS, now=NOW)
    said = load_by_command(tmp_path / "passwords")
    assert "Loaded sample (" not in said
    assert "Loaded conversations (" in said


def test_without_a_file_it_prints_each_persons_role(db: None) -> None:
    out = StringIO()
    call_command("load_sample", stdout=out)
    roles = dict(line.split()[1::-1] for line in out.getvalue().splitlines()[:6])
    assert roles == {
        "omar": "organizer",
        "ada": "assessor",
        "bea": "assessor",
        "cleo": "assessor",
        "dan": "assessor",
        "vera": "viewer",
    }


def test_passwords_that_are_there_are_kept(db: None, tmp_path: Path) -> None:
    file = tmp_path / "passwords"
    file.write_text(json.dumps(PASSWORDS))
    load_by_command(file)
    assert Client().login(username="omar", password="omar")
    assert json.loads(file.read_text()) == PASSWORDS


def test_an_account_that_is_there_keeps_its_password(ada: User, tmp_path: Path) -> None:
    said = load_by_command(tmp_path / "passwords")
    assert "ada has an account already" in said
    assert User.objects.get(username="ada").check_password("ada")
    assert "ada" not in json.loads((tmp_path / "passwords").read_text())


def test_work_that_is_there_stays_open(bea: User, tmp_path: Path) -> None:
    """Also in a round with the number of the sample's."""
    topic = make_topic(make_track(assessors=[bea]))
    work = make_allocation(topic, bea, work="support")
    Allocation.objects.filter(pk=work.pk).update(round=FIRST_STORED)
    load_by_command(tmp_path / "passwords")
    done = Allocation.objects.filter(assessor=bea, round=FIRST_STORED)
    assert done.get(finished_at__isnull=False).track.slug == "sample"
    assert done.get(finished_at=None) == work


def test_an_interrupted_load_leaves_nothing_and_can_be_repeated(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_loading: Loading) -> None:
        raise SampleRefused

    with monkeypatch.context() as patched:
        steps = (*load.STEPS[:4], interrupt)
        patched.setattr("nuggets.sample.load.STEPS", steps)
        with pytest.raises(SampleRefused):
            load_by_command(tmp_path / "passwords")
    assert not Track.objects.exists()
    assert not User.objects.exists()
    assert "Loaded" in load_by_command(tmp_path / "passwords")
