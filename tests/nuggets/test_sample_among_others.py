"""The sample is loaded where people and work are, and after a load that failed."""

import json
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from assess.judging.models import Allocation
from assess.judging.models.rounds import FIRST_STORED
from nuggets.sample import load
from nuggets.sample.state import Loading, SampleRefused
from runs.models import Track
from tests.make import make_allocation, make_topic, make_track
from tests.nuggets.sample_command import NAMES, load_by_command

pytestmark = pytest.mark.stack("embedded")


def test_what_is_there_stays(ada: User, bea: User, tmp_path: Path) -> None:
    """Accounts with their passwords, a file of passwords, and open work.

    The work is in a round with the number of the sample's.
    """
    topic = make_topic(make_track(assessors=[bea]))
    work = make_allocation(topic, bea, work="support")
    Allocation.objects.filter(pk=work.pk).update(round=FIRST_STORED)
    given = {name: name for name in NAMES - {"ada", "bea"}}
    (tmp_path / "passwords").write_text(json.dumps(given))
    loaded = load_by_command(tmp_path / "passwords")
    assert "ada has an account already" in loaded.said
    assert User.objects.get(username="ada").check_password("ada")
    assert json.loads(loaded.passwords.read_text()) == given
    assert Client().login(username="omar", password="omar")
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
    assert "Loaded" in load_by_command(tmp_path / "passwords").said
