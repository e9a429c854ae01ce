"""The sample is loaded by a command, where nothing is there before."""

import json
import stat
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.test import Client

from accounts.models import User
from assess.judging.models import Change
from runs.models import Import, Track
from tests.nuggets.sample_command import NAMES, Loaded, load_by_command

pytestmark = pytest.mark.stack("embedded")


@pytest.fixture(scope="module")
def alone(module_db: None, tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    """Load the sample where nobody has an account."""
    return load_by_command(tmp_path_factory.mktemp("alone") / "passwords")


@pytest.fixture
def loaded(alone: Loaded, db: None) -> Loaded:
    return alone


def test_it_says_both_tracks_short_names(loaded: Loaded) -> None:
    assert "Loaded sample (" in loaded.said
    assert "Loaded conversations (" in loaded.said


def test_the_passwords_are_the_owners_alone_and_are_used(loaded: Loaded) -> None:
    assert stat.S_IMODE(loaded.passwords.stat().st_mode) == 0o600
    kept = json.loads(loaded.passwords.read_text())
    assert set(kept) == NAMES
    assert Client().login(username="ada", password=kept["ada"])


def test_loading_twice_changes_nothing_and_says_so(loaded: Loaded) -> None:
    before = Change.objects.count(), Import.objects.count(), User.objects.count()
    assert "nothing changed" in load_by_command(loaded.passwords).said
    after = Change.objects.count(), Import.objects.count(), User.objects.count()
    assert after == before


def test_it_loads_the_one_that_is_missing_and_prints_each_persons_role(
    loaded: Loaded,
) -> None:
    """As on a machine with the other one: without a file of passwords."""
    Track.objects.filter(slug="conversations").update(slug="renamed")
    User.objects.update(username=Concat(F("username"), Value("-before")))
    out = StringIO()
    call_command("load_sample", stdout=out)
    lines = out.getvalue().splitlines()
    assert dict(line.split()[1::-1] for line in lines[:6]) == {
        "omar": "organizer",
        "ada": "assessor",
        "bea": "assessor",
        "cleo": "assessor",
        "dan": "assessor",
        "vera": "viewer",
    }
    assert [line.split()[:2] for line in lines[6:]] == [["Loaded", "conversations"]]
