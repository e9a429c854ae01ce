"""The start of judging by machine, and what its calls cost."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from jobs.models import Job
from runs.models import Track
from tests.assess.judging.judges.pages import address
from tests.fake_model import FakeModel, status
from tests.machines import let_judge, make_baseline, make_model_judge
from tests.make import (
    make_bank,
    make_response,
    make_run,
    make_segment,
    make_topic,
    make_version,
)
from tests.page import facts, select


@pytest.fixture
def cited(track: Track) -> Track:
    """The track with one citation to judge."""
    topic = make_topic(track)
    make_response(make_run(track), topic, cites=make_segment(track, "d1"))
    return track


def test_it_starts_judging_and_shows_the_job(
    cited: Track,
    omar: User,
    omar_client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rung: list[Job] = []
    monkeypatch.setattr("assess.judging.machine.launch.ring", rung.append)
    judge = make_baseline(cited)
    sent = {"judge": judge.uuid, "work": "support:", "topics": "14"}
    answer = omar_client.post(address("judging_new", cited), sent)
    job = Job.objects.get()
    assert answer["Location"] == reverse("jobs:page", args=[job.uuid])
    assert (job.owner, job.scope, rung) == (omar, cited.uuid, [job])
    assert job.params["label"] == "support"
    assert omar_client.get(answer["Location"]).status_code == 200


def test_assignment_is_over_a_bank_with_a_finished_list(
    cited: Track, omar_client: Client
) -> None:
    bank, empty = make_bank(cited, "edited"), make_bank(cited, "empty")
    make_version(bank, cited.topics.get())
    judge = make_baseline(cited)
    page = omar_client.get(address("judging_new", cited)).content.decode()
    assert "Assignment over edited" in page
    assert "over empty" not in page
    sent = {"judge": judge.uuid, "work": f"assignment:{empty.uuid}"}
    assert omar_client.post(address("judging_new", cited), sent).status_code == 422


def test_a_link_chooses_judge_and_work(cited: Track, omar_client: Client) -> None:
    make_baseline(cited, "first")
    judge = make_baseline(cited, "second")
    asked = {"judge": str(judge.uuid), "work": "support:"}
    page = omar_client.get(address("judging_new", cited), asked).content.decode()
    assert select(page, f'option[value="{judge.uuid}"][selected]')
    assert select(page, 'option[value="support:"][selected]')


@pytest.mark.parametrize(
    "wrong",
    [{"judge": str(uuid4())}, {"work": "beauty:"}, {"topics": "99"}],
)
def test_it_rejects_bad_work(
    cited: Track, omar_client: Client, wrong: dict[str, str]
) -> None:
    judge = make_baseline(cited)
    sent = {"judge": judge.uuid, "work": "support:", "topics": "", **wrong}
    answer = omar_client.post(address("judging_new", cited), sent)
    assert answer.status_code == 422
    assert not Job.objects.exists()


def test_a_judge_that_is_not_ready_says_why(
    fake: FakeModel, cited: Track, omar_client: Client, settings: Settings
) -> None:
    judge = make_model_judge(cited)
    settings.LLM_KEY = ""
    sent = {"judge": judge.uuid, "work": "support:"}
    answer = omar_client.post(address("judging_new", cited), sent)
    assert answer.status_code == 422
    assert "Set LLM_KEY" in answer.content.decode()


def test_a_judge_s_page_tells_what_its_calls_cost(
    fake: FakeModel, cited: Track, omar_client: Client
) -> None:
    price = {"prompt": "1000000", "completion": "0"}
    judge = make_model_judge(cited, parameters={"price": price})
    fake.misbehave(status(400))
    let_judge(judge, "support")
    page = omar_client.get(address("judge", cited, judge.uuid)).content.decode()
    assert facts(page)["answered"] == "1"
    assert facts(page)["failed"] == "1"
    assert "fault 400" in page
    assert "judge_support" in page


def test_a_failed_item_shows_its_reason_escaped(
    fake: FakeModel, cited: Track, omar_client: Client
) -> None:
    fake.answer = lambda _body: "<img src=x onerror=alert(1)>"
    job = let_judge(make_model_judge(cited), "support")
    Job.objects.update(scope=cited.uuid)
    page = omar_client.get(reverse("jobs:page", args=[job.uuid])).content.decode()
    assert "&lt;img src=x" in page
    assert "<img src=x" not in page
