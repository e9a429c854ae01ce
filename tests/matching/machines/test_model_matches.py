"""A model matches gold nuggets by responses (NtR), one or several in a call."""

import json
from typing import Any

import pytest
from django.core.management import CommandError
from django.db.models import QuerySet

from assess.judging.judges.machines import add_model_judge
from assess.judging.machine.readiness import BadBatch
from assess.judging.models import Judge
from jobs.models import Job, JobState
from jobs.run import run_here
from matching.models import MatchLabel
from nuggets.models import Bank
from runs.models import Response, Track
from tests.fake_answers import places
from tests.fake_model import FakeModel, cut
from tests.machines import fake, let_judge, make_model_judge, reasons, start
from tests.make import NOW, make_version
from tests.matching.conftest import Run
from tests.matching.example import make_worked

__all__ = ["fake"]
pytestmark = pytest.mark.both_stacks


@pytest.fixture
def bank(db: None) -> Bank:
    """Return gold nuggets: four on a response with words, two on an empty one."""
    _track, bank = make_worked()
    Response.objects.filter(topic__name="14_1").update(text="alpha ICE, beta.")
    Response.objects.filter(topic__name="14_2").update(text="", words=0)
    return bank


def _values(judge: Judge) -> dict[str, str]:
    rows: QuerySet[Any] = MatchLabel.objects.filter(judge=judge)
    return dict(rows.values_list("nugget__text", "value"))


def _match(bank: Bank, **parameters: object) -> tuple[Judge, Job]:
    judge = make_model_judge(bank.track, parameters=parameters)
    return judge, let_judge(judge, "match", bank)


def test_each_nugget_is_asked_for_by_its_text(fake: FakeModel, bank: Bank) -> None:
    judge, job = _match(bank)
    assert (job.state, reasons(job)) == (JobState.DONE, [])
    assert _values(judge) == {
        "alpha ice": "yes",
        "beta ice": "yes",
        "gamma ice": "no",
        "delta ice": "no",
        "snow": "no",
        "hail": "no",
    }
    # The empty response captures nothing, and costs no call.
    assert [places(body) for body in fake.bodies] == [
        {"response": "alpha ICE, beta.", "nugget": f"{word} ice"}
        for word in ("alpha", "beta", "gamma", "delta")
    ]
    label = MatchLabel.objects.get(judge=judge, nugget__text="alpha ice")
    assert label.details == {"reply": "yes"}
    assert label.call is not None
    assert MatchLabel.objects.get(judge=judge, nugget__text="snow").call is None


@pytest.mark.parametrize(("reply", "value"), [(" Yes. ", "yes"), ("**No**", "no")])
def test_letters_alone_count(
    fake: FakeModel, bank: Bank, reply: str, value: str
) -> None:
    fake.answer = lambda _body: reply
    judge, job = _match(bank)
    assert set(_values(judge).values()) == {value, "no"}
    assert job.result["replies with a label in another spelling"] == 4


@pytest.mark.parametrize("reply", ["maybe", "yes and no", "", "yes, it does", "true"])
def test_any_other_reply_is_asked_again_twice_then_a_failure(
    fake: FakeModel, bank: Bank, reply: str
) -> None:
    fake.answer = lambda _body: reply
    judge, job = _match(bank)
    assert job.state == JobState.DONE
    assert (len(reasons(job)), job.result["labels still missing"]) == (4, 4)
    assert fake.count == 12
    assert _values(judge) == {"snow": "no", "hail": "no"}


def test_a_bad_reply_is_shown_to_the_model_and_can_be_mended(
    fake: FakeModel, bank: Bank
) -> None:
    replies = iter(["perhaps", "yes", *["no"] * 3])
    fake.answer = lambda _body: next(replies)
    judge, _job = _match(bank)
    assert _values(judge)["alpha ice"] == "yes"
    again = fake.bodies[1]["messages"]
    assert again[-2] == {"role": "assistant", "content": "perhaps"}
    assert "neither yes nor no" in again[-1]["content"]


def test_an_endpoint_that_is_down_gives_no_label(fake: FakeModel, bank: Bank) -> None:
    fake.misbehave(*[cut()] * 4)
    judge, job = _match(bank)
    assert len(reasons(job)) == 1
    assert "alpha ice" not in _values(judge)
    run_here(start(judge, "match", bank))
    assert _values(judge)["alpha ice"] == "yes"


def test_several_in_a_call_are_named_with_the_judge(
    fake: FakeModel, bank: Bank
) -> None:
    topic = bank.track.topics.get(name="14_1")
    make_version(bank, topic, [f"word{n} alpha" for n in range(12)])
    judge, job = _match(bank, batch=10)
    assert judge.full_name == "model-a (model, up to 10 a call)"
    assert reasons(job) == []
    sizes = [len(json.loads(places(body)["nuggets"])) for body in fake.bodies]
    assert sizes == [10, 2]
    assert "batch" not in fake.bodies[0]
    assert MatchLabel.objects.filter(judge=judge, call__isnull=False).count() == 12


@pytest.mark.parametrize(
    "reply", ['["yes", "no"]', '["yes", "no", "no", "perhaps"]', "yes", "[]"]
)
def test_a_list_of_another_length_is_a_failure(
    fake: FakeModel, bank: Bank, reply: str
) -> None:
    fake.answer = lambda _body: reply
    judge, job = _match(bank, batch=4)
    assert (len(reasons(job)), fake.count) == (1, 3)
    assert _values(judge) == {"snow": "no", "hail": "no"}


def test_one_nugget_left_is_a_list_too(fake: FakeModel, bank: Bank) -> None:
    judge, _job = _match(bank, batch=3)
    assert set(_values(judge)) >= {"alpha ice", "delta ice"}
    assert json.loads(places(fake.bodies[1])["nuggets"]) == ["delta ice"]


@pytest.mark.parametrize("batch", [0, 11, True, "ten", 2.5, None])
def test_a_call_takes_from_one_to_ten(
    fake: FakeModel, bank: Bank, batch: object
) -> None:
    with pytest.raises(BadBatch):
        add_model_judge(bank.track, "m", parameters={"batch": batch}, now=NOW)
    assert not Judge.objects.filter(name="m").exists()


def test_the_commands_match(fake: FakeModel, bank: Bank, run: Run) -> None:
    track: Track = bank.track
    run("create_judge", track, "model-a", model="fake-1", batch=4)
    run("judge", track, kind="match", bank="gold", judge="model-a")
    assert fake.count == 1
    named = {"bank": "gold", "judge": "model-a", "format": "json"}
    found = json.loads(run("matching", track, **named))["runs"]["run-a"]
    assert (found["recall"], found["labels"], found["yes"]) == (0.25, 6, 2)
    with pytest.raises(CommandError, match="from 1 to 10"):
        run("create_judge", track, "model-b", model="fake-1", batch=11)
