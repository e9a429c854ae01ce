"""A model finds duplicates among gold nuggets, and a bank is made without them."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from jobs.models import Job, JobState
from jobs.run import run_here
from matching.models import Cover, Deduplication, Entailment
from nuggets.models import Bank
from runs.models import Membership, Track
from tests.fake_answers import Body, places
from tests.fake_model import FakeModel, status
from tests.machines import fake, make_model_judge
from tests.matching.conftest import Run
from tests.matching.example import make_worked

__all__ = ["fake"]
pytestmark = pytest.mark.both_stacks

# alpha ⇔ beta, beta ⇒ gamma: the worked example of EVALUATORS.
HOLDS = {
    ("alpha ice", "beta ice"),
    ("beta ice", "alpha ice"),
    ("beta ice", "gamma ice"),
}
NAMED = {"bank": "gold", "name": "fewer"}


def chat(body: Body) -> str:
    shown = places(body)
    return "yes" if (shown["premise"], shown["hypothesis"]) in HOLDS else "no"


@pytest.fixture
def track(fake: FakeModel, settings: Settings, db: None) -> Track:
    settings.ENTAIL_ENDPOINT = fake.pairs_url
    fake.answer = chat
    fake.probabilities = lambda pairs: [
        [0.8, 0.1, 0.1] if tuple(each.values()) in HOLDS else [0.1, 0.1, 0.8]
        for each in pairs
    ]
    track, _bank = make_worked()
    return track


def _kept(track: Track) -> list[str]:
    bank = track.banks.get(name="fewer")
    version = bank.versions.get(topic__name="14_1")
    return list(version.listings.values_list("nugget__text", flat=True))


@pytest.mark.parametrize("kind", ["model", "entailment"])
def test_a_model_compares_both_ways(
    track: Track, run: Run, fake: FakeModel, kind: str, tmp_path: Path
) -> None:
    run("create_judge", track, "m", **{kind: "fake-1"})
    said = run("deduplicate", track, judge="m", **NAMED)
    assert "nuggets kept: 4" in said
    assert _kept(track) == ["beta ice", "delta ice"]
    # 4 · 3 pairs of the first turn and 2 of the second.
    assert Entailment.objects.filter(judge__name="m").count() == 14
    assert fake.count == (14 if kind == "model" else 1)
    percents: set[float | None] = set(Entailment.objects.values_list("p", flat=True))
    none: set[float | None] = {None}
    assert percents == (none if kind == "model" else {80, 10})
    assert Deduplication.objects.get().bank.parent == track.banks.get(name="gold")
    covers = Cover.objects.values_list("dropped__text", "by__text")
    assert set(covers) == {("alpha ice", "beta ice"), ("gamma ice", "beta ice")}
    out = tmp_path / "duplicates.jsonl"
    run("export", track, "duplicates", bank="fewer", out=out)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(row["dropped"], row["by"]) for row in rows] == [
        ("[1]", ["[2]"]),
        ("[3]", ["[2]"]),
    ]


def test_what_is_decided_is_not_asked_again(
    track: Track, run: Run, fake: FakeModel
) -> None:
    run("create_judge", track, "m", model="fake-1")
    run("deduplicate", track, judge="m", **NAMED)
    said = run("deduplicate", track, judge="m", bank="gold", name="b", rule="literal")
    assert fake.count == 14
    assert "groups vanished: 1" in said


@pytest.mark.parametrize("reply", ["perhaps", ""])
def test_no_bank_is_made_of_open_pairs(
    track: Track, run: Run, fake: FakeModel, reply: str
) -> None:
    run("create_judge", track, "m", model="fake-1")
    open_ = ("alpha ice", "beta ice")
    fake.answer = lambda body: (
        reply
        if (places(body)["premise"], places(body)["hypothesis"]) == open_
        else chat(body)
    )
    with pytest.raises(CommandError, match="1 failed"):
        run("deduplicate", track, judge="m", **NAMED)
    assert not Bank.objects.filter(name="fewer").exists()
    assert Entailment.objects.count() == 13
    fake.answer = chat
    run("deduplicate", track, judge="m", **NAMED)
    assert _kept(track) == ["beta ice", "delta ice"]


def test_a_failed_batch_of_pairs_is_a_failure(
    track: Track, run: Run, fake: FakeModel
) -> None:
    run("create_judge", track, "m", entailment="fake-1")
    fake.misbehave(status(400))
    with pytest.raises(CommandError, match="1 failed"):
        run("deduplicate", track, judge="m", **NAMED)
    assert not Entailment.objects.exists()


def test_a_model_that_finds_nothing_keeps_everything(
    track: Track, run: Run, fake: FakeModel
) -> None:
    run("create_judge", track, "m", model="fake-1")
    fake.answer = lambda _body: "no"
    assert "nuggets kept: 6" in run("deduplicate", track, judge="m", **NAMED)


def test_a_name_that_is_taken_is_refused_before_any_call(
    track: Track, run: Run, fake: FakeModel
) -> None:
    run("create_judge", track, "m", model="fake-1")
    with pytest.raises(CommandError, match="already"):
        run("deduplicate", track, judge="m", bank="gold", name="gold")
    assert (fake.count, Job.objects.count()) == (0, 0)


def test_an_organizer_starts_it(
    track: Track, fake: FakeModel, omar: User, omar_client: Client
) -> None:
    Membership.objects.create(track=track, user=omar, role=Membership.ORGANIZER)
    address = f"/tracks/{track.uuid}/matching/duplicates/"
    assert "No judge finds duplicates" in omar_client.get(address).content.decode()
    judge = make_model_judge(track)
    assert "compares every two" in omar_client.get(address).content.decode()
    bank = track.banks.get(name="gold")
    said = {"bank": bank.uuid, "judge": judge.uuid, "name": "fewer", "rule": "in-order"}
    assert omar_client.post(address, said).status_code == 302
    job = run_here(Job.objects.get(kind="deduplicate"))
    assert job.state == JobState.DONE
    assert _kept(track) == ["beta ice", "delta ice"]
    assert omar_client.post(address, said).status_code == 422
