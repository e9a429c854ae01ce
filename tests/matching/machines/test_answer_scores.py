"""A model scores answers: LLMEval against gold answers, groundedness in passages."""

from pathlib import Path

import pytest
from django.core.management import CommandError
from django.test import Client

from accounts.models import User
from jobs.models import Job
from matching.models import OtherScore, ReferenceAnswer
from runs.models import Membership, Response, Track
from runs.models import Run as Submission
from tests.fake_answers import Body, places
from tests.fake_model import FakeModel
from tests.machines import fake
from tests.make import (
    NOW,
    make_conversation,
    make_judge,
    make_response,
    make_run,
    make_segment,
    make_track,
)
from tests.matching.conftest import Run

__all__ = ["fake"]
pytestmark = pytest.mark.both_stacks


@pytest.fixture
def track(db: None, fake: FakeModel, run: Run) -> Track:
    """Two turns with a gold answer and one without, two runs, one answer missing."""
    track = make_track(profile="ikat24")
    one, two, three = make_conversation(track, asked=("Ice?", "Snow?", "Rain?"))
    author = make_judge(track, "people", kind="import")
    for topic, text in ((one, "Ice floats"), (one, "Frost"), (two, "Snow melts")):
        who = author if text != "Frost" else make_judge(track, "more", kind="import")
        ReferenceAnswer.objects.create(topic=topic, author=who, text=text, words=2)
    segment = make_segment(track, "d1", "Ice floats on water.")
    first, second = make_run(track, "run-a"), make_run(track, "run-b")
    make_response(first, one, ["Ice floats"], cites=segment)
    make_response(first, three, ["Rain falls"], cites=segment)
    make_response(second, one, ["Frost bites"])
    make_response(second, two, [""])
    run("create_judge", track, "m", model="fake-1")
    return track


def _scores(track: Track) -> dict[tuple[str, str], float]:
    rows = OtherScore.objects.filter(track=track)
    return {(row.run.name, row.topic.name): row.value for row in rows}


def test_answers_are_correct_by_any_gold_answer(
    track: Track, run: Run, fake: FakeModel
) -> None:
    def answer(body: Body) -> str:
        first = places(body)["reference"].split()[0]
        return "Yes." if first in places(body)["answer"] else "No"

    fake.answer = answer
    said = run("score_answers", track, measure="LLMEval", judge="m")
    assert "scores given: 4" in said
    assert _scores(track) == {
        ("run-a", "14_1"): 1,
        ("run-b", "14_1"): 1,
        ("run-a", "14_2"): 0,
        ("run-b", "14_2"): 0,
    }
    assert set(OtherScore.objects.values_list("measure", flat=True)) == {"LLMEval by m"}
    # A missing or empty answer is 0 without a call; the second gold answer is asked
    # for only where the first one does not agree.
    assert [places(body)["reference"] for body in fake.bodies] == [
        "Ice floats",
        "Ice floats",
        "Frost",
    ]
    assert OtherScore.objects.filter(call=None).count() == 2
    run("score_answers", track, measure="LLMEval", judge="m")
    assert fake.count == 3


def test_groundedness_is_the_share_that_adds_nothing(
    track: Track, run: Run, fake: FakeModel
) -> None:
    said = run("score_answers", track, measure="groundedness", judge="m")
    assert "answers without a passage: 1" in said
    assert _scores(track) == {("run-a", "14_1"): 1, ("run-a", "14_3"): 0}
    assert places(fake.bodies[0]) == {
        "passages": "[1] Ice floats on water.",
        "answer": "Ice floats",
    }


def test_the_references_of_a_response_come_first(
    track: Track, run: Run, fake: FakeModel
) -> None:
    for number in range(2, 8):
        make_segment(track, f"d{number}", f"Text {number}.")
    make_segment(track, "empty", "")
    docids = ["empty", *(f"d{n}" for n in range(2, 8))]
    Response.objects.filter(topic__name="14_3").update(references=docids)
    run("score_answers", track, measure="groundedness", judge="m", topic=["14_3"])
    shown = places(fake.bodies[0])["passages"]
    assert shown == "[1] Text 2.\n\n[2] Text 3.\n\n[3] Text 4.\n\n[4] Text 5."


@pytest.mark.parametrize("measure", ["LLMEval", "groundedness"])
@pytest.mark.parametrize("reply", ["perhaps", "", "yesterday"])
def test_a_reply_without_yes_or_no_is_a_failure(
    track: Track, run: Run, fake: FakeModel, measure: str, reply: str
) -> None:
    fake.answer = lambda _body: reply
    with pytest.raises(CommandError, match="2 failed"):
        run("score_answers", track, measure=measure, judge="m")
    assert not OtherScore.objects.exclude(call=None).exists()
    assert fake.count == 6


def test_the_first_yes_or_no_counts(track: Track, run: Run, fake: FakeModel) -> None:
    fake.answer = lambda _body: "Well, no: yes would be wrong."
    said = run("score_answers", track, measure="groundedness", judge="m")
    assert "replies with words other than yes or no: 2" in said
    assert set(_scores(track).values()) == {1}


def test_a_baseline_scores_no_answer(track: Track, run: Run) -> None:
    run("create_judge", track, "words", baseline="word_cover")
    with pytest.raises(CommandError, match="needs a model"):
        run("score_answers", track, measure="LLMEval", judge="words")


def test_the_page_shows_imported_scores_and_those_by_models(
    track: Track,
    run: Run,
    omar: User,
    omar_client: Client,
    tmp_path: Path,
) -> None:
    Membership.objects.create(track=track, user=omar, role=Membership.ORGANIZER)
    file = tmp_path / "bem.txt"
    file.write_text("run-a 14_1 BEM 0.25\nrun-a 14_2 BEM 1\nrun-b 14_1 BEM 0.5\n")
    run("import_scores", track, file)
    run("score_answers", track, measure="groundedness", judge="m")
    address = f"/tracks/{track.uuid}/matching/answers/"
    page = omar_client.get(address).content.decode()
    for text in (">BEM<", "groundedness by m", "0.6250", "2 turns", "1 turn<"):
        assert text in page
    assert "0.6250" not in omar_client.get(f"{address}?turns=personal").content.decode()
    assert omar_client.get(f"{address}?turns=odd").status_code == 404
    judge = track.judges.get(name="m")
    said = {"measure": "LLMEval", "judge": str(judge.uuid), "topics": "14_1"}
    assert omar_client.post(address, said).status_code == 302
    assert Job.objects.filter(kind="score_answers").latest("pk").title == "LLMEval by m"
    assert omar_client.post(address, {**said, "topics": "77"}).status_code == 422
    judge.deleted_at = NOW
    judge.save()
    assert "groundedness by m" not in omar_client.get(address).content.decode()


def test_scores_of_runs_put_away_are_not_shown(
    track: Track, run: Run, omar: User, omar_client: Client
) -> None:
    Membership.objects.create(track=track, user=omar, role=Membership.ORGANIZER)
    run("score_answers", track, measure="groundedness", judge="m")
    Submission.objects.filter(name="run-a").update(deleted_at=NOW)
    page = omar_client.get(f"/tracks/{track.uuid}/matching/answers/").content.decode()
    assert "There are no such scores yet" in page
