"""A model or a rule extracts the nuggets of responses, as spans of their texts."""

import json

import pytest
from django.core.management import CommandError
from django.test import Client

from accounts.models import User
from assess.judging.models import Judge
from jobs.models import Job, JobState
from jobs.run import run_here
from llm.models import Call
from matching.extraction.actions import start_extraction
from matching.models import Extraction, ResponseNugget
from runs.models import Membership, Response, Track
from tests.fake_answers import Body, places
from tests.fake_model import Answer, FakeModel, cut
from tests.machines import fake, make_baseline, make_model_judge, reasons
from tests.make import (
    NOW,
    make_bank,
    make_conversation,
    make_response,
    make_run,
    make_track,
    make_version,
)
from tests.matching.conftest import Run
from tests.page import markup

__all__ = ["fake"]
pytestmark = pytest.mark.both_stacks

TEXT = "Harbours  freeze in *January*. Ferries stop. It costs 1.5 million."


@pytest.fixture
def track(db: None) -> Track:
    """A track with a response of three sentences, and an empty one."""
    track = make_track(profile="ikat24")
    one, two = make_conversation(track, asked=("Do harbours freeze?", "And snow?"))
    run = make_run(track, "run-a")
    make_response(run, one, [TEXT])
    make_response(run, two, [""])
    return track


def _extract(judge: Judge) -> Job:
    return run_here(start_extraction(judge, topics=(), owner=None, now=NOW))


def _found(judge: Judge) -> list[tuple[str, str]]:
    rows = ResponseNugget.objects.filter(extraction__judge=judge)
    return list(rows.values_list("text", "found"))


def _listing(*lines: str, copies: str = "no nuggets") -> Answer:
    def answer(body: Body) -> str:
        return copies if "line" in places(body) else "\n".join(lines)

    return answer


def test_spans_are_found_in_the_response(fake: FakeModel, track: Track) -> None:
    judge = make_model_judge(track)
    lines = ("1. harbours freeze in January", "- Ferries stop.", "1.5 million")
    fake.answer = _listing(*lines)
    job = _extract(judge)
    assert (job.state, reasons(job)) == (JobState.DONE, [])
    assert _found(judge) == [
        ("harbours freeze in January", "folded"),
        ("Ferries stop.", "verbatim"),
        ("1.5 million", "verbatim"),
    ]
    for nugget in ResponseNugget.objects.filter(found="verbatim"):
        assert TEXT[nugget.start : nugget.end] == nugget.text
    assert job.result["nuggets verbatim"] == 2
    # The empty response has an empty list, and no call.
    assert Extraction.objects.filter(judge=judge).count() == 2
    assert fake.count == 1
    shown = places(fake.bodies[0])
    assert shown == {"request": "Do harbours freeze? (in full)", "text": TEXT}
    assert fake.bodies[0]["temperature"] == 0


def test_a_second_extraction_asks_for_nothing_again(
    fake: FakeModel, track: Track
) -> None:
    judge = make_model_judge(track)
    _extract(judge)
    asked = fake.count
    again = _extract(judge)
    assert again.result["responses there before"] == 2
    assert fake.count == asked


def test_a_line_that_is_not_there_is_asked_for_once_more(
    fake: FakeModel, track: Track
) -> None:
    judge = make_model_judge(track)
    lines = ("Ships stop", "It snows")
    fake.answer = _listing(*lines, copies="Ferries stop.")
    _extract(judge)
    # Both lines were meant for one place, which counts once.
    assert _found(judge) == [("Ferries stop.", "verbatim")]
    assert [places(body).get("line") for body in fake.bodies] == [None, *lines]
    assert Call.objects.filter(prompt_name="copy_span").count() == 2


def test_a_lost_line_is_kept_as_not_found(fake: FakeModel, track: Track) -> None:
    judge = make_model_judge(track)
    fake.answer = _listing("It snows", "Ferries stop")
    job = _extract(judge)
    assert _found(judge) == [("Ferries stop", "verbatim"), ("It snows", "not")]
    assert job.result["nuggets not found"] == 1


def test_a_response_may_hold_nothing(fake: FakeModel, track: Track) -> None:
    judge = make_model_judge(track)
    fake.answer = lambda _body: "No nuggets."
    job = _extract(judge)
    assert (reasons(job), _found(judge)) == ([], [])
    assert Extraction.objects.filter(judge=judge).count() == 2


@pytest.mark.parametrize(
    "reply", ["", "Ferries stop.\nno nuggets", "\n".join(["Ferries stop."] * 501)]
)
def test_an_unreadable_reply_is_asked_again_then_a_failure(
    fake: FakeModel, track: Track, reply: str
) -> None:
    judge = make_model_judge(track)
    fake.answer = lambda _body: reply
    job = _extract(judge)
    assert job.state == JobState.DONE
    assert [each.subject for each in job.failures.all()] == ["Turn 14_1, run-a"]
    assert fake.count == 3
    response = Response.objects.get(topic__name="14_1")
    assert not Extraction.objects.filter(response=response).exists()


def test_a_failed_second_call_leaves_the_response_open(
    fake: FakeModel, track: Track
) -> None:
    judge = make_model_judge(track)

    def answer(body: Body) -> str:
        if "line" not in places(body):
            fake.misbehave(*[cut()] * 4)
        return "It snows"

    fake.answer = answer
    job = _extract(judge)
    assert len(reasons(job)) == 1
    assert not ResponseNugget.objects.exists()


def test_the_command_extracts(fake: FakeModel, track: Track, run: Run) -> None:
    run("create_judge", track, "model-a", model="fake-1")
    said = run("extract_nuggets", track, judge="model-a")
    assert "nuggets verbatim: 3" in said
    make_baseline(track, "words", baseline="overlap")
    with pytest.raises(CommandError, match="baseline"):
        run("extract_nuggets", track, judge="words")


def test_the_baseline_takes_sentences(track: Track) -> None:
    judge = make_baseline(track, baseline="sentences")
    _extract(judge)
    assert [text for text, _ in _found(judge)] == [
        "Harbours  freeze in *January*.",
        "Ferries stop.",
        "It costs 1.5 million.",
    ]


def test_new_nuggets_are_open_until_a_machine_judges_them(
    track: Track, run: Run
) -> None:
    bank = make_bank(track, "gold")
    make_version(bank, track.topics.get(name="14_1"), ["ferries stop"])
    for name in ("sentences", "more sentences"):
        _extract(make_baseline(track, name, baseline="sentences"))
        make_baseline(track, f"words of {name}", baseline="word_cover")
    judge = {"bank": "gold", "judge": "words of sentences"}
    run("judge", track, kind="entail", **judge)
    _extract(make_baseline(track, "late", baseline="sentences"))
    scores = {**judge, "nuggets": "late", "format": "json"}
    assert json.loads(run("matching", track, **scores))["runs"] == {}
    run("judge", track, kind="entail", **judge)
    found = json.loads(run("matching", track, **scores))["runs"]["run-a"]
    assert (found["recall"], found["open"]) == (1, 0)


def test_an_organizer_starts_an_extraction(
    fake: FakeModel, track: Track, omar: User, omar_client: Client
) -> None:
    address = f"/tracks/{track.uuid}/matching/nuggets/"
    Membership.objects.create(track=track, user=omar, role=Membership.ORGANIZER)
    assert b"No judge can extract" in omar_client.get(address).content
    judge = make_model_judge(track)
    sent = omar_client.post(address, {"judge": str(judge.uuid), "topics": ""})
    assert sent.status_code == 302
    assert Job.objects.get(kind="extract").title == "Response nuggets by model-a"
    wrong = omar_client.post(address, {"judge": str(judge.uuid), "topics": "99"})
    assert wrong.status_code == 422
    _extract(judge)
    page = markup(omar_client.get(address))
    assert "But for case" in page
    assert page.count('<th scope="row">model-a ') == 1


def test_others_start_no_extraction(
    track: Track, ada: User, ada_client: Client
) -> None:
    address = f"/tracks/{track.uuid}/matching/nuggets/"
    assert ada_client.get(address).status_code == 404
    Membership.objects.create(track=track, user=ada, role=Membership.ASSESSOR)
    assert ada_client.post(address, {}).status_code in (403, 404)
