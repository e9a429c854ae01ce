"""An entailment model compares pairs of nuggets (NtN); thresholds are the judge's."""

import json

import pytest
from django.core.management import CommandError
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from assess.judging.machine.readiness import NotReady
from assess.judging.models import Judge
from jobs.models import JobState
from jobs.run import run_here
from matching.models import EntailLabel, JudgedPairs
from nuggets.models import Bank
from runs.models import Membership
from tests.fake_answers import Body
from tests.fake_model import FakeModel, status
from tests.machines import fake, let_judge, reasons, start
from tests.matching.conftest import Run
from tests.matching.example import MATCHES, make_worked

__all__ = ["fake"]
pytestmark = pytest.mark.both_stacks

NUMBERS = {"alpha ice": 1, "beta ice": 2, "gamma ice": 3, "delta ice": 4}


def worked(pairs: list[Body]) -> list[list[float]]:
    """Return the decisions of the worked example as probabilities."""
    found = [
        (each["premise"], NUMBERS.get(each["hypothesis"], 0)) in MATCHES
        for each in pairs
    ]
    return [[0.9, 0.05, 0.05] if yes else [0.02, 0.9, 0.08] for yes in found]


@pytest.fixture
def bank(fake: FakeModel, settings: Settings, db: None) -> Bank:
    """Return the worked example's gold nuggets, and set the entailment model."""
    settings.ENTAIL_ENDPOINT = fake.pairs_url
    fake.probabilities = worked
    _track, bank = make_worked()
    return bank


@pytest.fixture
def nli(bank: Bank, run: Run) -> Judge:
    run("create_judge", bank.track, "nli", entailment="nli-1")
    return bank.track.judges.get(name="nli")


def test_pairs_are_judged_in_batches(
    bank: Bank, nli: Judge, fake: FakeModel, run: Run
) -> None:
    assert nli.full_name == "nli (entailment model)"
    job = let_judge(nli, "entail", bank)
    assert (job.state, reasons(job)) == (JobState.DONE, [])
    # Three response nuggets by four gold ones, in one request.
    assert [len(body["pairs"]) for body in fake.bodies] == [12]
    # A clear no has no row: the mark stands for it.
    assert set(EntailLabel.objects.values_list("value", "details__p")) == {("yes", 90)}
    assert EntailLabel.objects.filter(call__isnull=False).count() == 3
    assert JudgedPairs.objects.filter(judge=nli).count() == 1
    named = {"bank": "gold", "judge": "nli", "format": "json"}
    found = json.loads(run("matching", bank.track, **named))["runs"]["run-a"]
    assert (found["recall"], found["open"]) == (0.25, 0)
    assert found["precision"] == pytest.approx(2 / 3)
    let_judge(nli, "entail", bank)
    assert fake.count == 1


def test_a_failed_batch_leaves_its_response_open(
    bank: Bank, nli: Judge, fake: FakeModel
) -> None:
    fake.misbehave(status(400))
    job = let_judge(nli, "entail", bank)
    assert [each.subject for each in job.failures.all()] == ["Turn 14_1, run-a"]
    assert not EntailLabel.objects.exists()
    assert not JudgedPairs.objects.exists()
    run_here(start(nli, "entail", bank))
    assert EntailLabel.objects.count() == 3


def test_an_unreadable_reply_is_a_failure(
    bank: Bank, nli: Judge, fake: FakeModel
) -> None:
    fake.probabilities = lambda pairs: [[0.5, 0.5, 0.5]] * len(pairs)
    job = let_judge(nli, "entail", bank)
    assert (len(reasons(job)), fake.count) == (1, 3)
    assert "do not add up" in reasons(job)[0]
    assert not EntailLabel.objects.exists()


def test_many_pairs_take_several_calls(
    bank: Bank, nli: Judge, fake: FakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assess.judging.machine.judging.PAIRS_A_CALL", 5)
    let_judge(nli, "entail", bank)
    assert [len(body["pairs"]) for body in fake.bodies] == [5, 5, 2]
    assert EntailLabel.objects.count() == 3


def test_a_threshold_is_exceeded_or_not(bank: Bank, run: Run, fake: FakeModel) -> None:
    fake.probabilities = lambda pairs: [[0.6, 0.4, 0.0]] * len(pairs)
    for name, threshold, value in (("low", 59.9, "yes"), ("high", 60, "no")):
        run("create_judge", bank.track, name, entailment="nli-1", threshold=threshold)
        run("judge", bank.track, kind="entail", bank="gold", judge=name)
        rows = EntailLabel.objects.filter(judge__name=name)
        assert set(rows.values_list("value", "details__p")) == {(value, 60)}
    assert fake.count == 1


def test_an_entailment_model_does_nothing_else(bank: Bank, nli: Judge) -> None:
    with pytest.raises(NotReady, match="takes only pairs"):
        let_judge(nli, "match", bank)


def test_a_model_for_chat_takes_no_other_endpoint(
    bank: Bank, nli: Judge, settings: Settings
) -> None:
    settings.ENTAIL_ENDPOINT = "http://127.0.0.1:1/other"
    with pytest.raises(NotReady, match="was set up at"):
        let_judge(nli, "entail", bank)


def test_the_threshold_of_word_cover(bank: Bank, run: Run) -> None:
    track = bank.track
    run("create_judge", track, "strict", baseline="word_cover", threshold=75)
    run("create_judge", track, "lax", baseline="word_cover", threshold=40)
    for name in ("strict", "lax"):
        run("judge", track, kind="entail", bank="gold", judge=name)
    values = EntailLabel.objects.values_list("judge__name", "value").distinct()
    assert set(values) == {("strict", "no"), ("lax", "yes")}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"baseline": "word_cover", "threshold": 100}, "from 0 to below 100"),
        ({"baseline": "word_cover", "threshold": -1}, "from 0 to below 100"),
        ({"baseline": "word_cover", "threshold": float("nan")}, "from 0 to below"),
        ({"baseline": "overlap", "threshold": 60}, "has no threshold"),
        ({"model": "fake-1", "threshold": 60}, "have no threshold"),
        ({"entailment": "nli-1", "endpoint": "ftp://x/"}, "http://"),
    ],
)
def test_a_wrong_threshold_or_endpoint_is_refused(
    bank: Bank, run: Run, options: dict[str, object], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        run("create_judge", bank.track, "wrong", **options)
    assert not Judge.objects.filter(name="wrong").exists()


def test_an_organizer_makes_an_entailment_model(
    bank: Bank, settings: Settings, omar: User, omar_client: Client
) -> None:
    track = bank.track
    Membership.objects.create(track=track, user=omar, role=Membership.ORGANIZER)
    address = f"/tracks/{track.uuid}/judges/new/?sort=entailment"
    assert "are posted to" in omar_client.get(address).content.decode()
    given = {"name": "nli", "model": "nli-1", "threshold": "70"}
    assert omar_client.post(address, given).status_code == 302
    judge = track.judges.get(name="nli")
    assert judge.parameters == {"protocol": "entailment", "threshold": 70}
    page = omar_client.get(f"/tracks/{track.uuid}/judges/{judge.uuid}/")
    assert "threshold in percent" in page.content.decode()
    assert "Draft nuggets" not in page.content.decode()
    bad = {"name": "b", "baseline": "overlap", "threshold": "60"}
    address = f"/tracks/{track.uuid}/judges/new/?sort=baseline"
    assert omar_client.post(address, bad).status_code == 422
    good = {"name": "b", "baseline": "word_cover", "threshold": "60"}
    assert omar_client.post(address, good).status_code == 302
    assert track.judges.get(name="b").parameters == {"threshold": 60}
    settings.ENTAIL_ENDPOINT = ""
    address = f"/tracks/{track.uuid}/judges/new/?sort=entailment"
    assert "No entailment model is set up" in omar_client.get(address).content.decode()
